//! What can be chosen about a session.

use std::collections::HashSet;

use elenchus_belief::ErrorRates;
use elenchus_pattern::{Pattern, any_covers};
use elenchus_strategy::{Strategy, StrategyName, Walk, eval};
use elenchus_transform::{Options, Plan, Search};
use elenchus_tree::place::view;
use elenchus_tree::{NodeId, RootIs};

use crate::limits::Limits;
use crate::program::{Program, is_short_for, routines_called};

/// Which questions are asked, and where.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the next question is chosen.
    pub strategy: StrategyName,
    /// Whether `auto` prefers, among nearly equally good questions, those that are close to the last one
    /// and short to read. Nobody but people cares.
    pub easier_questions: bool,
    /// How the tree is transformed.
    pub plan: Plan,
    /// Details of the transformations.
    pub transform: Options,
    /// The node whose subtree is searched.
    pub at: NodeId,
    /// What is known about that node.
    pub root_is: RootIs,
    /// Routines that are out of question, as what was never recorded is.
    pub exclude: Vec<Pattern>,
    /// Routines that are suspect, whatever else would clear them from the start.
    pub include: Vec<Pattern>,
    /// Routines that are trusted, unless they are included.
    pub trust: Vec<Pattern>,
    /// Whether these may also be ends of names, as screens show them: in a run that goes on, not all names are known.
    pub by_ends: bool,
    /// The names of routines that earlier runs or a right run clear, unless they are included.
    pub trusted_before: HashSet<String>,
    /// The names of routines that are suspect however simple they are: a right version has other code for them.
    pub differing: HashSet<String>,
    /// Routines whose calls are thought unlikely: shown as one node each.
    pub close: Vec<Pattern>,
    /// Calls are closed too when what is inside them is on average at most this share as suspect as
    /// what is around them.
    pub close_unlikely: Option<f64>,
    /// How much of its values a question shows.
    pub limits: Limits,
    /// How often somebody errs who is asked first; nothing when all who are asked are certain.
    pub errors: Option<ErrorRates>,
    /// The probability at which a bug counts as found, where answers may be mistaken.
    pub sure: f64,
    /// Whether somebody can be asked who does not err.
    pub has_certain: bool,
}

/// A bug counts as found at this probability, unless something else is wanted.
pub const SURE: f64 = 0.95;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: StrategyName::default(),
            easier_questions: true,
            plan: Plan::auto(),
            transform: Options::default(),
            at: NodeId::ROOT,
            root_is: RootIs::default(),
            exclude: Vec::new(),
            include: Vec::new(),
            trust: Vec::new(),
            by_ends: false,
            trusted_before: HashSet::new(),
            differing: HashSet::new(),
            close: Vec::new(),
            close_unlikely: None,
            limits: Limits::SCREEN,
            errors: None,
            sure: SURE,
            has_certain: true,
        }
    }
}

impl Settings {
    /// Takes patterns that cover no routine of a run for what screens call routines and classes: without packages, `new Cart`.
    pub fn read_names(&mut self, program: &impl Program) {
        self.by_ends = program.tree().is_growing();
        for patterns in [&mut self.exclude, &mut self.include, &mut self.trust] {
            let meant = patterns.iter().flat_map(|pattern| {
                let names = routines_called(program, pattern.text());
                let names: Vec<Pattern> = names.iter().map(|name| Pattern::new(name)).collect();
                match names.is_empty() || self.by_ends {
                    true => vec![pattern.clone()],
                    false => names,
                }
            });
            *patterns = meant.collect();
        }
    }

    /// Whether a routine is trusted from the start.
    pub fn trusts(&self, routine: &str) -> bool {
        self.names(&self.exclude, routine)
            || !self.names(&self.include, routine)
                && (self.names(&self.trust, routine) || self.trusted_before.contains(routine))
    }

    /// Whether a routine is suspect although it does too little to be worth a question.
    pub fn suspects(&self, routine: &str) -> bool {
        self.names(&self.include, routine) && !self.names(&self.exclude, routine)
    }

    fn names(&self, patterns: &[Pattern], routine: &str) -> bool {
        let class = routine.rsplit_once('.').map_or("", |(class, _)| class);
        let is_end = |pattern: &Pattern| {
            is_short_for(routine, pattern.text()) || is_short_for(class, pattern.text())
        };
        any_covers(patterns, routine) || self.by_ends && patterns.iter().any(is_end)
    }
}

/// How a strategy walks the tree, as far as transformations care.
pub fn search(strategy: StrategyName) -> Search {
    match strategy.facts().walk {
        Walk::SingleStepping => Search::SingleStepping,
        Walk::TopDown => Search::TopDown,
        Walk::HeaviestFirst => Search::HeaviestFirst,
        Walk::DivideAndQuery => Search::DivideAndQuery,
    }
}

/// `auto` tries transformations out with the strategy itself on trees of at most this mass.
const JUDGED: u64 = 1024;

/// Counts the questions of a strategy that is not simply one of the ways to walk a tree, so that
/// `auto` can choose the transformation that suits it.
pub fn judge(strategy: StrategyName) -> impl Fn(&view::Tree) -> Option<u128> {
    let walks = strategy.facts().is_judged_by_walk;
    move |tree| {
        let masses = view::Masses::of(tree);
        let mass = masses.between(view::NodeId::ROOT, view::NodeId::new(tree.len()));
        if walks || mass > JUDGED {
            return None;
        }
        let setup = eval::Setup {
            tree,
            masses: &masses,
            root: RootIs::Known,
            costs: None,
            opening: &[],
        };
        let evaluation = eval::evaluate(&setup, &Strategy::new(strategy), &|_, _| {});
        evaluation.ok().map(|evaluation| evaluation.total)
    }
}
