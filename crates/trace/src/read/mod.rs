//! Reading a trace.

pub mod blocks;
pub mod budget;
pub mod build;
pub mod damage;
pub mod derived;
pub mod effects;
pub mod follow;
pub mod forest;
pub mod history;
pub mod info;
pub mod locate;
pub mod machine;
pub mod node;
pub mod objects;
pub mod pages;
pub mod parens;
pub mod strand;
pub mod trace;
