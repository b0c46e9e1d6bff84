//! Names of routines and loops as people say them.

use elenchus_trace::definition::{Definitions, LoopDef, RoutineDef};

use crate::language::Language;
use crate::sources::Sources;

/// A routine's name: `Chess.castling`, `new Position`, `static initialiser of Chess`.
pub fn routine_name(
    language: &dyn Language,
    definitions: &Definitions,
    def: &RoutineDef,
) -> String {
    let class = definitions.class(def.class);
    language.routine_name(class.map_or("?", |class| &class.name), def)
}

/// A loop's name: its header as it is written, else its line.
pub fn loop_name(definitions: &Definitions, sources: &Sources, def: &LoopDef) -> String {
    let header = sources.with_loop(definitions, def, |file, found| {
        let label = match found.source_label() {
            Some(label) => format!("{label}: "),
            None => String::new(),
        };
        // The code of `while (true)` and of `do` begins with their bodies.
        let line = file.line_of(found.span.start);
        let header = file.one_line(found.header);
        Some(format!("`{label}{header}` at line {line}"))
    });
    match header {
        Some(header) => header,
        None => format!("the loop at line {}", def.first_line),
    }
}

/// What people call a loop (000, footnote 2): its label in the source, else its routine with
/// `_loopN`, after its class. `routine` is the routine's full name.
pub fn loop_label(
    definitions: &Definitions,
    sources: &Sources,
    def: &LoopDef,
    routine: &str,
) -> String {
    let class = routine.rfind('.').map_or("", |end| &routine[..=end]);
    let found = sources.with_loop(definitions, def, |_, found| {
        Some(match found.source_label() {
            Some(label) => format!("{class}{label}"),
            None => format!("{routine}_loop{}", found.index + 1),
        })
    });
    // Without the source, loops are numbered as the class file has them.
    found.unwrap_or_else(|| {
        let same = definitions
            .loops()
            .filter(|other| other.routine == def.routine && other.id <= def.id);
        format!("{routine}_loop{}", same.count())
    })
}
