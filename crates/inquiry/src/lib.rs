//! One debugging session from start to end, without a screen: what every front stands on.
//!
//! * [`Inquiry`] – the handle on a session; [`Front`] – one front attached to it;
//! * [`State`], [`Update`] – what a front shows; [`Request`], [`Done`], [`Refusal`] – what it asks for
//!   and gets;
//! * [`Scene`] – the run at one moment, for whoever looks around;
//! * [`Setup`] – what a session is made of;
//! * [`open`] – what can be asked about;
//! * [`oracles`] – who answers before a person is asked;
//! * [`keep`] – where answers, knowledge and reports are kept;
//! * [`wire`] – the same for fronts in other processes;
//! * [`kept`], [`check`](mod@check), [`testing`] – what a session has found, whether a corrected version is right, and a test of it;
//! * [`live`] – a program that still runs.
//!
//! Invariants:
//!
//! * Nothing here prints, ends the process or knows a terminal; what there is to say is data, and the
//!   fronts have the words.
//! * What is kept is kept before any front is told. What cannot be kept does not count, and the front
//!   that wanted it is told so.
//! * All fronts see the same states in the same order. A request about an older state is refused.

use std::sync::Arc;

mod audience;
pub mod check;
mod driver;
mod driving;
mod going;
mod inquiry;
pub mod keep;
pub mod kept;
pub mod live;
mod obey;
pub mod open;
pub mod oracles;
mod refusal;
mod request;
mod scene;
mod state;
pub mod testing;
mod update;
pub mod wire;
mod zooming;

pub use driver::Setup;
pub use inquiry::{Ended, Front, FrontId, Inquiry, Role, Speaker};
pub use refusal::{NoZoom, NotKept, Refusal};
pub use request::{Done, Input, Request};
pub use scene::{PAGE, Scene};
pub use state::{Doubt, End, Outcome, State, View};
pub use update::{Notice, Update};
pub use zooming::ZoomChoice;

pub use elenchus_session::By;

/// The run that a session is about, whatever it was read from.
pub type SharedProgram = Arc<dyn elenchus_session::Program + Send>;
