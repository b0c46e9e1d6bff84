//! The statements of a call that was run again, as steps to ask about.

use std::collections::BTreeSet;

use elenchus_recorded::closely::{Moment, Statement};
use elenchus_recorded::showing::show::{Limits as Room, Names, show};
use elenchus_session::{Limits, PartError, Shown, Value};
use elenchus_source::Listing;
use elenchus_tree::NodeId;

use crate::look::Look;
use crate::so_far::{Steps, THEN, brief};

/// How much of a value stands in a line.
const BRIEF: Room = Room {
    depth: 2,
    items: 6,
    width: 40,
};

/// The statements of a call.
pub struct Statements {
    look: Look,
    /// What people call the routine.
    routine: String,
}

impl Statements {
    pub fn new(look: Look, routine: &str) -> Statements {
        Statements {
            look,
            routine: routine.to_owned(),
        }
    }

    /// Those that stand on some of these lines and ran between two nodes of the rerun.
    pub fn on(&self, lines: &BTreeSet<u32>, (start, end): (NodeId, NodeId)) -> Vec<usize> {
        let statements = &self.look.statements.statements;
        // What a loop begins with runs right before it.
        let first = statements.partition_point(|statement| statement.node < start);
        let first = first.saturating_sub(1);
        let is_suspect = |(place, statement): (usize, &Statement)| {
            let is_there = place >= first && statement.node < end;
            is_there && statement.lines.iter().any(|line| lines.contains(line))
        };
        let numbered = (1..).zip(statements.iter().enumerate());
        let suspects = numbered.filter(|(_, statement)| is_suspect(*statement));
        suspects.map(|(number, _)| number).collect()
    }

    fn statement(&self, step: usize) -> &Statement {
        &self.look.statements.statements[step - 1]
    }

    /// The moment after this many statements.
    fn after(&self, statements: usize) -> &Moment {
        let all = &self.look.statements;
        let next = all.statements.get(statements);
        next.map_or(&all.end, |next| &next.before)
    }

    /// A line with its text.
    fn line(&self, number: u32) -> String {
        let lines = self.look.code.iter().flat_map(Listing::lines);
        let found = lines.into_iter().find(|line| line.number == number);
        match found {
            Some(line) => format!("line {number} `{}`", line.text.trim()),
            None => format!("line {number}"),
        }
    }

    /// Where the code goes on after this many statements.
    fn then(&self, statements: usize) -> String {
        match self.look.statements.statements.get(statements) {
            Some(next) => self.line(next.line),
            None => "it ends".to_owned(),
        }
    }

    /// A variable at a moment, in words.
    fn text(&self, moment: &Moment, name: &str, room: Room) -> Option<String> {
        let (_, value) = moment.variables.iter().find(|(other, _)| other == name)?;
        let run = &**self.look.run();
        Some(show(run, *value, moment.time, room, &Names::default()))
    }

    /// What the variables held after two numbers of statements: those that changed in between, and the others.
    fn values(&self, (since, step): (usize, usize), room: Room) -> (Vec<Value>, Vec<Value>) {
        let (before, after) = (self.after(since), self.after(step));
        let all = after.variables.iter().map(|(name, _)| Value {
            name: name.clone(),
            before: self.text(before, name, room),
            after: self.text(after, name, room),
        });
        all.partition(|value| value.before != value.after)
    }
}

impl Steps for Statements {
    fn count(&self) -> usize {
        self.look.statements.statements.len()
    }

    fn lines(&self, step: usize) -> &[u32] {
        &self.statement(step).lines
    }

    fn place(&self, step: usize) -> (u32, usize) {
        let statement = self.statement(step);
        (statement.line, statement.nth)
    }

    fn show(&self, step: usize, limits: Limits) -> Shown {
        let room = Room {
            depth: limits.depth,
            items: limits.elements,
            width: limits.characters,
        };
        let (mut values, same) = self.values((step - 1, step), room);
        values.push(Value {
            name: THEN.to_owned(),
            before: Some(self.then(step)),
            after: None,
        });
        values.extend(same);
        let after = self.line(self.statement(step).line);
        Shown {
            routine: self.routine.clone(),
            kind: self.kind().to_owned(),
            title: format!("{} so far, after {after}", self.routine),
            values,
            ..Shown::default()
        }
    }

    fn brief(&self, since: usize, step: usize) -> String {
        let (changed, _) = self.values((since, step), BRIEF);
        let changed = changed.into_iter();
        let changed = changed.filter_map(|value| Some((value.name, value.after?)));
        let line = self.line(self.statement(step).line);
        brief(&line, changed).unwrap_or_else(|| format!("{line}, then {}", self.then(step)))
    }

    fn writer(&self, part: &str, until: usize) -> Result<Option<usize>, PartError> {
        // Where the code goes on was decided by the statement that ran last.
        if part == THEN {
            return Ok(Some(until));
        }
        let name = part.split(['.', '[']).next().unwrap_or(part);
        let moment = self.after(until);
        if !moment.variables.iter().any(|(other, _)| other == name) {
            let shown = moment.variables.iter().map(|(name, _)| format!("`{name}`"));
            return Err(PartError::NotShown {
                part: part.to_owned(),
                shown: shown.collect::<Vec<_>>().join(", "),
            });
        }
        let held = |statements: usize| self.text(self.after(statements), name, Room::default());
        Ok((1..=until).rev().find(|&step| held(step) != held(step - 1)))
    }

    fn code(&self) -> Option<&Listing> {
        self.look.code.as_ref()
    }

    fn kind(&self) -> &'static str {
        "statement"
    }

    fn why(&self) -> &str {
        "all was right before it, and not after it"
    }
}
