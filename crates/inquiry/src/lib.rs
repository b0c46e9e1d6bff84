//! One debugging session from start to end, without a screen: what every front stands on.
//!
//! * [`open`] – what can be asked about;
//! * [`oracles`] – who answers before a person is asked;
//! * [`keep`] – where answers, knowledge and reports are kept;
//! * [`live`] – a program that still runs.
//!
//! Nothing here prints, ends the process or knows a terminal; what there is to say is data, and the
//! fronts have the words.

pub mod keep;
pub mod live;
pub mod open;
pub mod oracles;
pub mod plural;
