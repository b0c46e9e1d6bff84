//! Whether two recordings were made alike, so that one can answer questions about the other.

use elenchus_trace::definition::Definitions;

use crate::run::Run;

/// What keeps a recording from answering questions about another one, or from answering many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlike {
    /// They are of programs in these languages: no question will be answered.
    Language { good: String, this: String },
    /// They were made by these recorders, which may record values differently.
    Recorder { good: String, this: String },
    /// Different code was recorded; no pattern stands for the usual classes.
    Scope {
        good: Vec<String>,
        this: Vec<String>,
    },
    /// The good version was compiled without the names of locals, so loops are compared by less.
    GoodLacksNames {
        /// How it is compiled so that it has them.
        remedy: Option<&'static str>,
    },
    /// The same for the version that is asked about.
    ThisLacksNames { remedy: Option<&'static str> },
}

/// How the recording of a good version differs from this one in how it was made.
pub fn differences(run: &Run, good: &Run) -> Vec<Unlike> {
    let (this, that) = (run.trace().meta(), good.trace().meta());
    let mut differences = Vec::new();
    if this.language != that.language {
        differences.push(Unlike::Language {
            good: that.language.clone(),
            this: this.language.clone(),
        });
    }
    if this.recorder != that.recorder {
        differences.push(Unlike::Recorder {
            good: that.recorder.clone(),
            this: this.recorder.clone(),
        });
    }
    if this.scope != that.scope {
        differences.push(Unlike::Scope {
            good: that.scope.clone(),
            this: this.scope.clone(),
        });
    }
    let remedy = |run: &Run| run.language().debug_option();
    if lacks_names(good.definitions()) {
        let remedy = remedy(good);
        differences.push(Unlike::GoodLacksNames { remedy });
    }
    if lacks_names(run.definitions()) {
        let remedy = remedy(run);
        differences.push(Unlike::ThisLacksNames { remedy });
    }
    differences
}

/// Whether variables of loops have no names.
fn lacks_names(definitions: &Definitions) -> bool {
    let mut locals = definitions.loops().flat_map(|def| &def.locals).peekable();
    locals.peek().is_some() && locals.all(|local| local.variable.name.is_empty())
}
