//! Who answers before a person is asked.

pub mod exec;
pub mod tree;
