//! Nodes that fit a text. A search goes through the run in portions, so that no answer takes long: each
//! says where the next one goes on.

use std::time::{Duration, Instant};

use elenchus_session::{Limits, NodeNumber, Program, Shown, Subject};
use elenchus_tree::{NodeId, RoutineId};
use elenchus_wire::look::{Seen, Sought};

use crate::scene::Scene;

/// A portion ends after this many hits, or after this time.
const MOST_FOUND: usize = 50;
const TIME: Duration = Duration::from_millis(25);

/// How many nodes are looked at between two looks at the clock: a name is compared once for each routine,
/// values and lines are made for every node.
const NAMES_AT_ONCE: usize = 16 << 10;
const SHOWN_AT_ONCE: usize = 8;

/// What is compared of the values of a node. Larger things hold too much to be what somebody looks for.
const VALUES: Limits = Limits {
    changes: 40,
    characters: 400,
    depth: 3,
    elements: 50,
    ..Limits::SCREEN
};

/// Nothing is read of what a node shows but its lines.
const ONLY_LINES: Limits = Limits {
    changes: 1,
    characters: 1,
    depth: 1,
    elements: 1,
    ..Limits::SCREEN
};

impl Scene {
    /// The next nodes that fit.
    pub(super) fn search(&self, by: Sought, text: &str, from: usize) -> Seen {
        let wanted = text.to_lowercase();
        let tree = self.program().tree();
        let names = tree.routine_names().iter().enumerate();
        let fitting: Vec<bool> = names
            .map(|(number, name)| {
                let shown = || self.program().shown_name(RoutineId(number as u32));
                contains(name, &wanted) || shown().is_some_and(|name| contains(&name, &wanted))
            })
            .collect();
        let shown = |node, limits| self.program().show_within(Subject::node(node), limits);
        let fits = |node: NodeId| match by {
            Sought::Routine => fitting
                .get(tree.routine(node).index())
                .copied()
                .unwrap_or(false),
            Sought::Value => has(&shown(node, VALUES), &wanted),
            // What is short enough for a list leaves the lines out.
            Sought::Line => {
                let lines = shown(node, ONLY_LINES).lines;
                lines.is_some_and(|lines| ran(&lines, &wanted))
            }
        };
        let portion = match by {
            Sought::Routine => NAMES_AT_ONCE,
            Sought::Value | Sought::Line => SHOWN_AT_ONCE,
        };
        let start = Instant::now();
        let first = self
            .program()
            .node(NodeNumber(from))
            .unwrap_or(NodeId::ROOT)
            .index();
        let mut found = Vec::new();
        for index in first..tree.len() {
            let late = (index - first) % portion == portion - 1 && start.elapsed() > TIME;
            if found.len() >= MOST_FOUND || late {
                let next = Some(self.number(NodeId::new(index)));
                return Seen::Search { nodes: found, next };
            }
            let node = NodeId::new(index);
            if fits(node) {
                found.push(self.describe(node));
            }
        }
        Seen::Search {
            nodes: found,
            next: None,
        }
    }
}

fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(wanted)
}

/// Whether a piece was given a value, changed something to it or from it, or returned it. What it only could see does not count: the
/// receiver of most calls leads to most of the program.
fn has(shown: &Shown, wanted: &str) -> bool {
    let arguments = shown.title.split_once('(').map(|(_, arguments)| arguments);
    let is_argument = |name: &str| {
        let mut names = arguments.unwrap_or("").split([',', '(', ')', '=']);
        arguments.is_none() || names.any(|argument| argument.trim() == name)
    };
    let has_it = |text: &Option<String>| text.as_ref().is_some_and(|text| contains(text, wanted));
    has_it(&Some(shown.title.clone()))
        || has_it(&shown.before)
        || has_it(&shown.after)
        || shown.values.iter().any(|row| {
            (row.before != row.after || is_argument(&row.name))
                && (has_it(&row.before) || has_it(&row.after))
        })
}

/// Whether `Chess.java:14, 20–22` names the line that is wanted as `Chess.java:20`, `:20` or `20`.
fn ran(lines: &str, wanted: &str) -> bool {
    let (file, line) = wanted.rsplit_once(':').unwrap_or(("", wanted));
    let Ok(line) = line.trim().parse::<u32>() else {
        return false;
    };
    let holds = |numbers: &str| {
        let (first, last) = numbers.split_once('–').unwrap_or((numbers, numbers));
        let number = |text: &str| text.trim().parse::<u32>();
        number(first).is_ok_and(|first| first <= line)
            && number(last).is_ok_and(|last| line <= last)
    };
    lines.split("; ").any(|part| {
        let (in_file, numbers) = part.rsplit_once(':').unwrap_or(("", part));
        contains(in_file, file) && numbers.split(',').any(holds)
    })
}

#[cfg(test)]
mod tests {
    use elenchus_session::Value;

    use super::*;

    #[test]
    fn a_value_is_found_where_something_was_done_with_it() {
        let row = |name: &str, before: &str, after: &str| Value {
            name: name.to_owned(),
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
        };
        let shown = Shown {
            title: "Cart.add(item = Item(7), note)".to_owned(),
            values: vec![
                row("this", "Cart(owner=Ann)", "Cart(owner=Ann)"),
                row("note", "for Bob", "for Bob"),
                row("this.total", "12", "19"),
            ],
            ..Shown::default()
        };
        for wanted in ["item(7)", "bob", "12", "19"] {
            assert!(has(&shown, wanted), "{wanted}");
        }
        for wanted in ["ann", "20"] {
            assert!(!has(&shown, wanted), "{wanted}");
        }
    }

    #[test]
    fn lines_are_found_with_and_without_their_file() {
        for wanted in ["chess.java:20", ":20", "20"] {
            assert!(ran("Chess.java:14, 20", wanted), "{wanted}");
            assert!(
                ran("Chess.java:14, 19–21; Board.java:7", wanted),
                "{wanted}"
            );
        }
        for wanted in [
            "chess.java:2",
            "board.java:20",
            "chess.java",
            "",
            "18",
            "22",
        ] {
            assert!(!ran("Chess.java:14, 20", wanted), "{wanted}");
            assert!(
                !ran("Chess.java:14, 19–21; Board.java:7", wanted),
                "{wanted}"
            );
        }
    }
}
