//! The line-by-line front: a debugging session in a terminal, in a pipe, or as JSON lines.
//!
//! * [`command`] – what can be typed;
//! * [`Lines`] – where typed lines come from: a file of answers, then a [`Person`]: at a terminal with
//!   an [`Editor`], or [`Plain`];
//! * [`Screen`] – what can be shown, with [`Text`] for people and [`Json`] for programs;
//! * [`Dialogue`] – the loop that joins them with a session;
//! * [`words`] – what happened, and what was noticed or refused, in sentences.
//!
//! Invariants: nothing is shown before what was answered is kept; nothing from the recorded program
//! reaches the terminal with control characters in it; the same input gives the same output,
//! whether typed or piped, except for colour and echo.

mod answers;
pub mod command;
mod completion;
mod dialogue;
mod editor;
mod gathered;
mod help;
mod json;
mod layout;
mod lines;
mod listing;
mod obey;
mod person;
mod plain;
mod pointing;
mod screen;
mod style;
mod text;
mod values;
pub mod words;

pub use dialogue::{Dialogue, DialogueError, Keys};
pub use editor::Editor;
pub use json::Json;
pub use layout::{Room, wrap};
pub use lines::{Line, Lines};
pub use person::{Completions, Person, Plain, Typed};
pub use plain::Ascii;
pub use screen::{Prompt, Screen};
pub use style::{Style, Tone};
pub use text::Text;
