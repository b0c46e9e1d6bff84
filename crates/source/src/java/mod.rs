//! What Elenchus knows of Java syntax: routines, loops, triviality and token classes.
//!
//! The parser is tree-sitter's, which never fails: broken sources give a tree with error nodes, and whatever can be
//! recognised in it is reported. All walks are iterative, because generated sources nest deeper than a stack.

mod assertions;
mod build;
mod loops;
mod sites;
mod slice;
mod tokens;
mod trivial;

use std::path::Path;

use crate::file::SourceFile;
use crate::highlight::Token;
use crate::outline::Outline;
use crate::routine::{CallSite, Routine, RoutineKind};
use crate::span::{LineRange, LineSet};
use crate::syntax::{Assertion, Syntax, Wanted};
use crate::walk::{span_of, visit};

/// The syntax of Java.
#[derive(Debug)]
pub struct Java;

impl Syntax for Java {
    fn grammar(&self) -> Option<tree_sitter::Language> {
        Some(tree_sitter_java::LANGUAGE.into())
    }

    fn source_folders(&self) -> &'static [&'static str] {
        &[
            "",
            "src",
            "src/main/java",
            "src/test/java",
            "src/main/kotlin",
            "src/test/kotlin",
            "src/main/scala",
            "src/test/scala",
            "src/main/groovy",
            "src/test/groovy",
            // Integration tests of Maven and Gradle.
            "src/it/java",
            "src/integrationTest/java",
            "src/integrationTest/kotlin",
            // Before Maven, every project had its own ways.
            "src/java",
            "src/main",
            "src/test",
            "src/tests",
            "test",
            "test/java",
            "tests",
            "java",
            "source",
        ]
    }

    /// Kotlin, Scala and Groovy run in the same machine, but read otherwise.
    fn reads(&self, path: &Path) -> bool {
        path.extension()
            .is_some_and(|extension| extension == "java")
    }

    fn outline(&self, file: &SourceFile) -> Outline {
        file.tree()
            .map_or_else(Outline::default, |tree| build::build(file, tree))
    }

    /// The compiler names lambdas `lambda$main$0`; the source gives them no name.
    fn answers_to(&self, routine: &Routine, name: &str) -> bool {
        match routine.kind {
            RoutineKind::Lambda => name == "lambda" || name.starts_with("lambda$"),
            _ => routine.name == name,
        }
    }

    fn tokens(&self, file: &SourceFile, lines: LineRange) -> Vec<Token> {
        let mut tokens = Vec::new();
        visit(file, lines, |node, parent| {
            if node.child_count() == 0
                && let Some(class) = tokens::token_class(node, parent, file.text())
            {
                let span = span_of(node);
                if !span.is_empty() {
                    tokens.push(Token { span, class });
                }
            }
        });
        tokens
    }

    fn code_lines(&self, file: &SourceFile, lines: LineRange) -> LineSet {
        let mut found = LineSet::new();
        visit(file, lines, |node, _| {
            if tokens::is_code_line_start(node) {
                let line = file.line_of(node.start_byte());
                if lines.contains(line) {
                    found.insert(line);
                }
            }
        });
        found
    }

    fn independent_lines(&self, file: &SourceFile, routine: &Routine, wanted: &Wanted) -> LineSet {
        slice::independent_lines(file, routine, wanted)
    }

    fn call_sites(&self, file: &SourceFile, routine: &Routine) -> Vec<CallSite> {
        sites::call_sites(file, routine)
    }

    fn assertions(&self, file: &SourceFile, routine: &Routine) -> Vec<Assertion> {
        assertions::assertions(file, routine)
    }
}
