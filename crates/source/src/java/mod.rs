//! What Elenchus knows of Java syntax: routines, loops, triviality and token classes.
//!
//! The parser is tree-sitter's, which never fails: broken sources give a tree with error nodes, and whatever can be
//! recognised in it is reported. All walks are iterative, because generated sources nest deeper than a stack.

mod build;
mod loops;
mod outline;
mod routine;
mod slice;
mod tokens;
mod trivial;
mod walk;

pub use outline::{Lookup, Outline};
pub use routine::{Loop, LoopKind, LoopPart, Parameter, Routine, RoutineKind};
pub use slice::{Wanted, independent_lines};
pub use trivial::Trivial;

pub(crate) use build::build as outline;
pub(crate) use tokens::{is_code_line_start, token_class};
pub(crate) use walk::{Step, span_of, walk};

use tree_sitter::{Parser, Tree};

/// Parses a text. `None` only if the grammar does not fit the linked parser library.
pub(crate) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .ok()?;
    parser.parse(text, None)
}
