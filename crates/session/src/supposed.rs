//! Searching with answers that may be mistaken.
//!
//! What is certain narrows the search as ever; what may be mistaken only makes suspects more or less
//! likely (crate `belief`). As long as nothing of the kind was said and nobody who errs is there to be
//! asked, none of this has a say, and questions are those of the chosen strategy.

use std::collections::HashMap;

use elenchus_belief::{ErrorRates, Evidence, Likeliest, Next, Posterior, Record, Search, Verdict};
use elenchus_strategy::select::Index;
use elenchus_tree::Answer;
use elenchus_tree::place::view::{NodeId, SearchSpace};
use elenchus_tree::search::Status;

use crate::log::{By, Log};
use crate::program::Program;
use crate::report::Likely;
use crate::session::{Session, Step};
use crate::stage::Stage;
use crate::subject::Subject;
use crate::words::{many, percent};

/// What is assumed of somebody who says how sure they are, but not how often they err.
const USUAL: (f64, f64) = (0.1, 0.1);

/// What to do next, where answers may be mistaken.
pub(crate) enum Wanted {
    /// Ask about this node of the view; only somebody who is certain, if so.
    Ask(NodeId, IsFor, String),
    /// The bug is in this node of the view, this probably.
    Bug(NodeId, f64),
    /// Nobody can tell these apart.
    Left(Option<Likeliest>),
}

/// Whom a question is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IsFor {
    Anybody,
    Certain,
}

impl<P: Program> Session<P> {
    /// Whether answers that may be mistaken have a say.
    fn weighs_answers(&self) -> bool {
        self.settings.errors.is_some() || self.log.supposed().next().is_some()
    }

    /// What to do next, as far as answers that may be mistaken decide it.
    pub(crate) fn wanted_by_belief(&mut self) -> Option<Wanted> {
        if !self.weighs_answers() {
            return None;
        }
        let kept = self.index.take();
        let (_, _, stage) = self.surveyed();
        let space = stage.space();
        // What is certain already needs no weighing.
        if space.status() != Status::Open {
            return None;
        }
        let index = match kept {
            Some(index) if index.fits(&space) => index,
            _ => Index::new(space.tree(), space.masses()).into(),
        };
        let wanted = self.weigh_up(stage, &space, &index);
        self.index = Some(index);
        Some(wanted)
    }

    fn weigh_up(&self, stage: &Stage, space: &SearchSpace<'_>, index: &Index) -> Wanted {
        let (evidence, asked) = self.evidence(stage);
        let posterior = Posterior::new(space, &evidence);
        let usual = ErrorRates::new(USUAL.0, USUAL.1).unwrap_or(ErrorRates::CERTAIN);
        let search = Search {
            sure: self.settings.sure,
            rates: self.settings.errors.unwrap_or(usual),
            has_certain: self.settings.has_certain,
        };
        match search.next(&posterior, index, &asked, &[]) {
            Next::Found(likeliest) => match likeliest.nodes.first() {
                Some(&(node, share)) => Wanted::Bug(node, share),
                None => Wanted::Left(None),
            },
            Next::AskFallible(choice) => {
                let why = format!(
                    "it is wrong with a probability of {}, so the answer tells most",
                    percent(choice.share)
                );
                Wanted::Ask(choice.node, IsFor::Anybody, why)
            }
            Next::AskCertain(choice) => {
                let left = many(questions_left(&posterior).max(1), "question");
                let why = format!("whoever may err can tell no more; about {left} for you");
                Wanted::Ask(choice.node, IsFor::Certain, why)
            }
            Next::Left(likeliest) => Wanted::Left(likeliest),
        }
    }

    /// What was said that may be mistaken, in terms of the view, and what cannot be asked again.
    fn evidence(&self, stage: &Stage) -> (Vec<Evidence>, Vec<NodeId>) {
        let learned = learned(&self.log);
        let view = stage.view();
        let whole = view.tree().end(NodeId::ROOT);
        let (mut evidence, mut asked) = (Vec::new(), Vec::new());
        for (place, subject, answer, given) in self.log.supposed() {
            let Some((start, end)) = view.stretch(self.ground.span(subject)) else {
                continue;
            };
            asked.push(start);
            let record = learned.get(&self.log.entries()[place].by);
            let rates = record.map_or(given, |record| record.rates(given));
            let (end, verdict) = match answer {
                Answer::Wrong => (end, Verdict::Wrong),
                Answer::Right => (end, Verdict::Right),
                // Then the bug came before it.
                Answer::Inadmissible => (whole, Verdict::Right),
                // Nothing else can be weighed.
                _ => continue,
            };
            evidence.push(Evidence {
                start,
                end,
                verdict,
                rates,
            });
        }
        asked.sort_unstable();
        asked.dedup();
        (evidence, asked)
    }

    /// The likeliest suspects in words.
    pub(crate) fn likely(&self, likeliest: &Likeliest) -> Vec<Likely> {
        let (_, _, stage) = self.surveyed();
        let nodes = likeliest.nodes.iter();
        nodes
            .map(|&(node, share)| {
                let subject = self.ground.subject(stage.view().origin(node));
                Likely {
                    node: self.program.number(subject.first()),
                    title: self.program.heading(subject).title,
                    share,
                }
            })
            .collect()
    }

    /// The end of a search in which nobody can tell the likeliest apart.
    pub(crate) fn left_likely(&mut self, likeliest: Option<Likeliest>) -> Step {
        let likely = likeliest.map(|likeliest| self.likely(&likeliest));
        match self.undecided() {
            Step::Candidates(candidates) => Step::Candidates(crate::report::Candidates {
                likeliest: likely.unwrap_or_default(),
                ..candidates
            }),
            step => step,
        }
    }
}

/// How often everybody who may err was confirmed and contradicted by certain answers about the same.
fn learned(log: &Log) -> HashMap<By, Record> {
    let verdict = |answer| match answer {
        Answer::Right => Some(Verdict::Right),
        Answer::Wrong => Some(Verdict::Wrong),
        _ => None,
    };
    let certain: HashMap<Subject, Answer> = log
        .answers()
        .map(|(_, subject, answer)| (subject, answer))
        .collect();
    let mut learned: HashMap<By, Record> = HashMap::new();
    for (place, subject, answer, _) in log.supposed() {
        let truth = certain.get(&subject).copied().and_then(verdict);
        if let (Some(said), Some(truth)) = (verdict(answer), truth) {
            let by = log.entries()[place].by.clone();
            learned.entry(by).or_default().check(said, truth);
        }
    }
    learned
}

/// About how many certain answers are needed: as many as there are bits to be told.
fn questions_left(posterior: &Posterior<'_, '_>) -> u64 {
    let Some(all) = posterior.likeliest(1.0) else {
        return u64::from(posterior.space().suspects().max(2).ilog2());
    };
    let bits: f64 = all.nodes.iter().map(|&(_, share)| bits_of(share)).sum();
    bits.ceil() as u64
}

fn bits_of(share: f64) -> f64 {
    if share > 0.0 {
        -share * share.log2()
    } else {
        0.0
    }
}
