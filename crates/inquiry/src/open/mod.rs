//! What can be asked about.

pub mod tree_program;
mod tree_source;
