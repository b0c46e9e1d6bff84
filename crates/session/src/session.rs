//! The dialogue as a state machine: [`Session::next`] says what to do, and whoever drives the
//! session answers (003, Algorithm 1).
//!
//! Everything is computed from the log of what was said; caches are dropped whenever they could be
//! out of date. So undoing an answer is removing it from the log.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use elenchus_strategy::select::Index;
use elenchus_strategy::{Response, Strategy, StrategyName};
use elenchus_transform::{Plan, Span};
use elenchus_tree::place::view;
use elenchus_tree::{Answer, NodeId, RootIs, RoutineId};

use crate::crowded::MOST_SPLIT;
use crate::error::SessionError;
use crate::event::Event;
use crate::ground::Ground;
use crate::heavy::Avoided;
use crate::limits::Limits;
use crate::log::{By, Entry, Log, Said};
use crate::number::NodeNumber;
use crate::oracle::Difference;
use crate::oracle::Reply;
use crate::part::Tracked;
use crate::program::{Program, routines_called};
use crate::question::Question;
use crate::remaining::{Remaining, Suspicion};
use crate::report::{Candidates, Report, Verdict};
use crate::settings::Settings;
use crate::stage::Stage;
use crate::subject::Subject;
use crate::supposed::{IsFor, Wanted};
use crate::trivial::LAST;
use crate::undecided::UNTOUCHED;

/// In a run that goes on, what has finished since the last question must be at least one part in this
/// many of all that has begun.
const WORTH: u64 = 2;

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Ask this.
    Ask(Box<Question>),
    /// The bug is found.
    Found(Box<Report>),
    /// No question can tell these apart.
    Candidates(Candidates),
    /// All suspects are cleared, and nothing says that there is a bug.
    NoBug,
    /// All that has finished is settled, but the program is still running.
    Wait,
    /// These answers cannot all be true; one of them has to be taken back.
    Contradiction(Vec<Verdict>),
}

/// A dialogue about one run. A copy costs little and goes its own way.
#[derive(Clone, Debug)]
pub struct Session<P> {
    pub(crate) program: P,
    pub(crate) settings: Settings,
    /// What ran before the place where the search begins and is searched, too.
    pub(crate) prepared: Vec<NodeId>,
    pub(crate) ground: Arc<Ground>,
    pub(crate) log: Log,
    pub(crate) strategy: Strategy,
    pub(crate) suspicion: Option<Suspicion>,
    /// The masses before the run went on, and how many nodes are still the same.
    pub(crate) before_growth: Option<(Suspicion, usize)>,
    /// Whether what still runs is asked about as if it had ended.
    pub(crate) supposed_ended: bool,
    /// Whether all that has finished is asked about, however little it is.
    pub(crate) asks_rest: bool,
    pub(crate) remaining: Option<Remaining>,
    pub(crate) stage: Option<Stage>,
    /// Spans that turned out to hold the bug and must be shown by their parts.
    pub(crate) opened: BTreeSet<Span>,
    /// Calls side by side that are too much for one screen.
    pub(crate) crowded: BTreeSet<Span>,
    /// What the question that is being chosen had better not be about.
    pub(crate) avoided: Avoided,
    /// Two rounds of a loop that ran different lines.
    pub(crate) unlike: Option<(NodeId, NodeId)>,
    /// What is thought unlikely and shown as one node each; computed from the log and the settings.
    pub(crate) closed: Option<BTreeSet<Span>>,
    /// Trivial routines that are suspect because nothing else is left.
    pub(crate) doubted: HashSet<RoutineId>,
    /// Whether loops that nobody can add up are suspected, since nothing else is left.
    pub(crate) doubts_loops: bool,
    /// The question that is being asked.
    pub(crate) asked: Option<Subject>,
    /// What the user wants to be asked next.
    pub(crate) wanted: Option<Subject>,
    /// The node that was reported and not yet accepted.
    pub(crate) reported: Option<NodeId>,
    /// What is precomputed for weighing answers that may be mistaken.
    pub(crate) index: Option<Arc<Index>>,
    /// What comes next, when somebody has looked ahead.
    pub(crate) ready: Option<Box<Step>>,
    /// What has changed and is not yet kept.
    pub(crate) events: Vec<Event>,
    /// How pieces that are wrong differ from a run that was right, as far as an oracle said so.
    pub(crate) differences: Vec<(Subject, Vec<Difference>)>,
}

impl<P: Program> Session<P> {
    /// A session in which nothing was said yet.
    pub fn new(program: P, settings: Settings) -> Session<P> {
        Session {
            prepared: prepared_for(&program, &settings),
            ground: Arc::new(Ground::new(
                program.tree().clone(),
                &settings,
                &Log::default(),
            )),
            strategy: Strategy::new(settings.strategy),
            program,
            settings,
            log: Log::default(),
            suspicion: None,
            before_growth: None,
            supposed_ended: false,
            asks_rest: false,
            remaining: None,
            stage: None,
            opened: BTreeSet::new(),
            crowded: BTreeSet::new(),
            avoided: Avoided::default(),
            unlike: None,
            closed: None,
            doubted: HashSet::new(),
            doubts_loops: false,
            asked: None,
            wanted: None,
            reported: None,
            index: None,
            ready: None,
            events: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// The run.
    pub fn program(&self) -> &P {
        &self.program
    }

    /// Goes on with the run as it has become. `number_of` tells the new number of a node; threads
    /// that grow side by side move each other's. The first nodes, as many as `unchanged` says, must
    /// have kept theirs. What was said stays.
    pub fn follow(
        &mut self,
        program: P,
        number_of: impl Fn(NodeId) -> Option<NodeId>,
        unchanged: usize,
    ) {
        self.log.renumber(&number_of);
        self.settings.at = number_of(self.settings.at).unwrap_or(NodeId::ROOT);
        self.ground = Arc::new(Ground::new(
            program.tree().clone(),
            &self.settings,
            &self.log,
        ));
        self.program = program;
        self.prepared = prepared_for(&self.program, &self.settings);
        self.opened.clear();
        self.crowded.clear();
        let earlier = match self.suspicion.take() {
            Some(suspicion) => Some((suspicion, unchanged)),
            None => self
                .before_growth
                .take()
                .map(|(suspicion, known)| (suspicion, known.min(unchanged))),
        };
        self.before_growth = earlier;
        self.supposed_ended = false;
        self.asks_rest = false;
        self.forget();
    }

    /// Asks about all that has finished by now, even if it is little, until [`Session::follow`] goes on.
    pub fn ask_rest(&mut self) {
        self.asks_rest = true;
    }

    /// Asks next about a node that is still running, as if it had ended where it stands. `program` is
    /// the run as this session knows it, with a tree that has [ended](elenchus_tree::Tree::ended).
    /// When it is *wrong*, the search goes on with what has run so far; otherwise nothing is said
    /// about it, and [`Session::follow`] has to go on with the run.
    pub fn ask_running(&mut self, program: P, node: NodeId) {
        let nodes = program.tree().len();
        self.follow(program, Some, nodes);
        self.supposed_ended = true;
        self.wanted = Some(Subject::node(node));
    }

    /// Whether a question about something that is still running is open.
    pub fn asks_running(&self) -> bool {
        self.supposed_ended && (self.wanted.is_some() || self.asked.is_some())
    }

    /// Whether what still runs is taken as if it had ended.
    pub fn supposes_ended(&self) -> bool {
        self.supposed_ended
    }

    /// Whether there is enough to ask about in a run that goes on. What has finished must weigh a good
    /// part of what was cleared before: a question about less would hardly ever meet the bug, since
    /// most of the run is still to come.
    pub fn is_worth_asking(&mut self) -> bool {
        self.weigh();
        let (Some(remaining), Some(suspicion)) = (&self.remaining, &self.suspicion) else {
            return true;
        };
        let unseen = self.unseen(remaining, suspicion);
        let left = remaining.total(suspicion.masses());
        unseen == 0 || left * WORTH >= unseen || self.asks_rest && left > 0
    }

    /// Searches below this node from now on, knowing this about it.
    pub fn start_at(&mut self, node: NodeId, root_is: RootIs) {
        self.settings.at = node;
        self.settings.root_is = root_is;
        self.prepared = prepared_for(&self.program, &self.settings);
        self.forget();
    }

    /// What ran before the place where the search begins, prepared it, and is searched, too.
    pub fn prepared(&self) -> &[NodeId] {
        &self.prepared
    }

    /// What was chosen.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What was said.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Takes the events that have happened since the last call, to be kept.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Repeats an event that was kept.
    pub fn replay(&mut self, event: &Event) -> Result<(), SessionError> {
        match event {
            Event::Said(entry) => {
                if let Some(node) = entry.said.unknown_node(self.program.tree()) {
                    return Err(SessionError::NoSuchNode(NodeNumber(node.index())));
                }
            }
            Event::Strategy(name) => self.use_strategy(*name),
            Event::Transforms(plan) => self.use_plan(plan.clone()),
            Event::Undo { .. } | Event::Dispute { .. } => {}
        }
        self.log.follow(event)?;
        if self.settings.plan.is_auto() && self.ground.is_blind_to(&self.log) {
            self.use_plan(self.settings.plan.clone());
        }
        self.forget();
        Ok(())
    }

    /// How much of its values a question shows from now on. The open question is asked again.
    pub fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
        self.ready = None;
    }

    /// How much of its values a question shows.
    pub fn limits(&self) -> Limits {
        self.settings.limits
    }

    /// What to do next.
    #[expect(
        clippy::should_implement_trait,
        reason = "a session is no iterator: what comes next depends on the answer in between"
    )]
    pub fn next(&mut self) -> Step {
        if let Some(step) = self.ready.take()
            && self.wanted.is_none()
            && !self.asks_rest
        {
            return *step;
        }
        self.reported = None;
        if let Some(subject) = self.wanted {
            self.survey();
            let why = match self.supposed_ended {
                true => "it has been running for a while",
                false => "you wanted to be asked about it",
            };
            return self.ask(subject, why.to_owned());
        }
        if !self.is_worth_asking() {
            return Step::Wait;
        }
        if let Some(step) = self.follow_part() {
            return step;
        }
        let mut split = 0;
        self.avoided = Avoided::default();
        loop {
            self.survey();
            if let Some(step) = self.root_first() {
                return step;
            }
            if self.is_hopeless() {
                return match self.untouched_code() {
                    Some(subject) => self.ask(subject, UNTOUCHED.to_owned()),
                    None => self.undecided(),
                };
            }
            match self.wanted_by_belief() {
                Some(Wanted::Ask(node, is_for, why)) => return self.ask_about(node, why, is_for),
                Some(Wanted::Bug(node, _)) if self.opens(node) || self.doubts_more() => continue,
                Some(Wanted::Bug(node, share)) => return self.found_probably(node, share),
                Some(Wanted::Left(likeliest)) => return self.left_likely(likeliest),
                None => {}
            }
            if let Some(rounds) = self.rounds_of_one_loop() {
                match self.doubt_trivial() {
                    true => continue,
                    false => return self.found_in_one(&rounds),
                }
            }
            match self.choose() {
                Response::Ask(node) if split < MOST_SPLIT && self.splits(node) => split += 1,
                Response::Ask(node) if self.avoids(node) => {}
                Response::Ask(node) => {
                    let reason = self.strategy.reason();
                    let mut why = reason.map_or(String::new(), |reason| reason.rule.to_string());
                    if let Some(note) = self.strategy.note() {
                        why = format!("{why} ({note})");
                    }
                    return self.ask_about(node, why, IsFor::Anybody);
                }
                Response::Bug(node) => {
                    if !self.opens(node) && !self.doubts_more() {
                        return self.found(node);
                    }
                }
                Response::Candidates(_) | Response::Contradiction if self.doubts_more() => {}
                Response::Candidates(_) => return self.undecided(),
                Response::Wait => return Step::Wait,
                Response::Nothing if self.program.tree().is_growing() => return Step::Wait,
                Response::Nothing if self.doubt_loops() => {}
                Response::Nothing => return Step::NoBug,
                Response::Contradiction => return Step::Contradiction(self.clash()),
            }
        }
    }

    /// Suspects what was left out as hardly ever wrong or hard to judge. Returns whether there is any.
    fn doubts_more(&mut self) -> bool {
        self.doubt_loops() || self.doubt_trivial()
    }

    /// The step that asks about a node of the view.
    fn ask_about(&mut self, node: view::NodeId, why: String, is_for: IsFor) -> Step {
        let (_, _, stage) = self.surveyed();
        let subject = self.ground.subject(stage.view().origin(node));
        if !self.program.tree().is_finished(subject.first()) {
            return Step::Wait;
        }
        let why = match self.asks_trivial(subject) {
            true => format!("{LAST}; {why}"),
            false => why,
        };
        match self.ask(subject, why) {
            Step::Ask(question) => Step::Ask(Box::new(Question {
                is_for_certain: is_for == IsFor::Certain,
                ..*question
            })),
            step => step,
        }
    }

    /// Shows what a node of the view stands for by its parts, if it hides several and was not opened yet.
    fn opens(&mut self, node: view::NodeId) -> bool {
        let (_, _, stage) = self.surveyed();
        let span = stage.view().span(node);
        let opens = stage.view().is_hidden(node) && self.opened.insert(span);
        if opens {
            self.stage = None;
        }
        opens
    }

    /// The step that reports a node of the view that holds the bug with this probability.
    fn found_probably(&mut self, node: view::NodeId, share: f64) -> Step {
        match self.found(node) {
            Step::Found(report) => Step::Found(Box::new(Report {
                sure: Some(share),
                ..*report
            })),
            step => step,
        }
    }

    /// Takes down how the piece that is asked about differs from a run that was right, before it is answered.
    pub fn note_differences(&mut self, differences: &[Difference]) {
        if let Some(subject) = self.asked
            && !differences.is_empty()
        {
            self.differences.push((subject, differences.to_vec()));
        }
    }

    /// Whether somebody who trusts routines by this text means any. While the run goes on, it may be about what is still to come.
    pub fn is_trustable(&self, text: &str) -> Result<(), SessionError> {
        match self.program.tree().is_growing() || !routines_called(&self.program, text).is_empty() {
            true => Ok(()),
            false => Err(SessionError::NoSuchRoutine(text.to_owned())),
        }
    }

    /// Answers the question that [`Session::next`] asked.
    pub fn answer(&mut self, reply: Reply, by: By) -> Result<(), SessionError> {
        let subject = self.asked.take().ok_or(SessionError::NothingAsked)?;
        self.wanted = None;
        match reply {
            Reply::Part(answer, part) => {
                self.asked = Some(subject);
                let followed = match answer {
                    Answer::Inadmissible => self.inadmissible_part(part, by.clone()),
                    _ => self.wrong_part(part, by.clone()),
                };
                // Who points at something that cannot be followed has still answered.
                if let Err(_) | Ok(Tracked::Before { .. }) = followed {
                    return self.answer(Reply::Answer(answer), by);
                }
            }
            // It may do so yet.
            Reply::Answer(Answer::Right | Answer::Unknown) if self.is_provisional(subject) => {
                self.forget();
            }
            Reply::Answer(answer) => {
                self.record(Said::Answered(subject, answer), by);
                let span = self.ground.span(subject);
                // The stage would clear what outlives the piece, too.
                let spares = answer == Answer::Right && !self.program.outliving(subject).is_empty();
                let kept = self.stage.as_mut().is_some_and(|s| s.apply(span, answer)) && !spares;
                self.remaining = None;
                if !kept {
                    self.stage = None;
                }
            }
            Reply::Supposed(answer, rates) => {
                self.record(Said::Supposed(subject, answer, rates), by)
            }
            Reply::Trust(pattern) => self.say(Said::TrustedPattern(pattern), by),
        }
        Ok(())
    }

    /// Takes in that an assertion at this place has confirmed a piece, without a question.
    pub fn confirm(&mut self, subject: Subject, place: String) {
        self.say(Said::Answered(subject, Answer::Right), By::Assertion(place));
    }

    /// Takes back the latest `count` answers of a person, and whatever was said after them. Returns
    /// how many answers of a person were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut undone = 0;
        while undone < count {
            let entries = self.log.entries();
            if !entries.iter().any(|entry| entry.by == By::Person) {
                break;
            }
            let last = entries.len() - 1;
            // The part that is wrong goes with the answer before it.
            let is_part = matches!(entries[last].said, Said::Part { .. });
            undone += usize::from(entries[last].by == By::Person && !is_part);
            self.undo_entry(last);
        }
        undone
    }

    /// Takes back one answer by its number in [`Session::verdicts`], whoever gave it. Returns what it
    /// was about, if it was about a piece of the run.
    pub fn take_back(&mut self, number: usize) -> Result<Option<Subject>, SessionError> {
        let place = number.checked_sub(1);
        let place = place.and_then(|before| self.log.numbered().nth(before));
        let place = place.ok_or(SessionError::NoSuchAnswer(number))?;
        let subject = match self.log.entries()[place].said {
            Said::Answered(subject, _) | Said::Supposed(subject, ..) => Some(subject),
            _ => None,
        };
        self.dispute_entry(place);
        // The part that is wrong goes with the answer before it.
        let next = self.log.entries().get(place).map(|entry| &entry.said);
        if let (Some(answered), Some(Said::Part { subject, .. })) = (subject, next)
            && answered == *subject
        {
            self.undo_entry(place);
        }
        Ok(subject)
    }

    /// Accepts the reported bug and goes on to the next one.
    pub fn accept(&mut self) -> Result<(), SessionError> {
        let node = self.reported.take().ok_or(SessionError::NothingFound)?;
        self.say(Said::Found(node), By::Person);
        Ok(())
    }

    /// Gives a loop a name: the one with this name, or the one that the question is about. Returns
    /// what it was called before.
    pub fn name_loop(&mut self, of: Option<&str>, name: &str) -> Result<String, SessionError> {
        let node = match of {
            Some(known) => self.find(known),
            None => self.asked.map(Subject::first),
        };
        let found = node.and_then(|node| self.program.loop_name(node));
        let of = found.ok_or_else(|| match of {
            Some(known) => SessionError::NoSuchLoop(known.to_owned()),
            None => SessionError::NoLoop,
        })?;
        let before = self.log.name_of(&of).unwrap_or(&of).to_owned();
        let name = name.to_owned();
        // What somebody wants to be asked about stays the question.
        let wanted = self.wanted;
        self.say(Said::Named { of, name }, By::Person);
        self.wanted = wanted;
        Ok(before)
    }

    /// Lets everything that was answered with "don't know" be asked again. Returns how much that is.
    pub fn ask_again(&mut self) -> usize {
        let unknown: Vec<usize> = self
            .log
            .answers()
            .filter(|&(_, _, answer)| answer == Answer::Unknown)
            .map(|(place, ..)| place)
            .collect();
        for &place in unknown.iter().rev() {
            self.dispute_entry(place);
        }
        unknown.len()
    }

    /// Chooses another strategy.
    pub fn set_strategy(&mut self, name: StrategyName) {
        self.events.push(Event::Strategy(name));
        self.use_strategy(name);
        self.forget();
    }

    /// Chooses other transformations.
    pub fn set_plan(&mut self, plan: Plan) {
        self.events.push(Event::Transforms(plan.clone()));
        self.use_plan(plan);
        self.forget();
    }

    /// Everything that was said and not taken back.
    pub fn verdicts(&self) -> Vec<Verdict> {
        (0..self.log.entries().len())
            .map(|place| self.verdict(place))
            .collect()
    }

    fn use_strategy(&mut self, name: StrategyName) {
        self.settings.strategy = name;
        self.strategy = Strategy::new(name);
    }

    fn use_plan(&mut self, plan: Plan) {
        self.settings.plan = plan;
        self.opened.clear();
        self.crowded.clear();
        self.closed = None;
        self.ground = Arc::new(Ground::new(
            self.program.tree().clone(),
            &self.settings,
            &self.log,
        ));
        self.suspicion = None;
        self.remaining = None;
        self.stage = None;
    }

    /// Adds what was said to the log, and drops what was computed from it.
    pub(crate) fn say(&mut self, said: Said, by: By) {
        self.record(said, by);
        self.forget();
    }

    /// Adds what was said to the log.
    pub(crate) fn record(&mut self, said: Said, by: By) {
        self.change(Event::Said(Entry { said, by }));
    }

    /// Changes the log by an event that will be kept.
    fn change(&mut self, event: Event) {
        let done = self.log.follow(&event);
        debug_assert_eq!(done, Ok(()), "only what was said is taken back");
        self.events.push(event);
    }

    /// Whether a subject is still running and nothing is known to be wrong: what is right about it so
    /// far may be wrong later.
    fn is_provisional(&self, subject: Subject) -> bool {
        let known_wrong = self
            .remaining
            .as_ref()
            .is_some_and(|remaining| remaining.wrong);
        self.supposed_ended && !known_wrong && self.program.tree().is_left_open(subject.last())
    }

    /// Drops everything that was computed from the log.
    pub(crate) fn forget(&mut self) {
        self.closed = None;
        self.doubted.clear();
        self.doubts_loops = false;
        self.remaining = None;
        self.stage = None;
        self.asked = None;
        self.wanted = None;
        self.reported = None;
        self.ready = None;
    }

    fn undo_entry(&mut self, place: usize) {
        self.change(Event::Undo { entry: place });
        self.forget();
    }

    pub(crate) fn dispute_entry(&mut self, place: usize) {
        self.change(Event::Dispute { entry: place });
        self.forget();
    }
}

/// What prepared the piece where the search begins, when that is known to be wrong: nothing else tells that something before it
/// may be.
fn prepared_for(program: &impl Program, settings: &Settings) -> Vec<NodeId> {
    match settings.root_is {
        RootIs::Known => program.prepared_for(settings.at),
        RootIs::Unknown | RootIs::Asked => Vec::new(),
    }
}
