//! What the recording alone tells of the course of a call, as steps to ask about: its writes, the calls it made, the rounds of
//! its loops.
//!
//! It serves where the call cannot be run again. The heap is known at each of these moments, local variables only between two
//! rounds. Which lines ran is known, but not in which order; in one piece of code without loops that is the order in which they
//! stand. So what ran between two steps stands between their lines, as far as the source tells on which lines they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use elenchus_recorded::run::Run;
use elenchus_session::{
    Action, Instant, Limits, PartError, Program, Shown, Stop, Stride, Subject, Value,
};
use elenchus_source::Listing;
use elenchus_trace::NodeKind;
use elenchus_tree::{Kind, NodeId};

use crate::so_far::{Steps, THEN, brief};

/// A call with more steps is not asked about.
const MOST_STEPS: usize = 400;

/// What is looked at to find the steps: nothing of it is shown.
const NARROW: Limits = Limits {
    changes: 1,
    ..Limits::SCREEN
};

/// How much of the values stands in a line.
const BRIEF: Limits = Limits {
    characters: 40,
    depth: 2,
    elements: 6,
    ..Limits::SCREEN
};

/// The recorded steps of a call.
pub struct Actions {
    run: Arc<Run>,
    call: NodeId,
    /// What people call the routine.
    routine: String,
    steps: Vec<Step>,
    code: Option<Listing>,
    why: String,
}

/// A step, and what is known of it.
struct Step {
    /// What was done, in words.
    what: String,
    /// The moment right after it.
    at: Instant,
    /// The call or the round of a loop whose own code it belongs to.
    piece: NodeId,
    /// The line on which it stands, where the source tells.
    line: Option<u32>,
    /// The lines that can have run since the step before it.
    lines: Vec<u32>,
}

impl Actions {
    /// The steps of a piece of a call whose own code stands on these lines, told from the recording because of this reason.
    /// Nothing when there are none, or too many.
    pub fn new(
        (run, call, piece): (&Arc<Run>, NodeId, NodeId),
        routine: &str,
        lines: &BTreeSet<u32>,
        reason: &str,
    ) -> Option<Actions> {
        let code = run.source(Subject::node(call));
        let mut found = Found {
            run,
            lines,
            code: code.as_ref(),
            steps: Vec::new(),
        };
        found.piece(piece)?;
        let steps = found.steps;
        Some(Actions {
            run: run.clone(),
            call,
            routine: routine.to_owned(),
            steps,
            code,
            why: format!(
                "all was right before it, and not after it, as far as its recorded writes and calls tell ({reason})"
            ),
        })
    }

    /// The steps whose code may be wrong.
    pub fn suspects(&self) -> Vec<usize> {
        let numbered = (1..).zip(&self.steps);
        let suspects = numbered.filter(|(_, step)| !step.lines.is_empty());
        suspects.map(|(number, _)| number).collect()
    }

    fn step(&self, step: usize) -> &Step {
        &self.steps[step - 1]
    }

    /// What the call had changed after a step, and the variables of its loop where they are known.
    fn values(&self, step: usize, limits: Limits) -> Vec<Value> {
        let step = self.step(step);
        let at = |node| self.run.stop(node, Some(step.at), Stride::Stay, limits);
        let mut values = at(self.call).map_or_else(Vec::new, |stop| stop.shown.values);
        let inner = (step.piece != self.call).then(|| at(step.piece)).flatten();
        if let Some(inner) = inner.filter(|inner| !inner.variables_as_begun) {
            let is_new = |value: &Value| !values.iter().any(|other| other.name == value.name);
            let new: Vec<Value> = inner.shown.values.into_iter().filter(is_new).collect();
            values.extend(new);
        }
        values
    }
}

impl Steps for Actions {
    fn count(&self) -> usize {
        self.steps.len()
    }

    fn lines(&self, step: usize) -> &[u32] {
        &self.step(step).lines
    }

    fn place(&self, step: usize) -> (u32, usize) {
        let step = self.step(step);
        let line = step.line.or_else(|| step.lines.last().copied());
        (line.unwrap_or(0), usize::from(step.line.is_none()))
    }

    fn show(&self, step: usize, limits: Limits) -> Shown {
        let mut values = self.values(step, limits);
        let then = self.steps.get(step).map(|next| next.what.clone());
        values.push(Value {
            name: THEN.to_owned(),
            before: Some(then.unwrap_or_else(|| "nothing, it has ended".to_owned())),
            after: None,
        });
        Shown {
            routine: self.routine.clone(),
            kind: self.kind().to_owned(),
            title: format!("{} so far, after {}", self.routine, self.step(step).what),
            values,
            ..Shown::default()
        }
    }

    fn brief(&self, since: usize, step: usize) -> String {
        let before = match since {
            0 => Vec::new(),
            _ => self.values(since, BRIEF),
        };
        let now = |value: &Value| value.after.clone().or(value.before.clone());
        let is_same = |value: &Value| {
            let mut same = before.iter().filter(|other| other.name == value.name);
            match same.next() {
                Some(other) => now(other) == now(value),
                None => value.after.is_none() || value.after == value.before,
            }
        };
        let values = self.values(step, BRIEF).into_iter();
        let changed = values.filter(|value| !is_same(value));
        let changed = changed.filter_map(|value| Some((now(&value)?, value.name)));
        brief(
            &self.step(step).what,
            changed.map(|(now, name)| (name, now)),
        )
        .unwrap_or_else(|| self.step(step).what.clone())
    }

    fn writer(&self, part: &str, until: usize) -> Result<Option<usize>, PartError> {
        if part == THEN {
            return Ok(Some(until));
        }
        let name = part.split(['.', '[']).next().unwrap_or(part);
        let held = |step: usize| match step {
            0 => Vec::new(),
            _ => {
                let mut values = self.values(step, Limits::SCREEN);
                values.retain(|value| value.name == part || value.name.starts_with(name));
                values
            }
        };
        let mut now = held(until);
        if now.is_empty() {
            let values = self.values(until, Limits::SCREEN).into_iter();
            let shown: Vec<String> = values.map(|value| format!("`{}`", value.name)).collect();
            return Err(PartError::NotShown {
                part: part.to_owned(),
                shown: shown.join(", "),
            });
        }
        for step in (1..=until).rev() {
            let before = held(step - 1);
            if before != now {
                return Ok(Some(step));
            }
            now = before;
        }
        Ok(None)
    }

    fn code(&self) -> Option<&Listing> {
        self.code.as_ref()
    }

    fn kind(&self) -> &'static str {
        "step"
    }

    fn why(&self) -> &str {
        &self.why
    }
}

/// The steps as they are found.
struct Found<'r> {
    run: &'r Arc<Run>,
    /// The lines that are suspect.
    lines: &'r BTreeSet<u32>,
    code: Option<&'r Listing>,
    steps: Vec<Step>,
}

impl Found<'_> {
    /// Adds the steps of a call or of a round of a loop, up to its end.
    fn piece(&mut self, piece: NodeId) -> Option<()> {
        let own = self.own_lines(piece);
        let first = self.steps.len();
        let mut stop = self.stop(piece, None, Stride::Stay)?;
        while let Some(action) = stop.next.take() {
            let before = stop.at;
            stop = self.stop(piece, Some(before), Stride::On)?;
            match action {
                Action::Ran { node, .. } if self.is_own(node) => {
                    let what = format!("all before {}", self.title(node));
                    self.add(piece, what, before, self.loop_line(node))?;
                    self.rounds(node)?;
                }
                action => {
                    let (what, line) = (self.words(&action), self.line_of(&action, &own));
                    self.add(piece, what, stop.at, line)?;
                }
            }
        }
        let end = self.stop(piece, None, Stride::End)?.at;
        let what = match self.run.tree().kind(piece) {
            Kind::Routine => "its end".to_owned(),
            _ => self.title(piece),
        };
        self.add(piece, what, end, None)?;
        self.narrow(first, piece, &own);
        Some(())
    }

    /// Adds the steps of all rounds of a loop.
    fn rounds(&mut self, of_loop: NodeId) -> Option<()> {
        let run = self.run.clone();
        let rounds = run.tree().children(of_loop);
        for round in rounds.filter(|&round| run.tree().kind(round) == Kind::Iterations) {
            self.piece(round)?;
        }
        Some(())
    }

    fn add(&mut self, piece: NodeId, what: String, at: Instant, line: Option<u32>) -> Option<()> {
        self.steps.push(Step {
            what,
            at,
            piece,
            line,
            lines: Vec::new(),
        });
        (self.steps.len() <= MOST_STEPS).then_some(())
    }

    /// Gives the steps of a piece, from one on, the lines that can have run right before each.
    fn narrow(&mut self, first: usize, piece: NodeId, own: &BTreeSet<u32>) {
        let here = |step: &Step| step.piece == piece;
        let known = self.steps[first..].iter().filter(|step| here(step));
        let known: Vec<Option<u32>> = known.map(|step| step.line).collect();
        let in_order: Vec<u32> = known.iter().copied().flatten().collect();
        // Parts of a statement that takes several lines run in another order.
        let is_ordered = in_order.is_sorted();
        let header = match self.run.tree().kind(piece) {
            Kind::Routine => BTreeSet::new(),
            _ => self.header_lines(piece),
        };
        let steps = self.steps[first..].iter_mut();
        let steps = steps.filter(|step| step.piece == piece);
        for (place, step) in steps.enumerate() {
            let from = known[..place].iter().rev().copied().flatten().next();
            let to = known[place..].iter().copied().flatten().next();
            let from = from.map_or(0, |line| statement_start(self.code, line));
            let to = to.map_or(u32::MAX, |line| statement_end(self.code, line));
            let can_have_run =
                |line: &u32| !is_ordered || (from..=to).contains(line) || header.contains(line);
            let suspect = own.intersection(self.lines).copied();
            step.lines = suspect.filter(can_have_run).collect();
        }
    }

    fn stop(&self, piece: NodeId, from: Option<Instant>, stride: Stride) -> Option<Stop> {
        self.run.stop(piece, from, stride, NARROW)
    }

    /// The lines of a piece's own code that ran, and of the head of the loop that it is a round of.
    fn own_lines(&self, piece: NodeId) -> BTreeSet<u32> {
        let data = self.run.data(piece);
        let lines = data.map_or_else(Vec::new, |data| Run::own_lines(self.run, piece, &data));
        let mut own: BTreeSet<u32> = lines.into_iter().collect();
        if self.run.tree().kind(piece) == Kind::Iterations {
            own.extend(self.header_lines(piece));
        }
        own
    }

    /// The lines of the head of the loop that a piece is a round of.
    fn header_lines(&self, round: NodeId) -> BTreeSet<u32> {
        let of_loop = self.run.tree().parent(round);
        let line = of_loop.and_then(|of_loop| self.loop_line(of_loop));
        let data = of_loop.and_then(|of_loop| self.run.data(of_loop));
        let own = data.map_or_else(Vec::new, |data| data.lines);
        own.into_iter().chain(line).collect()
    }

    /// Whether a part is a loop whose code is among what is suspect.
    fn is_own(&self, part: NodeId) -> bool {
        let tree = self.run.tree();
        tree.kind(part) == Kind::Loop && {
            let mut rounds = tree.children(part);
            rounds.any(|round| !self.own_lines(round).is_disjoint(self.lines))
        }
    }

    /// What a part is called, by somebody who knows in which routine it is.
    fn title(&self, node: NodeId) -> String {
        let title = self.run.heading(Subject::node(node)).title;
        match self.run.tree().kind(node) {
            Kind::Routine => title,
            _ => match title.rsplit_once(" in ") {
                Some((title, _)) => title.to_owned(),
                None => title,
            },
        }
    }

    /// The line at which a node begins, when it is a loop.
    fn loop_line(&self, node: NodeId) -> Option<u32> {
        let NodeKind::Loop(id) = self.run.data(node)?.kind else {
            return None;
        };
        Some(self.run.definitions().loop_(id)?.first_line)
    }

    fn words(&self, action: &Action) -> String {
        match action {
            Action::Ran { node, .. } => self.title(*node),
            Action::Wrote {
                part,
                before,
                after,
                ..
            } => format!("{part} {before} → {after}"),
        }
    }

    /// The line of a step, when only one of those that ran names what it did.
    fn line_of(&self, action: &Action, own: &BTreeSet<u32>) -> Option<u32> {
        let title;
        let name = match action {
            Action::Ran { node, .. } => {
                if let Some(line) = self.loop_line(*node) {
                    return Some(line);
                }
                title = self.title(*node);
                let routine = title.split('(').next().unwrap_or(&title);
                routine.rsplit(['.', ' ']).next()?
            }
            Action::Wrote { part, .. } => match part.rsplit('.').next()? {
                element if element.ends_with(']') => "]",
                field => field,
            },
        };
        let lines = self.code.into_iter().flat_map(Listing::lines);
        let mut naming = lines.filter(|line| own.contains(&line.number) && names(&line.text, name));
        let line = naming.next()?.number;
        naming.next().is_none().then_some(line)
    }
}

/// Whether a line of code has a name in it, and not only as a part of a longer one.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        name == "]" || !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// The first line of the statement that a line belongs to.
fn statement_start(code: Option<&Listing>, line: u32) -> u32 {
    let mut start = line;
    while start > 1 && text(code, start - 1).is_some_and(goes_on) {
        start -= 1;
    }
    start
}

/// The last line of the statement that a line belongs to.
fn statement_end(code: Option<&Listing>, line: u32) -> u32 {
    let mut end = line;
    while text(code, end).is_some_and(goes_on) {
        end += 1;
    }
    end
}

fn text(code: Option<&Listing>, number: u32) -> Option<&str> {
    let mut lines = code.into_iter().flat_map(Listing::lines);
    let line = lines.find(|line| line.number == number)?;
    Some(line.text.split("//").next().unwrap_or_default().trim())
}

/// Whether a statement goes on in the next line.
fn goes_on(text: &str) -> bool {
    !text.is_empty() && !text.ends_with([';', '{', '}', ':'])
}
