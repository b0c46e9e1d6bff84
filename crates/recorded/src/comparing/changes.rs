//! Which code differs between a run and a good one, and where the run ran it.
//!
//! The same code, started from the same state, does the same. So when a run goes wrong that began like the good one, the
//! cause is code that differs; and code that is the same in both cannot be blamed for what came out otherwise: then something
//! unseen differs (a clock, a file, chance, the contents of an object that is not recorded). Code is told apart by the
//! hash of its instructions, which does not change when lines move.

use std::collections::{HashMap, HashSet};

use elenchus_session::Program;
use elenchus_trace::definition::{Definitions, RoutineDef, routine_flag};
use elenchus_tree::{NodeId, RoutineId};

use crate::comparing::behaviour::routine_code;
use crate::run::Run;

/// How the code of a routine compares with the good version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Same,
    /// It has other instructions, or its class has no such routine there.
    Other,
    /// The good run never loaded its class.
    Unknown,
}

/// The code of a run compared with that of a good one.
pub struct Changes {
    code: HashMap<RoutineId, Code>,
    /// The nodes that ran code which differs, in the order of the run.
    places: Vec<NodeId>,
    /// Whether several threads ran: what stands later in the tree may then have run earlier.
    threads: bool,
}

impl Changes {
    /// Compares all code that the two runs know.
    pub fn between(run: &Run, good: &Run) -> Changes {
        let there = hashes(good.definitions());
        let classes = class_names(good.definitions());
        let definitions = run.definitions();
        let compare = |def: &RoutineDef| match there.get(&routine_code(definitions, def)) {
            Some(hashes) if hashes.contains(&def.code_hash) => Code::Same,
            Some(_) => Code::Other,
            None => match definitions.class(def.class) {
                Some(class) if classes.contains(class.name.as_str()) => Code::Other,
                _ => Code::Unknown,
            },
        };
        let code: HashMap<RoutineId, Code> = definitions
            .routines()
            .map(|def| (RoutineId(def.id), compare(def)))
            .collect();
        let tree = run.tree();
        let differs = |node: &NodeId| code.get(&tree.routine(*node)) == Some(&Code::Other);
        Changes {
            places: tree.nodes().filter(differs).collect(),
            threads: run.trace().forest().strands.len() > 1,
            code,
        }
    }

    /// How the code of a routine compares.
    pub fn of(&self, routine: RoutineId) -> Code {
        self.code.get(&routine).copied().unwrap_or(Code::Unknown)
    }

    /// The nodes that ran code which differs.
    pub fn places(&self) -> &[NodeId] {
        &self.places
    }

    /// Those of them from `start` to before `end`.
    pub fn places_inside(&self, (start, end): (NodeId, NodeId)) -> &[NodeId] {
        let first = self.places.partition_point(|&place| place < start);
        let last = self.places.partition_point(|&place| place < end);
        &self.places[first..last.max(first)]
    }

    /// Whether code that differs ran in the nodes from `start` to before `end`.
    pub fn inside(&self, span: (NodeId, NodeId)) -> bool {
        !self.places_inside(span).is_empty()
    }

    /// Whether code that differs may have run before the nodes from `start` to before `end` began: then what is not
    /// recorded may differ by then.
    pub fn before(&self, (start, end): (NodeId, NodeId)) -> bool {
        let outside = |&place: &NodeId| place < start || place >= end;
        match self.threads {
            true => self.places.iter().any(outside),
            false => self.places.first().is_some_and(|&place| place < start),
        }
    }
}

/// The hashes of all routines by what they are called. Classes of two loaders may share a name.
fn hashes(definitions: &Definitions) -> HashMap<String, Vec<u64>> {
    let mut hashes: HashMap<String, Vec<u64>> = HashMap::new();
    for def in definitions.routines() {
        let code = routine_code(definitions, def);
        hashes.entry(code).or_default().push(def.code_hash);
    }
    hashes
}

/// The classes that have routines.
fn class_names(definitions: &Definitions) -> HashSet<&str> {
    let classes = definitions.routines();
    let classes = classes.filter_map(|def| definitions.class(def.class));
    classes.map(|class| class.name.as_str()).collect()
}

/// Whether the good run called a routine that the run in question does not have, from code that is the same in both: then
/// what is wrong may be that this routine is missing, as an override can be.
pub fn lacks_routines(run: &Run, good: &Run) -> bool {
    let here = hashes(run.definitions());
    let classes = class_names(run.definitions());
    let definitions = good.definitions();
    let is_missing = |routine: RoutineId| {
        definitions.routine(routine.0).is_some_and(|def| {
            let class = definitions.class(def.class);
            let is_known = class.is_some_and(|class| classes.contains(class.name.as_str()));
            let made = routine_flag::SYNTHETIC | routine_flag::BRIDGE;
            is_known && def.flags & made == 0 && !here.contains_key(&routine_code(definitions, def))
        })
    };
    let missing: HashSet<RoutineId> = definitions
        .routines()
        .map(|def| RoutineId(def.id))
        .filter(|&routine| is_missing(routine))
        .collect();
    if missing.is_empty() {
        return false;
    }
    let changes = Changes::between(good, run);
    let tree = good.tree();
    let mut calls = tree
        .nodes()
        .filter(|&node| missing.contains(&tree.routine(node)));
    calls.any(|node| {
        let caller = tree.parent(node).map(|parent| tree.routine(parent));
        caller.is_none_or(|caller| changes.of(caller) == Code::Same)
    })
}
