//! The line-by-line front: a debugging session in a terminal, in a pipe, or as JSON lines.
//!
//! * [`command`] – what can be typed;
//! * [`Lines`] – where typed lines come from: a file of answers, then a person;
//! * [`Screen`] – what can be shown, with [`Text`] for people and [`Json`] for programs;
//! * [`Dialogue`] – the loop that joins them with a session.
//!
//! Invariants: nothing is shown before what was answered is kept; nothing from the recorded program
//! reaches the terminal with control characters in it; the same input gives the same output,
//! whether typed or piped, except for colour and echo.

pub mod command;
mod dialogue;
mod json;
mod lines;
mod listing;
mod screen;
mod style;
mod text;

pub use dialogue::{Dialogue, DialogueError, Growth, Keeper, Outcome};
pub use json::Json;
pub use lines::{Line, Lines};
pub use screen::{Prompt, Screen};
pub use style::{Style, Tone, printable};
pub use text::Text;
