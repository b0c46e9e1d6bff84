//! Whether two recordings were made alike, so that one can answer questions about the other.

use elenchus_trace::definition::Definitions;

use crate::run::Run;

/// What keeps a recording from answering questions about another one, or from answering many; with what
/// to do about it.
pub fn differences(run: &Run, good: &Run) -> Vec<String> {
    let (here, there) = (run.trace().meta(), good.trace().meta());
    let mut differences = Vec::new();
    if here.language != there.language {
        differences.push(format!(
            "it is of a {} program and this one of a {} program: no question will be answered",
            there.language, here.language
        ));
    }
    if here.recorder != there.recorder {
        differences.push(format!(
            "it was made by {} and this one by {}, which may record values differently: record it again",
            there.recorder, here.recorder
        ));
    }
    if here.scope != there.scope {
        differences.push(format!(
            "it records {} and this one {}: record both with the same --include, --exclude and --writes",
            scope(&there.scope),
            scope(&here.scope)
        ));
    }
    for (definitions, which) in [
        (good.definitions(), "it was"),
        (run.definitions(), "this program was"),
    ] {
        if lacks_names(definitions) {
            differences.push(format!(
                "{which} compiled without the names of locals, so loops are compared by less: compile with `javac -g`"
            ));
        }
    }
    differences
}

fn scope(patterns: &[String]) -> String {
    match patterns {
        [] => "the usual classes".to_owned(),
        patterns => format!("`{}`", patterns.join(", ")),
    }
}

/// Whether variables of loops have no names.
fn lacks_names(definitions: &Definitions) -> bool {
    let mut locals = definitions.loops().flat_map(|def| &def.locals).peekable();
    locals.peek().is_some() && locals.all(|local| local.variable.name.is_empty())
}
