//! The tests of the transformations: one program, so that it is linked once.

mod auto;
mod common;
mod forests;
mod properties;
mod theorems;
mod vectors;
