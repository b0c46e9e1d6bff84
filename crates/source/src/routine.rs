//! Routines and loops of a source file as plain data, whatever its language.

use crate::file::SourceFile;
use crate::span::{LineRange, Span};

/// What a routine is in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoutineKind {
    /// A method.
    Method,
    /// A constructor, also a record's compact one.
    Constructor,
    /// An instance initialiser block. The compiler copies it into the constructors.
    InstanceInitialiser,
    /// A static initialiser block.
    StaticInitialiser,
    /// A lambda expression.
    Lambda,
    /// Written by the compiler, not by the user: default constructors, record accessors, `values` of an enum.
    Implicit,
}

/// Why a routine is trivial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trivial {
    /// Returns the field that its name says: `getX`, `isX`, `x`.
    Getter,
    /// Assigns its only parameter to the field that its name says: `setX`, `withX`, `x`; it may return `this`.
    Setter,
    /// Returns a field of another name, or `this`. The weakest of the kinds: the field may be the wrong one.
    Accessor,
    /// A constructor that does nothing but pass its parameters on in their order and copy the others into fields of the
    /// same names, in a class without initialisers (which run as part of it).
    DelegatingConstructor,
    /// Written by the compiler.
    Generated,
}

/// A parameter as declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as written, with `...` for a variable-arity one; empty where the source leaves it out (lambdas).
    pub type_name: String,
}

/// A call as it is written in a routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// The name of the routine, or of the class that an object is made of.
    pub name: String,
    /// The line on which that name stands.
    pub line: u32,
    /// The line on which the expression begins.
    pub begins: u32,
}

/// One routine: code that runs as one activation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    /// The name that recordings use: `castling`, `<init>`, `<clinit>` and `lambda` in Java, `__init__` in Python.
    pub name: String,
    /// The simple or nested class it belongs to, as class files name it: `Outer$Inner`, `Outer$1`.
    pub class: String,
    /// What it is.
    pub kind: RoutineKind,
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// The whole declaration, annotations included.
    pub span: Span,
    /// The declaration without its body.
    pub header: Span,
    /// The body, braces included; `None` for abstract, native and implicit routines.
    pub body: Option<Span>,
    /// The lines of the declaration.
    pub lines: LineRange,
    /// Its loops in source order, an outer loop before the loops inside it. Loops of lambdas and of classes inside the
    /// body belong to those.
    pub loops: Vec<Loop>,
    /// Why its syntax makes it too simple to ask about, if it is.
    pub trivial: Option<Trivial>,
}

impl Routine {
    /// Finds the loop that a class file knows by the line of its header.
    ///
    /// `nth` counts (from 0) the loops of the same method with the same header line, in bytecode order. Compilers copy
    /// `finally` blocks and instance initialisers, so a count beyond the loops on the line starts again at the first.
    pub fn loop_at(&self, header_line: u32, nth: usize) -> Option<&Loop> {
        // The line of a header says more than the first line of a body, which may be the header of a loop inside.
        let by_header = |candidate: &&Loop| candidate.header_at(header_line);
        let by_body = |candidate: &&Loop| candidate.starts_at(header_line);
        let mut exact: Vec<&Loop> = self.loops.iter().filter(by_header).collect();
        if exact.is_empty() {
            exact = self.loops.iter().filter(by_body).collect();
        }
        if !exact.is_empty() {
            return exact.get(nth % exact.len()).copied();
        }
        // A condition that spans lines may begin its code anywhere inside: take the innermost loop around the line.
        self.loops
            .iter()
            .filter(|candidate| candidate.lines.contains(header_line))
            .max_by_key(|candidate| candidate.span.start)
    }

    /// Finds all loops of a method at once, given the header lines in bytecode order. The answer holds an index into
    /// [`Routine::loops`] for each line.
    pub fn match_loops(&self, header_lines: &[u32]) -> Vec<Option<usize>> {
        let mut seen = std::collections::HashMap::new();
        header_lines
            .iter()
            .map(|&line| {
                let nth = seen.entry(line).or_insert(0);
                let found = self.loop_at(line, *nth);
                *nth += 1;
                found.map(|found| found.index)
            })
            .collect()
    }
}

/// The kinds of loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopKind {
    /// `for (initialiser; condition; update)`.
    For,
    /// `for (variable : iterable)`.
    ForEach,
    /// `while (condition)`.
    While,
    /// `do … while (condition)`.
    Do,
}

impl LoopKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            LoopKind::For => "for",
            LoopKind::ForEach => "for-each",
            LoopKind::While => "while",
            LoopKind::Do => "do",
        }
    }
}

/// The parts of a loop that decide where it starts and when it stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopPart {
    /// What runs once before the first iteration.
    Initialiser,
    /// What is tested before (or after) each iteration.
    Condition,
    /// What runs after each iteration.
    Update,
    /// What a for-each loop runs over.
    Bounds,
}

impl LoopPart {
    /// The part's name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            LoopPart::Initialiser => "initialiser",
            LoopPart::Condition => "condition",
            LoopPart::Update => "update",
            LoopPart::Bounds => "bounds",
        }
    }
}

/// One loop of a routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// Its place in [`Routine::loops`].
    pub index: usize,
    /// The loop around it in the same routine.
    pub parent: Option<usize>,
    /// Its label in the source, else `method_loopN` with N counting from 1 in source order.
    pub label: String,
    /// Whether the label stands in the source.
    pub is_labelled: bool,
    /// Its kind.
    pub kind: LoopKind,
    /// The whole statement without its label.
    pub span: Span,
    /// The lines of the statement.
    pub lines: LineRange,
    /// `for (…)`, `while (…)`, or the `while (…)` that ends a `do`.
    pub header: Span,
    /// The parts that are present, in source order, with their places.
    pub parts: Vec<(LoopPart, Span)>,
    /// The names of the variables that the header declares.
    pub variables: Vec<String>,
    /// The body statement, braces included.
    pub body: Span,
    /// The lines of the body.
    pub body_lines: LineRange,
    /// The lines on which a compiler may let the loop's header begin; the last one is the first line of the body.
    pub header_lines: Vec<u32>,
}

impl Loop {
    /// Its label, if it has one in the source.
    pub fn source_label(&self) -> Option<&str> {
        self.is_labelled.then_some(self.label.as_str())
    }

    /// The line of the keyword: the one people name the loop by.
    pub fn line(&self) -> u32 {
        self.lines.first
    }

    /// The place of a part, if the loop has it.
    pub fn part(&self, wanted: LoopPart) -> Option<Span> {
        self.parts
            .iter()
            .find(|(part, _)| *part == wanted)
            .map(|&(_, span)| span)
    }

    /// The parts that decide start and stop, in words: "initialiser `int i = 1`, condition `i < n` or update `i++`".
    ///
    /// A loop without any (`for (;;)`) is "its body, which alone ends it".
    pub fn bounds_text(&self, file: &SourceFile) -> String {
        let named: Vec<String> = self
            .parts
            .iter()
            .map(|(part, span)| format!("{} `{}`", part.name(), file.one_line(*span)))
            .collect();
        match named.as_slice() {
            [] => "body, which alone ends it".to_owned(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }

    /// Whether the line is one of the header's own.
    fn header_at(&self, line: u32) -> bool {
        let (_, header) = self.header_lines.split_last().unwrap_or((&0, &[]));
        header.contains(&line)
    }

    fn starts_at(&self, header_line: u32) -> bool {
        self.header_lines.contains(&header_line)
    }
}
