//! Stage 1, taking in: the records of slots, from frames or from rings.
//!
//! * [`scan`] finds frames in the files;
//! * [`blocks`] unpacks and caches the records of slots, one [`block`] for each slot; [`relay`] hands unpacked ones on to the next thread;
//! * [`order`] tells which block comes before which, and [`cut`] how far a growing trace may be read at one look;
//! * [`touches`] tells which records of a block are about which object.

pub mod block;
pub mod blocks;
pub mod cut;
pub mod order;
pub mod relay;
pub mod scan;
pub mod touches;
