//! Nodes that fit a text. A search goes through the run in portions, so that no answer takes long: each
//! says where the next one goes on.

use std::time::{Duration, Instant};

use elenchus_session::{Limits, NodeNumber, Program, Subject};
use elenchus_tree::NodeId;
use elenchus_wire::look::{Seen, Sought};

use crate::scene::Scene;

/// A portion ends after this many hits, or after this time.
const MOST_FOUND: usize = 50;
const TIME: Duration = Duration::from_millis(25);

/// How many nodes are looked at between two looks at the clock: a name is compared once for each routine,
/// titles and lines are made for every node.
const NAMES_AT_ONCE: usize = 16 << 10;
const TITLES_AT_ONCE: usize = 8;

/// Nothing is read of what a node shows but its lines.
const ONLY_LINES: Limits = Limits {
    changes: 1,
    characters: 1,
    depth: 1,
    elements: 1,
};

impl Scene {
    /// The next nodes that fit.
    pub(super) fn search(&self, by: Sought, text: &str, from: usize) -> Seen {
        let wanted = text.to_lowercase();
        let tree = self.program().tree();
        let names = tree.routine_names().iter();
        let fitting: Vec<bool> = names.map(|name| contains(name, &wanted)).collect();
        let heading = |node| self.program().heading(Subject::node(node));
        let fits = |node: NodeId| match by {
            Sought::Routine => fitting
                .get(tree.routine(node).index())
                .copied()
                .unwrap_or(false),
            Sought::Value => contains(&heading(node).title, &wanted),
            // What is short enough for a list leaves the lines out.
            Sought::Line => self
                .program()
                .show_within(Subject::node(node), ONLY_LINES)
                .lines
                .is_some_and(|lines| ran(&lines, &wanted)),
        };
        let portion = match by {
            Sought::Routine => NAMES_AT_ONCE,
            Sought::Value | Sought::Line => TITLES_AT_ONCE,
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
    use super::ran;

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
