//! The recorder for the JVM: a JVMTI agent, its class file rewriter and its small Java runtime class.

#[cfg(feature = "agent")]
mod agent;
pub mod classfile;
pub mod contract;
pub mod options;
pub mod rewrite;
pub mod scope;
