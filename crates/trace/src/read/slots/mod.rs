//! Stage 1, taking in: the records of slots, from frames or from rings.
//!
//! * [`scan`] finds frames in the files;
//! * [`store`] unpacks and caches the [`records`] of slots; [`relay`] hands unpacked ones on to the next thread;
//! * [`order`] tells which slot comes before which, and [`cut`] how far a growing trace may be read at one look;
//! * [`touches`] tells which records of a slot are about which object.

pub mod cut;
pub mod order;
pub mod records;
pub mod relay;
pub mod scan;
pub mod store;
pub mod touches;
