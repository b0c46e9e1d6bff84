//! The routines of a source file, and finding one by what a recording says of it.

use crate::file::SourceFile;
use crate::hash::ContentHash;
use crate::routine::Routine;
use crate::syntax::Syntax;
use crate::walk::{Step, span_of, walk};

/// The routines of one file in source order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The package, if one is declared.
    pub package: Option<String>,
    /// All routines, implicit ones included.
    pub routines: Vec<Routine>,
}

/// What a recording says of a routine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lookup<'a> {
    /// The name as recorded; Java's lambdas are called `lambda$…`.
    pub name: &'a str,
    /// Any line of its code.
    pub line: u32,
    /// The number of its declared parameters, if known; tells overloads on one line apart.
    pub parameters: Option<usize>,
    /// Its class as class files name it (`org/example/Outer$Inner`, dots allowed), if known.
    pub class: Option<&'a str>,
}

impl Outline {
    /// The routine that a recording describes, or `None` if the source holds nothing like it.
    ///
    /// The innermost routine of that name around the line wins. When the line fits no body (field initialisers, or a
    /// source edited after the recording), a routine is still found if what else is known of it fits only one.
    pub(crate) fn find(&self, lookup: Lookup<'_>, syntax: &dyn Syntax) -> Option<&Routine> {
        let in_class = |routine: &&Routine| {
            lookup
                .class
                .is_none_or(|class| ends_with_class(class, &routine.class))
        };
        let of_arity = |routine: &&Routine| {
            lookup
                .parameters
                .is_none_or(|count| count == routine.parameters.len())
        };
        let named: Vec<&Routine> = self
            .routines
            .iter()
            .filter(|routine| syntax.answers_to(routine, lookup.name))
            .collect();
        // Numbers of anonymous classes and hidden parameters are guesses: they narrow the choice, never empty it.
        let named = narrow(named, in_class);
        let around = innermost(
            named
                .iter()
                .filter(|routine| routine.lines.contains(lookup.line))
                .copied()
                .collect(),
        );
        if let [first, ..] = narrow(around, of_arity).as_slice() {
            return Some(first);
        }
        match narrow(named, of_arity).as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// A fingerprint of a routine's code: the same as long as its tokens are, whatever happens to white space, comments
    /// and the rest of the file.
    pub fn fingerprint(&self, file: &SourceFile, routine: &Routine) -> ContentHash {
        let mut tokens = Vec::new();
        if let Some(tree) = file.tree() {
            walk(
                tree.walk(),
                |node, _| {
                    let span = span_of(node);
                    if node.is_extra()
                        || span.end <= routine.span.start
                        || routine.span.end <= span.start
                    {
                        return Step::Over;
                    }
                    if node.child_count() == 0 {
                        tokens.push(file.fragment(span));
                    }
                    Step::Into
                },
                |_| {},
            );
        }
        ContentHash::of_parts(tokens.into_iter())
    }
}

/// The routines that pass the test, or all of them if none does.
fn narrow<'o>(routines: Vec<&'o Routine>, test: impl Fn(&&'o Routine) -> bool) -> Vec<&'o Routine> {
    let passing: Vec<&Routine> = routines
        .iter()
        .filter(|routine| test(routine))
        .copied()
        .collect();
    if passing.is_empty() {
        routines
    } else {
        passing
    }
}

/// The routines that enclose no other of them.
fn innermost(routines: Vec<&Routine>) -> Vec<&Routine> {
    let encloses_another = |outer: &Routine| {
        routines
            .iter()
            .any(|inner| inner.span != outer.span && outer.span.encloses(inner.span))
    };
    routines
        .iter()
        .filter(|routine| !encloses_another(routine))
        .copied()
        .collect()
}

fn ends_with_class(full: &str, class: &str) -> bool {
    full.strip_suffix(class)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '.']))
}
