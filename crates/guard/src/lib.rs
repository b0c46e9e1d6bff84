//! What comes from others and must not be trusted: the text of recorded programs and of files, and files and folders
//! that another user could have planted.
//!
//! * [`text`] – the one place that makes text safe to print;
//! * [`files`] – who can change a file or folder, and writing so that no planted link is followed.
//!
//! This crate knows nothing of traces, sessions or fronts.

pub mod files;
pub mod text;
