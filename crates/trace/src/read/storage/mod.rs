//! Where the stages keep what they made: columns on disk, and all derived data for the next time.
//!
//! * [`pages`] holds append-only columns in one file;
//! * [`derived`] keeps what was made of a finished trace, guarded by [`checksums`];
//! * [`lru`] bounds what is kept in memory.

pub mod checksums;
pub mod derived;
pub mod lru;
pub mod pages;
