//! Where a search can start: at what the user has named, at what failed, or at the run as a whole.

use elenchus_recorded::run::Run;
use elenchus_recorded::verdict::Failure;
use elenchus_session::{Program, RootIs, Subject, find_node};
use elenchus_tree::{Kind, NodeId};

use super::OpeningError;
use super::recording::root_is;

/// Where a search starts, and what is known there.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The run that it belongs to, by its place in the list.
    pub run: usize,
    pub node: NodeId,
    pub root_is: RootIs,
    /// Whether it was picked among several, so that whoever comes back must name it.
    pub picked: bool,
}

/// Where a search in some runs can start.
#[derive(Debug)]
pub enum Symptom {
    /// There is nothing to choose.
    Start(Start),
    /// These calls failed, at least one; whoever asks chooses.
    Failed(Vec<Failed>),
    /// The tests ran and none of them failed.
    NoFailingTest,
}

/// A call that failed.
#[derive(Debug)]
pub struct Failed {
    /// The run that it belongs to, by its place in the list.
    pub run: usize,
    /// The call in a few words.
    pub title: String,
    pub failure: Failure,
}

impl Failed {
    /// The start of a search here; `picked` among several.
    pub fn start(&self, picked: bool) -> Start {
        Start {
            run: self.run,
            node: self.failure.node,
            root_is: RootIs::Known,
            picked,
        }
    }
}

/// Where a search in these runs can start. `at` is what the user has named; with `anywhere`, tests that
/// all passed are searched as a whole.
pub fn symptom(runs: &[&Run], at: Option<&str>, anywhere: bool) -> Result<Symptom, OpeningError> {
    if let Some(name) = at {
        return named(runs, name).map(Symptom::Start);
    }
    let mut failed = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        failed.extend(run.failures().iter().map(|failure| Failed {
            run: number,
            title: run.heading(Subject::node(failure.node)).title,
            failure: failure.clone(),
        }));
    }
    if !failed.is_empty() {
        return Ok(Symptom::Failed(failed));
    }
    let tested = runs.iter().any(|run| run.has_tests());
    let growing = runs.iter().any(|run| run.tree().is_growing());
    if tested && !growing && !anywhere {
        return Ok(Symptom::NoFailingTest);
    }
    let largest = (0..runs.len()).max_by_key(|&number| runs[number].tree().len());
    let run = largest.unwrap_or(0);
    Ok(Symptom::Start(Start {
        run,
        node: NodeId::ROOT,
        root_is: root_is(runs[run]),
        picked: false,
    }))
}

/// Where to start in a run that has just ended, when nobody is there to choose.
pub fn when_ended(run: &Run) -> (NodeId, RootIs) {
    match run.failures().first() {
        Some(failure) => (failure.node, RootIs::Known),
        None => (NodeId::ROOT, root_is(run)),
    }
}

/// The node that the user has named, or the root.
pub fn node_at(program: &impl Program, name: Option<&str>) -> Result<NodeId, OpeningError> {
    let Some(name) = name else {
        return Ok(NodeId::ROOT);
    };
    find_node(program, name).ok_or_else(|| OpeningError::NoSuchNode(name.to_owned()))
}

/// The call that the user has named, in the first run that has it.
fn named(runs: &[&Run], name: &str) -> Result<Start, OpeningError> {
    let run = runs
        .iter()
        .position(|run| find_node(*run, name).is_some())
        .unwrap_or(0);
    let node = node_at(runs[run], Some(name))?;
    let failed = runs[run].failures().iter().any(|f| f.node == node);
    Ok(Start {
        run,
        node,
        root_is: match failed {
            true => RootIs::Known,
            false => RootIs::Unknown,
        },
        picked: true,
    })
}

/// What names a failed call: its name, which is the same in the next run, unless that means another one.
pub fn address(runs: &[&Run], failed: &Failed) -> String {
    let node = failed.failure.node;
    let tree = runs[failed.run].tree();
    let names = tree.routine_names();
    let name_of = |node| &names[tree.routine(node).index()];
    let full = name_of(node);
    let is_call = |node: &NodeId| tree.kind(*node) != Kind::Loop && name_of(*node) == full;
    let nth = tree
        .nodes()
        .take_while(|&other| other <= node)
        .filter(is_call)
        .count();
    let short = full
        .rmatch_indices('.')
        .nth(1)
        .map_or(full.as_str(), |(dot, _)| &full[dot + 1..]);
    // Shells would read a dollar sign as a variable.
    let short = short.replace('$', ".");
    let name = match nth {
        0 | 1 => short,
        _ => format!("{short}#{nth}"),
    };
    match named(runs, &name) {
        Ok(start) if (start.run, start.node) == (failed.run, node) => name,
        _ => node.0.to_string(),
    }
}
