//! Stage 3, the object index: in which blocks a place was written or an object was introduced.
//!
//! * [`index`] is the index as a whole;
//! * [`marks`] and [`cells`] number the places that a block touches;
//! * [`runs`] keeps the marks sorted on disk, and [`trail`] follows one of them back in time; [`asked_for`] tells what was read ahead;
//! * [`ledger`] decides which places are worth a summary, and [`summaries`] keeps those.
//!
//! What is read from disk without a checksum first ([`runs`], [`summaries`]) is public for the fuzz targets.

mod asked_for;
pub mod cells;
pub mod index;
pub mod ledger;
pub mod marks;
pub mod runs;
pub mod summaries;
pub mod trail;
