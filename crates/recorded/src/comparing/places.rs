//! Which static fields the code that ran in a piece of a run can read.
//!
//! Which static fields code reads is not recorded. But whoever reads one mentions it by name, so the source tells which ones
//! come into question. Where the source is not to be had, all do. Constants of an enum are also had by the enum's name
//! (`values()`), in its own code without that, and by whoever goes over the constants of a class.

use std::collections::{BTreeSet, HashMap, HashSet};

use elenchus_session::Program;
use elenchus_source::Freshness;
use elenchus_trace::definition::{Definitions, FieldDef, RoutineDef};
use elenchus_tree::{NodeId, RoutineId, RoutinesRan};

use crate::constants::ConstantFields;
use crate::run::Run;

/// What goes over the constants of an enum that it does not name.
const OVER_CONSTANTS: [&str; 4] = ["getEnumConstants", "EnumSet", "EnumMap", "Enum"];

/// Which code of a run can read what.
#[derive(Debug)]
pub struct Places {
    ran: RoutinesRan,
    /// The names that are looked for: those of all static fields and of the enums whose constants have fields.
    names: HashSet<String>,
    /// Those enums.
    enums: Vec<Enum>,
    /// Those that the source of a routine mentions, for the routines that were looked at; nothing where the source is not
    /// known.
    mentioned: HashMap<RoutineId, Option<HashSet<String>>>,
}

impl Places {
    /// What is looked for in the code of a run.
    pub fn of(run: &Run) -> Places {
        let definitions = run.definitions();
        let statics = definitions.fields().filter(|field| field.is_static());
        let mut names: HashSet<String> = statics.map(|field| field.name.clone()).collect();
        let enums = Enum::all(definitions);
        if !enums.is_empty() {
            names.extend(OVER_CONSTANTS.map(str::to_owned));
            names.extend(enums.iter().map(|one| one.name.clone()));
        }
        Places {
            ran: RoutinesRan::default(),
            names,
            enums,
            mentioned: HashMap::new(),
        }
    }

    /// The routines that ran in a span.
    pub fn routines_ran(
        &mut self,
        run: &Run,
        (start, end): (NodeId, NodeId),
    ) -> BTreeSet<RoutineId> {
        self.ran.between(run.tree(), start, end)
    }

    /// What the code that ran in a span can read.
    pub fn readers(&mut self, run: &Run, (start, end): (NodeId, NodeId)) -> Readers {
        let mut names = HashSet::new();
        let mut own = HashSet::new();
        for routine in self.ran.between(run.tree(), start, end) {
            let looked_for = &self.names;
            let known = self
                .mentioned
                .entry(routine)
                .or_insert_with(|| mentioned(run, routine, looked_for));
            match known {
                Some(known) => names.extend(known.iter().cloned()),
                None => return Readers { named: None },
            }
            let def = run.definitions().routine(routine.0);
            own.extend(def.map(|def| def.class));
        }
        let over_any = OVER_CONSTANTS.iter().any(|&word| names.contains(word));
        let enums = self.enums.iter().filter(|one| {
            let inside = one.classes.iter().any(|class| own.contains(class));
            over_any || inside || names.contains(&one.name)
        });
        let enums = enums.map(|one| one.class).collect();
        Readers {
            named: Some(Named { names, enums }),
        }
    }
}

/// An enum whose constants have fields.
#[derive(Debug)]
struct Enum {
    class: u32,
    /// As code in the same package calls it.
    name: String,
    /// Its class, and those of constants with a body.
    classes: Vec<u32>,
}

impl Enum {
    fn all(definitions: &Definitions) -> Vec<Enum> {
        let constants = ConstantFields::of(definitions);
        let enums = constants.enums().filter_map(|id| definitions.class(id));
        let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned();
        let all = enums.map(|class| Enum {
            class: class.id,
            name: simple(&class.name),
            classes: definitions
                .classes()
                .filter(|other| other.id == class.id || other.parent == class.id)
                .map(|other| other.id)
                .collect(),
        });
        all.collect()
    }
}

/// What the code of a piece of a run mentions.
pub struct Readers {
    /// Nothing when some source is not known.
    named: Option<Named>,
}

struct Named {
    /// The names of static fields.
    names: HashSet<String>,
    /// Enums of which any constant may be read.
    enums: HashSet<u32>,
}

impl Readers {
    /// Whether some of that code can read this field.
    pub fn may_read(&self, field: &FieldDef) -> bool {
        let named = self.named.as_ref();
        named.is_none_or(|named| {
            named.names.contains(&field.name) || named.enums.contains(&field.class)
        })
    }
}

/// Which of some names the source of a routine mentions; nothing where the source is not known.
pub fn mentioned(
    run: &Run,
    routine: RoutineId,
    names: &HashSet<String>,
) -> Option<HashSet<String>> {
    let lines = source_lines(run, routine)?;
    let all = lines.iter().flat_map(|line| words(line));
    let found = all.filter(|word| names.contains(*word));
    Some(found.map(str::to_owned).collect())
}

/// The lines of a routine; nothing where the source is not known.
pub fn source_lines(run: &Run, routine: RoutineId) -> Option<Vec<String>> {
    let definitions = run.definitions();
    let def = definitions.routine(routine.0)?;
    let file = run.sources().file(definitions, def.file)?;
    // Where the file may not be the one that ran, lines may have moved, so all of it counts, unless the routine still stands where it did.
    let lines = match file.freshness() {
        Freshness::Unchanged => lines_of(def),
        Freshness::Changed => None,
        Freshness::Unknown => lines_of(def).and_then(|(first, last)| {
            run.sources().with_routine(definitions, def, |_, found| {
                let fits = found.lines.contains(first) && found.lines.contains(last);
                fits.then_some((found.lines.first, found.lines.last))
            })
        }),
    };
    let (first, last) = lines.unwrap_or((1, file.line_count()));
    let lines = first..=last;
    let texts = lines.filter_map(|line| file.line(line));
    Some(texts.map(str::to_owned).collect())
}

/// The names in a text, and its numbers.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
}

/// The lines that a routine has code on. Initialisers of fields stand apart from the routine that runs them.
fn lines_of(def: &RoutineDef) -> Option<(u32, u32)> {
    let lines = || def.blocks.iter().flat_map(|block| block.lines.iter());
    let first = lines().chain([&def.first_line]).min()?;
    let last = lines().chain([&def.last_line]).max()?;
    (*first > 0).then_some((*first, *last))
}
