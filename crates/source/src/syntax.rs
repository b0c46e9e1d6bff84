//! What is known of a language's syntax: one trait, which every language fills in.
//!
//! A language with a tree-sitter grammar names it and reads the tree that is parsed once ([`SourceFile::tree`]); one without reads the text.
//! Whatever a language does not tell is left out: a file without syntax still lists its lines.

use crate::file::SourceFile;
use crate::highlight::Token;
use crate::outline::Outline;
use crate::routine::{CallSite, Routine};
use crate::span::{LineRange, LineSet};
use std::fmt::Debug;
use std::path::Path;

/// A value to look at, at the end of a routine. What it returned or threw is always looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// A local variable or parameter.
    pub local: Option<String>,
    /// Anything in an object, an array or a static field.
    pub heap: bool,
}

/// An assertion of a test that says what a call had to return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    pub line: u32,
    /// The line on which its statement ends.
    pub ends: u32,
    /// The name of the routine.
    pub call: String,
    /// The line on which that name stands: a local variable may keep what was returned until it is asserted.
    pub call_line: u32,
    /// What it had to return, as the source writes it.
    pub expected: String,
    /// By how much a number may differ from that.
    pub within: Option<String>,
}

/// The syntax of a language.
pub trait Syntax: Debug + Sync {
    /// The grammar by which files are parsed, if the language has one.
    fn grammar(&self) -> Option<tree_sitter::Language> {
        None
    }

    /// Where sources lie below the folder of a project, in the order in which they are looked for. The folder itself is one such place.
    fn source_folders(&self) -> &'static [&'static str];

    /// Whether a file is written in this language, and not in another one that the same recorder records.
    fn reads(&self, _path: &Path) -> bool {
        true
    }

    /// The routines and loops of a file.
    fn outline(&self, file: &SourceFile) -> Outline;

    /// Whether a recording means this routine when it says `name`.
    fn answers_to(&self, routine: &Routine, name: &str) -> bool {
        routine.name == name
    }

    /// The classified tokens that touch these lines; see [`crate::tokens`].
    fn tokens(&self, file: &SourceFile, lines: LineRange) -> Vec<Token>;

    /// The lines among these on which a statement begins; see [`crate::code_lines`].
    fn code_lines(&self, file: &SourceFile, lines: LineRange) -> LineSet;

    /// The lines of a routine's body on which `wanted` does not depend; see [`crate::independent_lines`]. None when that is not known.
    fn independent_lines(&self, _: &SourceFile, _: &Routine, _: &Wanted) -> LineSet {
        LineSet::new()
    }

    /// The calls that a routine's own code can make, in the order in which they would be made; none where that is not known.
    fn call_sites(&self, _: &SourceFile, _: &Routine) -> Vec<CallSite> {
        Vec::new()
    }

    /// The assertions of a test on the results of calls, in the order in which they run. None where that is in doubt.
    fn assertions(&self, _: &SourceFile, _: &Routine) -> Vec<Assertion> {
        Vec::new()
    }
}

/// The lines of a routine's body on which `wanted` does not depend, however the routine runs. None when the body cannot be
/// read without doubt.
pub fn independent_lines(file: &SourceFile, routine: &Routine, wanted: &Wanted) -> LineSet {
    file.syntax().map_or_else(LineSet::new, |syntax| {
        syntax.independent_lines(file, routine, wanted)
    })
}
