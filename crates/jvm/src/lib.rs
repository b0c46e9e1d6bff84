//! The recorder for the JVM: a JVMTI agent, its class file rewriter and its small Java runtime class.

pub mod contract;
pub mod rewrite;
