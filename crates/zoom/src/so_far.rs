//! A call up to each of its statements, as something to ask about: "right so far?".
//!
//! The call up to its last suspect statement contains the call up to the one before, and so on: a chain in which every node
//! owns one statement that is suspect. The ordinary search bisects it. The last statement of the shortest wrong beginning
//! is to blame.

use std::collections::BTreeSet;
use std::sync::Arc;

use elenchus_recorded::closely::{Moment, Statement};
use elenchus_recorded::showing::show::{Limits as Room, Names, show};
use elenchus_session::{
    LeftOut, Limits, Moment as When, NodeNumber, PartError, Program, RootIs, Settings, Shown,
    Subject, Value, Written,
};
use elenchus_source::Listing;
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;
use elenchus_tree::{Kind, NodeId, Tree, TreeBuilder};

use crate::look::Look;

/// A call that is asked about statement by statement.
pub struct SoFar {
    look: Look,
    /// What people call the routine.
    routine: String,
    /// The numbers of the statements that are suspect, counted from 1 among all that ran.
    suspects: Vec<usize>,
    tree: Arc<Tree>,
}

impl SoFar {
    /// Asks about the statements of a call that stand on some of these lines and ran between two nodes of the rerun; nothing
    /// when there are none.
    pub fn new(
        look: Look,
        routine: &str,
        lines: &BTreeSet<u32>,
        (start, end): (NodeId, NodeId),
    ) -> Option<SoFar> {
        let statements = &look.statements.statements;
        // What a loop begins with runs right before it.
        let first = statements.partition_point(|statement| statement.node < start);
        let first = first.saturating_sub(1);
        let is_suspect = |(place, statement): (usize, &Statement)| {
            let is_there = place >= first && statement.node < end;
            is_there && statement.lines.iter().any(|line| lines.contains(line))
        };
        let numbered = (1..).zip(statements.iter().enumerate());
        let suspects = numbered.filter(|(_, statement)| is_suspect(*statement));
        let suspects: Vec<usize> = suspects.map(|(number, _)| number).collect();
        if suspects.is_empty() {
            return None;
        }
        Some(SoFar {
            tree: Arc::new(chain(routine, suspects.len())),
            routine: routine.to_owned(),
            suspects,
            look,
        })
    }

    /// The last statement of the beginning that a node stands for, and its number.
    pub fn statement(&self, node: NodeId) -> (usize, &Statement) {
        let number = self.number(node).0;
        (number, &self.look.statements.statements[number - 1])
    }

    /// How many statements ran.
    pub fn steps(&self) -> usize {
        self.look.statements.statements.len()
    }

    /// The moment after so many statements.
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

    /// A variable at a moment, in words.
    fn text(&self, moment: &Moment, name: &str, room: Room) -> Option<String> {
        let (_, value) = moment.variables.iter().find(|(other, _)| other == name)?;
        let run = &**self.look.run();
        Some(show(run, *value, moment.time, room, &Names::default()))
    }

    /// What the variables held before and after a statement: those that changed first.
    fn values(&self, number: usize, room: Room) -> Vec<Value> {
        let (before, after) = (self.after(number - 1), self.after(number));
        let all = after.variables.iter().map(|(name, _)| Value {
            name: name.clone(),
            before: self.text(before, name, room),
            after: self.text(after, name, room),
        });
        let (mut changed, same): (Vec<Value>, Vec<Value>) =
            all.partition(|value| value.before != value.after);
        changed.extend(same);
        changed
    }
}

/// The beginnings of a call as a chain, each of which ends with a suspect statement: the longest first.
pub fn chain(routine: &str, suspects: usize) -> Tree {
    let mut builder = TreeBuilder::with_capacity(suspects);
    let name = builder.routine(routine);
    for _ in 0..suspects {
        builder.enter(Kind::Routine, name);
    }
    for _ in 0..suspects {
        builder.exit();
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
        let (number, statement) = self.statement(subject.first());
        let room = Room {
            depth: limits.depth,
            items: limits.elements,
            width: limits.characters,
        };
        let next = match self.look.statements.statements.get(number) {
            Some(next) => self.line(next.line),
            None => "it ends".to_owned(),
        };
        let mut values = self.values(number, room);
        values.push(Value {
            name: "then".to_owned(),
            before: Some(next),
            after: None,
        });
        Shown {
            routine: self.routine.clone(),
            kind: "statement".to_owned(),
            loop_name: None,
            title: format!(
                "{} so far, after {}",
                self.routine,
                self.line(statement.line)
            ),
            values,
            before: None,
            after: None,
            lines: None,
            left_out: LeftOut::default(),
        }
    }

    fn code(&self, nodes: &[NodeId]) -> Option<Listing> {
        let (_, statement) = self.statement(*nodes.first()?);
        let mut code = self.look.code.clone()?;
        for line in code.blocks.iter_mut().flatten() {
            line.owned = statement.lines.contains(&line.number);
        }
        Some(code)
    }

    fn source(&self, _: Subject) -> Option<Listing> {
        self.look.code.clone()
    }

    fn writer_of(&self, of: Subject, part: &str, when: When) -> Result<Written, PartError> {
        let (number, _) = self.statement(of.first());
        let last = match when {
            When::After => number,
            When::Before => number - 1,
        };
        let name = part.split(['.', '[']).next().unwrap_or(part);
        let moment = self.after(last);
        if !moment.variables.iter().any(|(other, _)| other == name) {
            let shown = moment.variables.iter().map(|(name, _)| format!("`{name}`"));
            return Err(PartError::NotShown {
                part: part.to_owned(),
                shown: shown.collect::<Vec<_>>().join(", "),
            });
        }
        let held = |statements: usize| self.text(self.after(statements), name, Room::default());
        let writer = (1..=last).rev().find(|&step| held(step) != held(step - 1));
        // What is not suspect is asked about with the suspect statement after it.
        let suspect = writer.map(|writer| self.suspects.partition_point(|&other| other < writer));
        let suspect = suspect.and_then(|place| self.suspects.get(place).copied());
        Ok(match suspect {
            Some(suspect) if suspect >= number => Written::Own,
            Some(suspect) => self
                .node(NodeNumber(suspect))
                .map_or(Written::Before(None), Written::Inside),
            None => Written::Before(None),
        })
    }

    /// The number of its last statement.
    fn number(&self, node: NodeId) -> NodeNumber {
        NodeNumber(self.suspects[self.tree.len() - 1 - node.index()])
    }

    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        let place = self.suspects.binary_search(&number.0).ok()?;
        Some(NodeId::new(self.tree.len() - 1 - place))
    }
}
