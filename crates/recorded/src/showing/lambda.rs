//! Lambdas by their source text, and method references as they are written.
//!
//! A recorder names a lambda by the method that holds its body, `Shop::lambda$main$0`. Nobody has written that; what
//! stands there in the source is found by its line and by the names of its parameters.

use elenchus_source::{Outline, RoutineKind, SourceFile, Span};
use elenchus_trace::Touched;
use elenchus_trace::definition::{Definitions, RoutineDef};
use elenchus_trace::value::Time;

use crate::heap::{Heap, Ref, Thing, Value};
use crate::language::Language;
use crate::run::Run;
use crate::showing::words::routine_name;

/// A longer lambda is named by its place.
const LONGEST: usize = 60;

/// As its trace, with lambdas as the source has them.
impl Heap for Run {
    type Time = Time;

    fn language(&self) -> &'static dyn Language {
        self.objects().language()
    }

    fn thing(&self, reference: Ref, time: Time) -> Thing {
        let thing = self.objects().thing(reference, time);
        let written = match &thing {
            Thing::Object { class, fields, .. } => lambda(self, class, fields),
            _ => None,
        };
        written.unwrap_or(thing)
    }

    fn elements(&self, array: Ref, time: Time, start: usize, end: usize) -> Vec<Value> {
        self.objects().elements(array, time, start, end)
    }

    fn touched(&self, from: Time, to: Time) -> Option<Touched> {
        self.objects().touched(from, to)
    }
}

/// What an object of this class is, if it is a lambda or a method reference.
fn lambda(run: &Run, class: &str, fields: &[(String, Value)]) -> Option<Thing> {
    let (owner, method) = class.split_once("::")?;
    let definitions = run.definitions();
    let Some(def) = body(definitions, owner, method) else {
        let captured = fields.iter().map(|&(_, value)| ("on".to_owned(), value));
        return Some(Thing::Lambda {
            text: run.language().class_name(class),
            captured: captured.collect(),
        });
    };
    let text = run
        .sources()
        .file(definitions, def.file)
        .and_then(|file| text(&file, def));
    // The body is a method whose first parameters, after the object around it, are what was captured.
    let around = def.has_receiver().then_some(run.language().receiver());
    let parameters = def
        .parameters
        .iter()
        .map(|parameter| parameter.name.as_str());
    let names = around.into_iter().chain(parameters);
    let captured = fields.iter().zip(names.chain(std::iter::repeat("")));
    Some(Thing::Lambda {
        text: text.unwrap_or_else(|| {
            let name = routine_name(run.language(), definitions, def);
            format!("{name} at line {}", def.first_line)
        }),
        captured: captured
            .map(|((field, value), name)| match name {
                "" => (field.clone(), *value),
                _ => (name.to_owned(), *value),
            })
            .collect(),
    })
}

/// The method that holds the body of a lambda. A method reference calls a method that somebody has written.
fn body<'d>(definitions: &'d Definitions, owner: &str, method: &str) -> Option<&'d RoutineDef> {
    let mut routines = definitions.routines().filter(|def| def.is_lambda());
    routines.find(|def| {
        let class = definitions.class(def.class);
        def.name == method && class.is_some_and(|class| class.name == owner)
    })
}

/// The only lambda around the line whose parameters are the last ones of the method.
fn text(file: &SourceFile, def: &RoutineDef) -> Option<String> {
    let outline: &Outline = file.outline();
    let fitting = outline.routines.iter().filter(|routine| {
        let names = routine.parameters.iter().map(|parameter| &parameter.name);
        let recorded = def.parameters.iter().map(|parameter| &parameter.name);
        routine.kind == RoutineKind::Lambda
            && routine.lines.contains(def.first_line)
            && routine.parameters.len() <= def.parameters.len()
            && names
                .rev()
                .eq(recorded.rev().take(routine.parameters.len()))
    });
    let fitting: Vec<_> = fitting.collect();
    let is_innermost = |span: Span| {
        let mut others = fitting.iter().filter(|other| other.span != span);
        others.all(|other| !span.encloses(other.span))
    };
    let mut innermost = fitting.iter().filter(|routine| is_innermost(routine.span));
    let only = innermost.next().filter(|_| innermost.next().is_none())?;
    let text = file.one_line(only.span);
    (text.chars().count() <= LONGEST).then_some(text)
}
