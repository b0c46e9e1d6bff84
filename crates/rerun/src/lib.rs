//! Runs recorded calls again.
//!
//! The state before a call is rebuilt in a JVM that has the classes of some version, and the call is made there, under
//! the recorder. What it recorded is a small run of its own: whether its state before is the recorded one, and whether the
//! same came out, is told by comparing the two runs, as a recording of a right version is compared. So nothing here
//! has to be trusted: a state that was not rebuilt in full is another state, and the answer is that nobody knows.
//!
//! | module | holds |
//! |---|---|
//! | `added` | fields that only another version has |
//! | `classes`, `files` | the classes of a folder or a jar |
//! | `constants` | what the constants of enums hold |
//! | [`request`] | the state before a call and the call, as bytes for the JVM |
//! | [`version`] | where the classes of a version are |
//! | [`worker`] | a JVM that takes requests one after the other |
//! | [`runner`] | calls run again, in JVMs that wait for more or in fresh ones |
//! | [`oracle`] | a version as an oracle |
//! | [`check`] | whether a corrected version does what was said |

mod added;
pub mod check;
mod classes;
mod constants;
mod files;
pub mod oracle;
pub mod request;
pub mod runner;
pub mod version;
pub mod worker;

pub use oracle::VersionOracle;
pub use runner::{Rerun, RerunError, Runner};
pub use version::{Version, VersionError};
