//! Where in a run each routine ran, and which static fields the code that ran in a piece of it can read.
//!
//! Which static fields code reads is not recorded. But whoever reads one mentions it by name, so the source tells which ones
//! come into question. Where the source is not to be had, all do.

use std::collections::{HashMap, HashSet};

use elenchus_session::Program;
use elenchus_source::Freshness;
use elenchus_trace::definition::{FieldDef, RoutineDef};
use elenchus_tree::{NodeId, RoutineId};

use crate::run::Run;

/// The nodes of a run by routine.
#[derive(Debug)]
pub struct Places {
    of: HashMap<RoutineId, Vec<NodeId>>,
    /// The names of all static fields.
    statics: HashSet<String>,
    /// Those that the source of a routine mentions, for the routines that were looked at; nothing where the source is not
    /// known.
    mentioned: HashMap<RoutineId, Option<HashSet<String>>>,
}

impl Places {
    /// Goes through all nodes of a run.
    pub fn of(run: &Run) -> Places {
        let tree = run.tree();
        let mut of: HashMap<RoutineId, Vec<NodeId>> = HashMap::new();
        for node in tree.nodes() {
            of.entry(tree.routine(node)).or_default().push(node);
        }
        let fields = run.definitions().fields();
        let statics = fields.filter(|field| field.is_static());
        Places {
            of,
            statics: statics.map(|field| field.name.clone()).collect(),
            mentioned: HashMap::new(),
        }
    }

    /// The routines that ran in the nodes from `start` to before `end`.
    fn routines_in(&self, (start, end): (NodeId, NodeId)) -> Vec<RoutineId> {
        let ran = |nodes: &[NodeId]| {
            let first = nodes.partition_point(|&node| node < start);
            nodes.get(first).is_some_and(|&node| node < end)
        };
        let routines = self.of.iter().filter(|(_, nodes)| ran(nodes));
        routines.map(|(&routine, _)| routine).collect()
    }

    /// What the code that ran in a span can read.
    pub fn readers(&mut self, run: &Run, span: (NodeId, NodeId)) -> Readers {
        let mut names = HashSet::new();
        for routine in self.routines_in(span) {
            let statics = &self.statics;
            let known = self
                .mentioned
                .entry(routine)
                .or_insert_with(|| mentioned(run, routine, statics));
            match known {
                Some(known) => names.extend(known.iter().cloned()),
                None => return Readers { names: None },
            }
        }
        Readers { names: Some(names) }
    }
}

/// What the code of a piece of a run mentions.
pub struct Readers {
    /// The names of static fields; nothing when some source is not known.
    names: Option<HashSet<String>>,
}

impl Readers {
    /// Whether some of that code can read this field.
    pub fn may_read(&self, field: &FieldDef) -> bool {
        let names = self.names.as_ref();
        names.is_none_or(|names| names.contains(&field.name))
    }
}

/// Which of some names the source of a routine mentions; nothing where the source is not known.
pub(crate) fn mentioned(
    run: &Run,
    routine: RoutineId,
    names: &HashSet<String>,
) -> Option<HashSet<String>> {
    let definitions = run.definitions();
    let def = definitions.routine(routine.0)?;
    let file = run.sources().file(definitions, def.file)?;
    // Where the file is not the one that ran, lines may have moved, so all of it counts.
    let exact = file.freshness() == Freshness::Unchanged;
    let lines = match lines_of(def).filter(|_| exact) {
        Some((first, last)) => first..=last,
        None => 1..=file.line_count(),
    };
    let found = lines
        .filter_map(|line| file.line(line))
        .flat_map(words)
        .filter(|word| names.contains(*word))
        .map(str::to_owned);
    Some(found.collect())
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
