//! A program that still runs: what it prints, what it reads, and how its recording grows.

pub mod feeder;
pub mod growth;
pub mod printed;
pub mod running;
