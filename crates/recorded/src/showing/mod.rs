//! A piece of a recorded run as a person reads it: its title, its values, its source.
//!
//! * [`show`](mod@show), [`lambda`](mod@lambda) – a value as programmers write it, in the words of their language, and
//!   [`folding`], what points back to its holder, and [`sharing`], how its parts share the room;
//! * [`path`], [`keys`], [`open`] – a value opened by its path;
//! * [`change`], [`edits`], [`bags`], [`texts`] – what a piece of code changed, as paths with before and after; [`long`], in collections of any length; [`gone`], in what
//!   was taken away;
//! * [`scene`] – the values that a question can show; [`provenance`] and [`trail`], who wrote them; [`origins`], the way of a value
//!   back; [`leads`], what can be pointed at before anything is asked;
//! * [`stepping`] – a piece at a moment inside it; [`meanwhile`], what other threads changed in it;
//! * [`leaving`], [`likened`] – how an iteration ended, and an object told by how it differs from another;
//! * [`words`], [`calls`] (with [`sites`], where they were made, and [`together`], what they changed), [`marks`], [`told`], [`output`], [`question`] – a question in sentences, and [`reading`], how long it is; [`ample`],
//!   what more of it a screen has room for;
//! * [`lines`], [`code`], [`own_lines`] – the source with the lines that ran.

pub(crate) mod ample;
pub(crate) mod bags;
pub(crate) mod calls;
pub mod change;
pub(crate) mod code;
pub(crate) mod edits;
pub(crate) mod folding;
pub(crate) mod gone;
pub(crate) mod keys;
pub(crate) mod lambda;
pub(crate) mod leads;
pub(crate) mod leaving;
pub(crate) mod likened;
pub(crate) mod lines;
pub(crate) mod long;
pub(crate) mod lost;
pub(crate) mod marks;
pub(crate) mod meanwhile;
pub mod open;
pub(crate) mod origins;
pub(crate) mod output;
pub(crate) mod own_lines;
pub(crate) mod path;
pub(crate) mod provenance;
pub(crate) mod question;
pub(crate) mod reading;
pub(crate) mod scene;
pub(crate) mod sharing;
pub mod show;
pub(crate) mod sites;
pub(crate) mod stepping;
pub(crate) mod texts;
pub(crate) mod together;
pub(crate) mod told;
pub(crate) mod trail;
pub(crate) mod words;
