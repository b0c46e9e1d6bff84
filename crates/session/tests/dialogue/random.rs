//! Random runs, and an oracle that knows where the bug is.

use std::sync::Arc;

use elenchus_session::{
    Answer, By, NodeNumber, Program, Question, Reply, RootIs, Session, Settings, Shown, Step,
    Subject,
};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use elenchus_tree::{Kind, NodeId, Tree};

/// A run of which only the tree is known.
#[derive(Clone)]
pub struct Run(pub Arc<Tree>);

impl Program for Run {
    fn tree(&self) -> &Arc<Tree> {
        &self.0
    }

    fn show(&self, subject: Subject) -> Shown {
        Shown {
            routine: self.0.label(subject.first()).to_owned(),
            title: format!("{:?}", subject.first()),
            ..Shown::default()
        }
    }
}

/// A tree whose node `i` hangs under `parents[i - 1] mod i`, with a handful of routines.
pub fn run(parents: &[u32]) -> Run {
    let list: Vec<Option<usize>> = std::iter::once(None)
        .chain(parents.iter().zip(1..).map(|(&p, i)| Some(p as usize % i)))
        .collect();
    let (mut tree, _) = Tree::from_parents(&list).unwrap();
    let names = ["f", "g", "h", "k"];
    tree.set_labels(|node| names[node.index() * 7 % 4]);
    Run(Arc::new(tree))
}

/// The same with loops, iterations, chains and unequal suspicion, as `extra` says for each node.
pub fn varied(parents: &[u32], extra: &[(u8, bool, u8)]) -> Run {
    let mut tree = Arc::unwrap_or_clone(run(parents).0);
    let masses: Vec<u64> = tree
        .nodes()
        .zip(extra.iter().cycle())
        .map(|(node, &(kind, chained, mass))| {
            let around = tree.parent(node).map(|parent| tree.kind(parent));
            // Only a loop has iterations, and it has nothing else.
            let kind = match (kind % 3, around) {
                (_, Some(Kind::Loop)) => Kind::Iterations,
                (0, Some(_)) => Kind::Loop,
                _ => Kind::Routine,
            };
            tree.set_kind(node, kind);
            tree.set_chained(node, chained);
            u64::from(mass % 4) + u64::from(node == NodeId::ROOT)
        })
        .collect();
    tree.set_masses(masses);
    Run(Arc::new(tree))
}

/// The honest answer: wrong when the bug is inside.
pub fn honest(run: &Run, subject: Subject, bug: NodeId) -> Answer {
    let inside = subject.nodes(&run.0).any(|node| run.0.contains(node, bug));
    if inside { Answer::Wrong } else { Answer::Right }
}

pub fn settings(strategy: StrategyName, plan: Plan, root_is: RootIs) -> Settings {
    Settings {
        strategy,
        plan,
        root_is,
        ..Settings::default()
    }
}

/// Answers every question by `reply` until the session ends.
pub fn play(session: &mut Session<Run>, mut reply: impl FnMut(&Question) -> Answer) -> Step {
    let limit = 20 * session.program().tree().len() + 20;
    for _ in 0..limit {
        match session.next() {
            Step::Ask(question) => {
                let answer = reply(&question);
                session.answer(Reply::Answer(answer), By::Person).unwrap();
            }
            end => return end,
        }
    }
    panic!("the dialogue does not end");
}

pub fn plans() -> Vec<Plan> {
    use TransformName::*;
    let mut plans = vec![Plan::none(), Plan::auto()];
    for name in [
        Compress,
        CompressAll,
        Collapse,
        Balance,
        BalancePaper,
        LoopsChain,
    ] {
        plans.push(Plan::new(&[name]).unwrap());
    }
    plans
}

/// Whether a report about `node` and what was merged into it names the bug.
pub fn names_bug(step: &Step, bug: NodeId) -> bool {
    match step {
        Step::Found(report) => report.nodes.contains(&NodeNumber(bug.index())),
        Step::Candidates(candidates) => candidates
            .first
            .iter()
            .any(|&(node, _)| node.0 == bug.index()),
        _ => false,
    }
}

/// The same where loops may be hidden: their code is then the routine's.
pub fn names_code_of(step: &Step, bug: NodeId, run: &Run) -> bool {
    let mut around = std::iter::once(bug).chain(run.0.ancestors(bug));
    let routine = around
        .find(|&node| run.0.kind(node) == Kind::Routine)
        .unwrap_or(NodeId::ROOT);
    names_bug(step, bug) || names_bug(step, routine)
}
