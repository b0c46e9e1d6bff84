//! Recorded runs compared with each other, to answer questions without a person.
//!
//! * [`canonical`](mod@canonical), [`behaviour`](mod@behaviour) – one normal form of states, to compare
//!   different runs, and [`doubt`], why that may not be possible;
//! * [`oracle`] – a recording of a right version, by equal states anywhere in it;
//! * [`course`] – the same recording, by the same place in it; and [`alike`], whether it can be compared;
//! * [`remembered`] – verdicts of earlier runs, and what is kept of this one.

pub mod alike;
pub mod behaviour;
pub mod canonical;
pub mod course;
pub mod doubt;
pub mod oracle;
pub mod remembered;
