//! The rewriter of class files: the events that rewritten code reports, what the JVM says about it, and hostile input.

mod events;
mod javac;
mod limits;
mod mass;
mod mutations;
mod support;
