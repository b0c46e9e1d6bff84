//! A call up to each of its steps, as something to ask about: "right so far?".
//!
//! The call up to its last suspect step contains the call up to the one before, and so on: a chain in which every node owns
//! one step that is suspect. The ordinary search bisects it. The last step of the shortest wrong beginning is to blame.

use std::collections::BTreeSet;
use std::sync::Arc;

use elenchus_session::{
    Limits, Moment as When, NodeNumber, PartError, Program, RootIs, Settings, Shown, Subject,
    Value, Written, Zoomed,
};
use elenchus_source::Listing;
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;
use elenchus_tree::{Kind, NodeId, Tree, TreeBuilder};

use crate::spread::spread;

/// What the name of a moment begins with: `@5` is the one after step 5.
const MOMENT: char = '@';

/// How many changes stand in one line.
const MOST_CHANGES: usize = 3;

/// The name of what stands beside the values: what comes next.
pub const THEN: &str = "then";

/// The steps of a call, counted from 1 as they ran, each with the moment after it.
pub trait Steps: Send + Sync {
    /// How many ran.
    fn count(&self) -> usize;

    /// The lines that a step can stand on.
    fn lines(&self, step: usize) -> &[u32];

    /// The same code, wherever it ran: a line, and which of the steps that start on it.
    fn place(&self, step: usize) -> (u32, usize);

    /// What is seen right after a step: what it changed, where the code goes on, and the rest.
    fn show(&self, step: usize, limits: Limits) -> Shown;

    /// The same in one line, with what has changed since an earlier step; 0 is the beginning.
    fn brief(&self, since: usize, step: usize) -> String;

    /// The last step up to this one that changed a part of what is seen after it; nothing when no step did.
    fn writer(&self, part: &str, until: usize) -> Result<Option<usize>, PartError>;

    /// The source of the routine, if it is known.
    fn code(&self) -> Option<&Listing>;

    /// What a step is.
    fn kind(&self) -> &'static str;

    /// What is said of a step that is to blame.
    fn why(&self) -> &str;
}

/// A call that is asked about step by step.
pub struct SoFar {
    steps: Box<dyn Steps>,
    /// The steps that are suspect.
    suspects: Vec<usize>,
    tree: Arc<Tree>,
}

impl SoFar {
    /// Asks about those steps of a routine's call that are suspect; nothing when there are none.
    pub fn new(steps: Box<dyn Steps>, routine: &str, suspects: Vec<usize>) -> Option<SoFar> {
        if suspects.is_empty() {
            return None;
        }
        Some(SoFar {
            tree: Arc::new(chain(routine, suspects.len())),
            suspects,
            steps,
        })
    }

    /// Whether an answer can narrow the lines down.
    pub fn is_divisible(&self) -> bool {
        let all: BTreeSet<&[u32]> = self.suspects.iter().map(|&s| self.steps.lines(s)).collect();
        all.len() > 1
    }

    /// What is said of the shortest wrong beginning, which was found after `questions` questions.
    pub fn found(&self, node: NodeId, questions: usize) -> Zoomed {
        let step = self.number(node).0;
        Zoomed {
            lines: self.steps.lines(step).to_vec(),
            step,
            steps: self.steps.count(),
            kind: self.steps.kind(),
            why: self.steps.why().to_owned(),
            differs: Vec::new(),
            questions,
        }
    }

    /// Moments between a right beginning, if one is known, and a wrong one, as parts of what a question shows. The last of them
    /// is the end of the wrong one.
    pub fn moments(&self, right: Option<NodeId>, wrong: NodeId) -> Vec<Value> {
        let mut since = right.map_or(0, |right| self.number(right).0);
        let row = |step: usize| {
            let before = Some(self.steps.brief(since, step));
            since = step;
            Value {
                name: format!("{MOMENT}{step}"),
                before,
                after: None,
            }
        };
        self.spread(right, wrong).into_iter().map(row).collect()
    }

    /// What follows when a moment is said to be the first wrong one of those between a right beginning and a wrong one: the
    /// beginning that is wrong, and the one that is right.
    pub fn first_wrong(
        &self,
        (right, wrong): (Option<NodeId>, NodeId),
        moment: &str,
    ) -> Option<(NodeId, Option<NodeId>)> {
        let step: usize = moment.strip_prefix(MOMENT)?.trim().parse().ok()?;
        let steps = self.spread(right, wrong);
        let place = steps.iter().position(|&other| other == step)?;
        let node = |step: usize| self.node(NodeNumber(step));
        let before = match place {
            0 => right,
            _ => node(steps[place - 1]),
        };
        Some((node(step)?, before))
    }

    fn spread(&self, right: Option<NodeId>, wrong: NodeId) -> Vec<usize> {
        let place = |node: NodeId| self.tree.len() - 1 - node.index();
        let from = right.map_or(0, |right| place(right) + 1);
        let left = &self.suspects[from..=place(wrong)];
        spread(left, |step| self.steps.place(step))
    }

    /// The source of the routine with the lines of the last step of a beginning.
    fn listing(&self, node: NodeId) -> Option<Listing> {
        let lines: BTreeSet<u32> = self
            .steps
            .lines(self.number(node).0)
            .iter()
            .copied()
            .collect();
        let mut code = self.steps.code()?.clone();
        for line in code.blocks.iter_mut().flatten() {
            line.owned = lines.contains(&line.number);
        }
        Some(code)
    }
}

/// What a step has changed: names, and what they stand for now. They come first, since what does not fit is cut at the end.
/// Nothing when nothing has changed.
pub(crate) fn brief(
    step: &str,
    mut changed: impl Iterator<Item = (String, String)>,
) -> Option<String> {
    let first = changed.by_ref().take(MOST_CHANGES);
    let first: Vec<String> = first.map(|(name, now)| format!("{name} = {now}")).collect();
    let more = match changed.next() {
        Some(_) => ", …",
        None => "",
    };
    (!first.is_empty()).then(|| format!("{}{more} after {step}", first.join(", ")))
}

/// The beginnings of a call as a chain, each of which ends with a suspect step: the longest first.
pub fn chain(routine: &str, suspects: usize) -> Tree {
    let mut builder = TreeBuilder::with_capacity(suspects);
    let name = builder.routine(routine);
    for _ in 0..suspects {
        builder.enter(Kind::Routine, name);
    }
    builder.finish()
}

/// How such a chain is searched: the call as a whole is wrong, and each question halves what is left.
pub fn settings(limits: Limits) -> Settings {
    Settings {
        strategy: StrategyName::DivideQuery,
        plan: Plan::none(),
        root_is: RootIs::Known,
        easier_questions: false,
        limits,
        ..Settings::default()
    }
}

impl Program for SoFar {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn show(&self, subject: Subject) -> Shown {
        self.show_within(subject, Limits::SCREEN)
    }

    fn show_within(&self, subject: Subject, limits: Limits) -> Shown {
        self.steps.show(self.number(subject.first()).0, limits)
    }

    fn code(&self, nodes: &[NodeId]) -> Option<Listing> {
        self.listing(*nodes.first()?)
    }

    fn source(&self, subject: Subject) -> Option<Listing> {
        self.listing(subject.first())
    }

    fn writer_of(&self, of: Subject, part: &str, when: When) -> Result<Written, PartError> {
        let step = self.number(of.first()).0;
        let until = match when {
            When::After => step,
            When::Before => step - 1,
        };
        let writer = self.steps.writer(part, until)?;
        // What is not suspect is asked about with the suspect step after it.
        let suspect = writer.map(|writer| self.suspects.partition_point(|&other| other < writer));
        let suspect = suspect.and_then(|place| self.suspects.get(place).copied());
        Ok(match suspect {
            Some(suspect) if suspect >= step => Written::Own,
            Some(suspect) => self
                .node(NodeNumber(suspect))
                .map_or(Written::Before(None), Written::Inside),
            None => Written::Before(None),
        })
    }

    /// The number of its last step.
    fn number(&self, node: NodeId) -> NodeNumber {
        NodeNumber(self.suspects[self.tree.len() - 1 - node.index()])
    }

    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        let place = self.suspects.binary_search(&number.0).ok()?;
        Some(NodeId::new(self.tree.len() - 1 - place))
    }
}
