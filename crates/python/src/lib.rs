//! Python as a language of recorded programs: how its values are written and what its sources look like.
//!
//! A recorder writes what Python has as the trace format knows it: `list`, `tuple`, `set` and `dict` are arrays of classes with these names (a `dict`
//! with its keys and values in turn), functions of a module are routines of a class with the module's name, and `__init__` is a constructor.
//!
//! * [`words`] – values and names;
//! * [`syntax`] – routines, loops and tokens of a source file, by its indentation;
//! * [`frameworks`] – what unittest and pytest say about tests;
//! * [`lexer`] – the tokens of a text.

mod frameworks;
mod lexer;
mod syntax;
mod words;

pub use syntax::PythonSyntax;
pub use words::Python;
