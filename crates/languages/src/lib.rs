//! The languages whose programs can be asked about. This is the one place where they are listed: a new one is a crate of its own and a
//! line in [`LANGUAGES`].

use elenchus_python::Python;
use elenchus_recorded::java::Java;
use elenchus_recorded::language::Language;
use elenchus_trace::Trace;

/// All of them. The first is taken for recordings that name none or one that is not listed.
pub static LANGUAGES: &[&dyn Language] = &[&Java, &Python];

/// The language of a recorded program.
pub fn of(trace: &Trace) -> &'static dyn Language {
    let name = &trace.meta().language;
    let found = LANGUAGES.iter().find(|language| language.name() == name);
    *found.unwrap_or(&LANGUAGES[0])
}

/// Files and folders that stand at the top of a project in any of the languages.
pub fn project_marks() -> impl Iterator<Item = &'static str> {
    LANGUAGES
        .iter()
        .flat_map(|language| language.project_marks().iter().copied())
}
