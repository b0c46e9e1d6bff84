//! The languages whose programs can be asked about, and which of them can be recorded. This is the one place where they are listed: a new one
//! is a crate of its own and an entry in [`LANGUAGES`].

use elenchus_launch::Launcher;
use elenchus_python::Python;
use elenchus_recorded::language::Language;
use elenchus_trace::Trace;

/// A language.
#[derive(Debug)]
pub struct Entry {
    /// How its recordings are shown.
    pub language: &'static dyn Language,
    /// How its programs are recorded, if they can be.
    pub launcher: Option<&'static dyn Launcher>,
    /// Whether its recorded calls can be run again (crate `rerun`).
    pub runs_again: bool,
}

/// All of them. The first is taken for recordings that name none or one that is not listed.
pub static LANGUAGES: &[Entry] = &[
    Entry {
        language: &elenchus_recorded::java::Java,
        launcher: Some(&elenchus_launch::java::Jvm),
        runs_again: true,
    },
    Entry {
        language: &Python,
        launcher: None,
        runs_again: false,
    },
];

fn entry(trace: &Trace) -> &'static Entry {
    let name = &trace.meta().language;
    let mut entries = LANGUAGES.iter();
    let found = entries.find(|entry| entry.language.name() == name);
    found.unwrap_or(&LANGUAGES[0])
}

/// The language of a recorded program.
pub fn of(trace: &Trace) -> &'static dyn Language {
    entry(trace).language
}

/// Whether calls of a recorded program can be run again.
pub fn runs_again(trace: &Trace) -> bool {
    entry(trace).runs_again
}

/// How programs are recorded, for every language that can be.
pub fn launchers() -> impl Iterator<Item = &'static dyn Launcher> {
    LANGUAGES.iter().filter_map(|entry| entry.launcher)
}

/// Files and folders that stand at the top of a project in any of the languages.
pub fn project_marks() -> impl Iterator<Item = &'static str> {
    LANGUAGES
        .iter()
        .flat_map(|entry| entry.language.project_marks().iter().copied())
}
