//! Real programs under the agent: what it records, and that they keep their behaviour.

mod agents;
mod basics;
mod endings;
mod identity;
mod large;
mod lent;
mod limits;
mod live;
mod load;
mod scope;
mod shapes;
mod strands;
mod support;
mod tasks;
mod transparency;
mod unseen;
mod values;
mod versions;
