//! The inner side of a session: surveying what is left, choosing the question, and the end.

use std::collections::{BTreeSet, HashSet};

use elenchus_strategy::{Context, Effort, Response, RoutineCounts};
use elenchus_transform::Span;
use elenchus_tree::place::view;
use elenchus_tree::{Answer, Kind, NodeId, RootIs, RoutineId};

use crate::clash::minimal_clash;
use crate::ease::Ease;
use crate::limits::Limits;
use crate::log::{By, Entry, Log, Said, answer_word, supposed_word};
use crate::outlook::outlook;
use crate::program::{Program, Shown};
use crate::question::{Question, Suspects};
use crate::remaining::{Cleared, Remaining, Start, Suspicion};
use crate::report::{LOOP_HINT, Report, Traceability, Verdict};
use crate::session::{Session, Step};
use crate::stage::{Forest, Stage};
use crate::subject::Subject;

/// Of more calls side by side than this, the others count as unsettled.
const MOST_MEMBERS: usize = 1000;

impl<P: Program> Session<P> {
    /// Brings everything up to date that is computed from the log.
    pub(crate) fn survey(&mut self) {
        self.weigh();
        if self.stage.is_some() {
            return;
        }
        let crowded = std::mem::take(&mut self.crowded);
        self.stage = self.staged(&crowded);
        self.crowded = crowded;
    }

    /// A view of what is left, in which no group holds one of these crowded stretches of calls.
    pub(crate) fn staged(&mut self, crowded: &BTreeSet<Span>) -> Option<Stage> {
        let span = self.remaining.as_ref().map(|remaining| remaining.span);
        let closed = span.map(|span| self.closed_in(span)).unwrap_or_default();
        let (remaining, suspicion) = (self.remaining.as_ref()?, self.suspicion.as_ref()?);
        let forest = Forest {
            closed,
            opened: &self.opened,
            crowded,
            unseen: self.unseen(remaining, suspicion),
        };
        Some(Stage::new(
            &self.ground,
            suspicion,
            remaining,
            &self.settings,
            forest,
            self.program.costs(),
        ))
    }

    /// Brings up to date what is left and how suspect it is.
    pub(crate) fn weigh(&mut self) {
        if self.remaining.is_some() && self.suspicion.is_some() {
            return;
        }
        let cleared = self.cleared_after(&self.log);
        let suspicion = self.suspicion.take();
        let suspicion = suspicion.filter(|suspicion| *suspicion.cleared() == cleared);
        let suspicion = suspicion.unwrap_or_else(|| {
            let earlier = self.before_growth.take();
            Suspicion::after_growth(self.ground.tree(), cleared, earlier)
        });
        self.remaining = Some(self.remaining_after(&self.log, &suspicion));
        self.suspicion = Some(suspicion);
    }

    /// The suspicion on what the run has still to do: as much as on all that has begun, because a run that
    /// has gone on for a while will, for all we know, go on for as long again. Nothing once something is
    /// known to be wrong, or when all is over.
    pub(crate) fn unseen(&self, remaining: &Remaining, suspicion: &Suspicion) -> u64 {
        let tree = self.ground.tree();
        let start = self.start(&self.log).span;
        let running = !self
            .program
            .tree()
            .is_finished(self.ground.recorded(start.start));
        if remaining.wrong || !running {
            return 0;
        }
        let open = tree.open_nodes();
        let open = open.filter(|&node| start.start <= node && node < start.end);
        let begun: u64 = open.map(|node| tree.own_mass(node)).sum();
        suspicion.masses().between(start.start, start.end) + begun
    }

    /// Whose own code is out of question after `log`.
    fn cleared_after(&self, log: &Log) -> Cleared {
        Cleared {
            trusted: self.trusted_after(log),
            explained: self.ground.explained(&self.ground.bugs(log)),
            loops: &self.ground.cleared_loops(log) | &self.unsuspected_loops(log),
        }
    }

    /// The routines whose own code is trusted: by what was said, and by what they are.
    fn trusted_after(&self, log: &Log) -> HashSet<RoutineId> {
        let mut trusted = self.ground.trusted(log, &self.settings, &self.program);
        trusted.extend(self.unsuspected_trivial(log));
        trusted
    }

    pub(crate) fn remaining_after(&self, log: &Log, suspicion: &Suspicion) -> Remaining {
        let tree = self.ground.tree();
        let bugs = self.ground.bugs(log);
        let bugs: Vec<Span> = bugs.iter().map(|&bug| Span::of(tree, bug)).collect();
        let outlives = |subject| self.program.outliving(subject);
        let answers = self.ground.placed(log, outlives);
        Remaining::after(tree, suspicion, &self.start(log), &bugs, &answers)
    }

    /// What [`Session::survey`] found.
    pub(crate) fn surveyed(&self) -> (&Remaining, &Suspicion, &Stage) {
        match (&self.remaining, &self.suspicion, &self.stage) {
            (Some(remaining), Some(suspicion), Some(stage)) => (remaining, suspicion, stage),
            _ => unreachable!("a survey leaves nothing out"),
        }
    }

    fn start(&self, log: &Log) -> Start {
        let (tree, node) = (self.ground.tree(), self.ground.base_node(self.settings.at));
        if let Some(caller) = self.widened_by(log) {
            return Start {
                span: Span::of(tree, self.ground.base_node(caller)),
                wrong: true,
                pieces: Vec::new(),
            };
        }
        // Of something that is still running, what has finished may well be right.
        let finished = self.program.tree().is_finished(self.settings.at);
        let mut around = std::iter::once(node).chain(tree.ancestors(node));
        let prepared = self
            .prepared
            .iter()
            .map(|&node| self.ground.base_node(node));
        let first = prepared.clone().next().unwrap_or(node);
        let whole = around.find(|&around| tree.contains(around, first));
        let of = |node| Span::of(tree, node);
        Start {
            span: of(whole.unwrap_or(node)),
            wrong: self.settings.root_is == RootIs::Known && finished,
            pieces: match self.prepared.is_empty() {
                true => Vec::new(),
                false => prepared.chain([node]).map(of).collect(),
            },
        }
    }

    /// Whether a recorded node lies in what is searched from the start, or since a caller of that is.
    pub(crate) fn is_searched(&self, node: NodeId) -> bool {
        let tree = self.program.tree();
        let widened = self.widened_by(&self.log);
        let pieces = self.prepared.iter().chain([&self.settings.at]);
        let mut pieces = pieces.chain(widened.as_ref());
        pieces.any(|&piece| tree.contains(piece, node))
    }

    /// How many suspects this answer would leave.
    fn suspects_after(&self, subject: Subject, answer: Answer) -> u64 {
        let said = Said::Answered(subject, answer);
        let log = self.log.with(Entry {
            said,
            by: By::Person,
        });
        let (_, suspicion, _) = self.surveyed();
        let remaining = self.remaining_after(&log, suspicion);
        remaining.suspects(suspicion.masses())
    }

    /// What the strategy says.
    pub(crate) fn choose(&mut self) -> Response {
        let counts = self.counts();
        let Some(stage) = &self.stage else {
            unreachable!("a survey leaves nothing out");
        };
        let ease = self.ease(stage);
        let context = Context {
            costs: stage.costs(),
            effort: ease.as_ref().map(|ease| ease as &dyn Effort),
            ..Context::new(&counts)
        };
        // The caches of the clone are shared, and come back with what it says about its choice.
        let mut strategy = self.strategy.clone();
        let response = strategy.next(&stage.space(), &context);
        self.strategy = strategy;
        response
    }

    /// What it takes to answer questions about a stage, if that counts.
    fn ease<'s>(&'s self, stage: &'s Stage) -> Option<Ease<'s, P>> {
        self.settings.easier_questions.then(|| Ease {
            program: &self.program,
            ground: &self.ground,
            view: stage.view(),
            asked: self.asked_last(),
            avoided: &self.avoided.subjects,
        })
    }

    /// What a person was asked about last. Whoever let an oracle answer has not seen the question.
    fn asked_last(&self) -> Option<Subject> {
        let entries = self.log.entries().iter().rev();
        let mut answers = entries.filter_map(|entry| match entry.said {
            Said::Answered(subject, _) if entry.by == By::Person => Some(subject),
            _ => None,
        });
        answers.next()
    }

    /// How often each routine was right or wrong.
    fn counts(&self) -> RoutineCounts {
        let tree = self.program.tree();
        let mut counts = RoutineCounts::new();
        for (_, subject, answer) in self.log.answers() {
            if let Some(node) = subject.single() {
                counts.add(tree.routine(node), answer);
            }
        }
        counts
    }

    /// The question about the root, when it comes before everything else.
    pub(crate) fn root_first(&mut self) -> Option<Step> {
        let root = Subject::node(self.ground.recorded(self.start(&self.log).span.start));
        let answered = self.log.answers().any(|(_, subject, _)| subject == root);
        let due = self.settings.root_is == RootIs::Asked
            && !answered
            && self.program.tree().is_finished(root.first())
            && self.log.found().next().is_none();
        due.then(|| self.ask(root, "the whole run is asked about first".to_owned()))
    }

    /// The step that asks about `subject`.
    pub(crate) fn ask(&mut self, subject: Subject, why: String) -> Step {
        let (remaining, suspicion, stage) = self.surveyed();
        let masses = suspicion.masses();
        let span = self.ground.span(subject);
        let now = remaining.suspects(masses);
        let inside = remaining.suspects_in(masses, span);
        let outliving = self.program.outliving(subject).into_iter();
        let outliving =
            outliving.map(|node| Span::of(self.ground.tree(), self.ground.base_node(node)));
        let spared: u64 = outliving
            .map(|span| remaining.suspects_in(masses, span))
            .sum();
        let counts = self.counts();
        let ease = self.ease(stage);
        let context = Context {
            costs: stage.costs(),
            effort: ease.as_ref().map(|ease| ease as &dyn Effort),
            ..Context::new(&counts)
        };
        let question = Question {
            number: self.log.numbered().count() + 1,
            subject,
            nodes: (
                self.program.number(subject.first()),
                self.program.number(subject.last()),
            ),
            shown: self.show(subject),
            why,
            suspects: match subject
                .single()
                .is_some_and(|node| self.has_called_the_search(node))
            {
                // What is said about a caller may widen the search.
                true => Suspects {
                    now,
                    if_right: self.suspects_after(subject, Answer::Right),
                    if_wrong: self.suspects_after(subject, Answer::Wrong),
                },
                false => Suspects {
                    now,
                    if_right: now - inside + spared,
                    // Whatever is wrong is suspect, even if it had been cleared before.
                    if_wrong: if inside == 0 { now } else { inside },
                },
            },
            outlook: outlook(&stage.space(), &self.strategy, &context, || {
                stage.questions_to_go()
            }),
            disputed: self.log.is_disputed(subject),
            is_for_certain: false,
        };
        tracing::info!(
            number = question.number,
            nodes = ?question.nodes,
            kind = question.shown.kind,
            suspects = now,
            "a question is chosen"
        );
        tracing::debug!(title = question.shown.title, why = question.why);
        self.asked = Some(subject);
        Step::Ask(Box::new(question))
    }

    /// What a question about `subject` shows, with loops by the names that the user gave them.
    pub(crate) fn show(&self, subject: Subject) -> Shown {
        self.show_within(subject, self.settings.limits)
    }

    /// The same within other limits than those of the session.
    pub fn show_within(&self, subject: Subject, limits: Limits) -> Shown {
        let settled = self.settled_in(subject);
        let mut shown = self.program.show_unsettled(subject, &settled, limits);
        let name = shown.loop_name.as_deref();
        if let Some(given) = name.and_then(|name| self.log.name_of(name)) {
            shown.loop_name = Some(given.to_owned());
        }
        shown
    }

    /// The calls side by side that no answer is needed for: they are cleared or trusted, with all that is inside them. When that is
    /// so of all of them, whoever asks about them wants to see them; and what lies elsewhere than the search is not cleared by that.
    fn settled_in(&self, subject: Subject) -> Vec<NodeId> {
        let (Some(remaining), Some(suspicion)) = (&self.remaining, &self.suspicion) else {
            return Vec::new();
        };
        if subject.single().is_some() {
            return Vec::new();
        }
        let masses = suspicion.masses();
        let is_settled = |&node: &NodeId| {
            let span = self.ground.span(Subject::node(node));
            let is_trusted = masses.suspects_between(span.start, span.end) == 0;
            let is_cleared =
                remaining.span.covers(span) && remaining.suspects_in(masses, span) == 0;
            is_trusted || is_cleared
        };
        let members = subject.nodes(self.program.tree()).take(MOST_MEMBERS);
        let members: Vec<NodeId> = members.collect();
        match members.iter().all(is_settled) {
            true => Vec::new(),
            false => members.into_iter().filter(is_settled).collect(),
        }
    }

    /// Every answer that was given, whoever gave it.
    fn answered(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.log.entries().iter();
        entries.filter(|entry| entry.said.is_answer())
    }

    /// The step that reports a node of the view as buggy.
    pub(crate) fn found(&mut self, node: view::NodeId) -> Step {
        let (_, _, stage) = self.surveyed();
        let view = stage.view();
        let subject = self.ground.subject(view.origin(node));
        let owned: Vec<NodeId> = view
            .owned(node)
            .into_iter()
            .map(|node| self.ground.recorded(node))
            .collect();
        let bug = owned.first().copied().unwrap_or(subject.first());
        let nodes = self.ground.with_hidden_loops(bug, &owned);
        let report = Report {
            code: match self.log.wrong_part_of(bug) {
                Some(part) => self.program.code_behind(&nodes, part),
                None => self.program.code(&nodes),
            },
            nodes: owned
                .iter()
                .map(|&node| self.program.number(node))
                .collect(),
            hint: (self.program.tree().kind(bug) == Kind::Loop).then_some(LOOP_HINT),
            ..self.report(subject, bug)
        }
        .with_lines_of_its_code();
        self.reported = Some(bug);
        Step::Found(Box::new(report))
    }

    /// The report on a bug, without its code.
    pub(crate) fn report(&self, subject: Subject, bug: NodeId) -> Report {
        let by_person = self.answered().filter(|entry| entry.by == By::Person);
        Report {
            node: self.program.number(bug),
            shown: self.show(subject),
            code: None,
            nodes: Vec::new(),
            traceable: self.traceability(bug),
            hint: None,
            sure: None,
            zoom: None,
            can_zoom: false,
            by_steps: self.by_steps(bug),
            proof: self.proof(bug),
            answered_by_person: by_person.count(),
            answered: self.answered().count(),
        }
    }

    /// Whether everything around `bug` is wrong.
    fn traceability(&self, bug: NodeId) -> Traceability {
        let tree = self.program.tree();
        let start = self
            .ground
            .recorded(self.ground.base_node(self.settings.at));
        let answer_about = |node: NodeId| {
            let about_it =
                |&(_, subject, _): &(usize, Subject, Answer)| subject.single() == Some(node);
            self.log.answers().find(about_it).map(|(.., answer)| answer)
        };
        let mut traceable = Traceability::Yes;
        // Nothing can be said about what is around pieces that prepared something.
        let in_pieces = !self.prepared.is_empty() && self.is_searched(bug);
        for around in tree.ancestors(bug) {
            if in_pieces && !self.is_searched(around) {
                break;
            }
            match answer_about(around) {
                Some(Answer::Right) => {
                    return Traceability::No {
                        right: self.program.heading(Subject::node(around)).title,
                    };
                }
                Some(Answer::Wrong) => {}
                _ if around == start && self.settings.root_is == RootIs::Known => {}
                _ => traceable = Traceability::NotAsked,
            }
            if around == start {
                break;
            }
        }
        traceable
    }

    /// The answers that make `bug` the buggy node: the narrowest *wrong* around it, and everything
    /// said about what is inside that.
    fn proof(&self, bug: NodeId) -> Vec<Verdict> {
        let places = self.proof_places(bug).into_iter();
        places.map(|place| self.verdict(place)).collect()
    }

    /// The same, by their places in the log.
    fn proof_places(&self, bug: NodeId) -> Vec<usize> {
        let tree = self.program.tree();
        let inside = |outer: (NodeId, NodeId), inner: (NodeId, NodeId)| {
            outer.0 <= inner.0 && inner.1 <= outer.1
        };
        let answers: Vec<_> = self
            .log
            .answers()
            .map(|(place, subject, answer)| (place, subject.span(tree), answer))
            .collect();
        let around = answers
            .iter()
            .filter(|&&(_, span, answer)| {
                answer == Answer::Wrong && inside(span, (bug, tree.end(bug)))
            })
            .min_by_key(|&&(_, span, _)| span.1.0 - span.0.0);
        let whole = (NodeId::ROOT, NodeId::new(tree.len()));
        let outer = around.map_or(whole, |&(_, span, _)| span);
        let relevant = answers
            .iter()
            .filter(|&&(_, span, answer)| inside(outer, span) && answer != Answer::Unknown)
            .map(|&(place, ..)| place);
        // What may be mistaken counts wherever it was said: it made the rest less likely.
        let counts_anywhere = |entry: &Entry| match entry.said {
            Said::TrustedPattern(_) => true,
            Said::Supposed(_, answer, _) => answer != Answer::Unknown,
            _ => false,
        };
        let anywhere = self.log.entries().iter().enumerate();
        let anywhere = anywhere.filter(|(_, entry)| counts_anywhere(entry));
        let mut places: Vec<usize> = relevant.chain(anywhere.map(|(place, _)| place)).collect();
        places.sort_unstable();
        places
    }

    /// The answers that cannot all be true: as few as still clash.
    pub(crate) fn clash(&self) -> Vec<Verdict> {
        let entries: Vec<usize> = (0..self.log.entries().len()).collect();
        let clashes = |kept: &[usize]| self.is_contradictory(&self.log.only(kept));
        minimal_clash(&entries, clashes)
            .into_iter()
            .map(|place| self.verdict(place))
            .collect()
    }

    /// Whether something is wrong after `log` although none of its parts can be.
    fn is_contradictory(&self, log: &Log) -> bool {
        let cleared = self.cleared_after(log);
        let made;
        let suspicion = match &self.suspicion {
            Some(suspicion) if *suspicion.cleared() == cleared => suspicion,
            _ => {
                made = Suspicion::new(self.ground.tree(), cleared);
                &made
            }
        };
        let remaining = self.remaining_after(log, suspicion);
        remaining.wrong && remaining.excerpt(self.ground.tree(), suspicion).total() == 0
    }

    /// How many of the answers that a bug rests on compare only what can be seen.
    fn by_steps(&self, bug: NodeId) -> usize {
        let entries = self.log.entries();
        let proof = self.proof_places(bug).into_iter();
        proof
            .filter(|&place| matches!(entries[place].by, By::Steps(_)))
            .count()
    }

    /// One entry of the log in words.
    pub(crate) fn verdict(&self, place: usize) -> Verdict {
        let entry = &self.log.entries()[place];
        let title = |node| self.program.heading(Subject::node(node)).title;
        let (title, answer) = match &entry.said {
            Said::Answered(subject, answer) => {
                (self.program.heading(*subject).title, answer_word(*answer))
            }
            Said::Supposed(subject, answer, _) => {
                let title = self.program.heading(*subject).title;
                (title, supposed_word(*answer))
            }
            Said::TrustedPattern(pattern) => (pattern.clone(), answer_word(Answer::Trusted)),
            Said::Found(node) => (title(*node), "a bug, found"),
            Said::Closed(pieces) => (pieces.title(&self.program), "closed"),
            Said::Opened(pieces) => (pieces.title(&self.program), "opened again"),
            Said::Part { subject, part, .. } => {
                let title = self.program.heading(*subject).title;
                let should = part.should.as_ref();
                let should = should.map_or(String::new(), |value| format!(" should be {value}"));
                let part = &part.path;
                (
                    format!("{part} of {title}{should}"),
                    "the part that is wrong",
                )
            }
            Said::Named { of, name } => (format!("{of} is called {name}"), "named"),
        };
        Verdict {
            number: self.log.number_of(place),
            title,
            answer: answer.to_owned(),
            by: entry.by.to_string(),
        }
    }
}
