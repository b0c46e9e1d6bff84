//! Starts a program under the recorder.

pub mod error;
pub mod jdk;
