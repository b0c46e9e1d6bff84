//! `elenchus tree`: the execution tree, or a part of it, as text, JSON or Graphviz.

use std::io::{self, BufWriter, Write};

use elenchus_guard::text::{printable, printable_json};
use elenchus_inquiry::open::symptom::node_at;
use elenchus_session::{Pattern, Program, Subject};
use elenchus_tree::{Kind, NodeId, Tree};
use serde_json::json;

use crate::args::{TreeArgs, TreeFormat};
use crate::input::{Input, open};
use crate::trouble::{Exit, Trouble};

/// Does what `elenchus tree` says.
pub fn run(args: &TreeArgs) -> Result<Exit, Trouble> {
    let program = open(&args.input)?;
    let top = node_at(&program, args.at.as_deref())?;
    let rows = Rows::new(&program, top, args.depth, args.filter.as_deref());
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match args.format {
        TreeFormat::Text => text(&mut out, &program, rows),
        TreeFormat::Json => json_lines(&mut out, &program, rows),
        TreeFormat::Dot => dot(&mut out, &program, rows),
    };
    match written.and_then(|()| out.flush()) {
        // Whoever reads may stop when they have seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Trouble::usage(
            format!("failed to write the tree: {error}"),
            "",
        )),
        _ => Ok(Exit::Done),
    }
}

/// One node to show, and how deep it lies below the first.
struct Row {
    node: NodeId,
    depth: usize,
}

/// The nodes to show, in execution order, found one by one: there may be more than memory holds.
struct Rows<'t> {
    tree: &'t Tree,
    top: NodeId,
    next: NodeId,
    /// Where the nodes around the next one end.
    ends: Vec<NodeId>,
    depth: usize,
    /// For every node below the first, one bit: whether it or something inside it matches.
    matching: Option<Vec<u64>>,
}

impl<'t> Rows<'t> {
    fn new(
        program: &'t Input,
        top: NodeId,
        depth: Option<usize>,
        filter: Option<&str>,
    ) -> Rows<'t> {
        Rows {
            tree: program.tree(),
            top,
            next: top,
            ends: Vec::new(),
            depth: depth.unwrap_or(usize::MAX),
            matching: filter.map(|filter| matching(program, top, filter)),
        }
    }

    fn is_shown(&self, node: NodeId) -> bool {
        let place = node.index() - self.top.index();
        self.ends.len() < self.depth
            && self
                .matching
                .as_ref()
                .is_none_or(|bits| bits[place / 64] >> (place % 64) & 1 == 1)
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        while self.next < self.tree.end(self.top) {
            let node = self.next;
            while self.ends.last().is_some_and(|&end| end <= node) {
                self.ends.pop();
            }
            if !self.is_shown(node) {
                self.next = self.tree.end(node);
                continue;
            }
            let depth = self.ends.len();
            self.ends.push(self.tree.end(node));
            self.next = NodeId::new(node.index() + 1);
            return Some(Row { node, depth });
        }
        None
    }
}

/// For every node below `top`, one bit: whether it or something inside it matches.
fn matching(program: &Input, top: NodeId, filter: &str) -> Vec<u64> {
    let tree = program.tree();
    let filter = Pattern::new(filter);
    let names = tree.routine_names().iter();
    let wanted: Vec<bool> = names.map(|name| filter.covers(name)).collect();
    let matches = |node| match tree.kind(node) {
        Kind::Loop => program
            .loop_name(node)
            .is_some_and(|name| filter.covers(&name)),
        _ => wanted
            .get(tree.routine(node).0 as usize)
            .copied()
            .unwrap_or(false),
    };
    let size = tree.size(top);
    let mut bits = vec![0u64; size.div_ceil(64)];
    // From the last node to the first, parents come after everything inside them.
    for place in (0..size).rev() {
        let node = NodeId::new(top.index() + place);
        let set = bits[place / 64] >> (place % 64) & 1 == 1;
        if set || matches(node) {
            bits[place / 64] |= 1 << (place % 64);
            if place > 0
                && let Some(parent) = tree.parent(node)
            {
                let above = parent.index() - top.index();
                bits[above / 64] |= 1 << (above % 64);
            }
        }
    }
    bits
}

fn text(out: &mut impl Write, program: &Input, rows: Rows) -> io::Result<()> {
    for row in rows {
        let shown = program.heading(Subject::node(row.node));
        let number = program.number(row.node);
        let size = program.tree().size(row.node);
        let indent = "  ".repeat(row.depth);
        let title = printable(&shown.title);
        let name = match (&shown.loop_name, program.tree().kind(row.node)) {
            (Some(name), Kind::Loop) => format!("{}, ", printable(name)),
            _ => String::new(),
        };
        writeln!(out, "{indent}{title}  ({name}node {number}, {size} in all)")?;
    }
    Ok(())
}

fn json_lines(out: &mut impl Write, program: &Input, rows: Rows) -> io::Result<()> {
    let tree = program.tree();
    for row in rows {
        let shown = program.heading(Subject::node(row.node));
        let mut line = json!({
            "node": program.number(row.node).0,
            "parent": tree.parent(row.node).map(|parent| program.number(parent).0),
            "depth": row.depth,
            "nodes": tree.size(row.node),
            "routine": shown.routine,
            "kind": shown.kind,
            "title": shown.title,
        });
        if let Some(name) = shown.loop_name {
            line["loop"] = name.into();
        }
        writeln!(out, "{}", printable_json(&line.to_string()))?;
    }
    Ok(())
}

fn dot(out: &mut impl Write, program: &Input, rows: Rows) -> io::Result<()> {
    writeln!(out, "digraph tree {{\n  node [shape=box];")?;
    for (place, row) in rows.enumerate() {
        let shown = program.heading(Subject::node(row.node));
        let number = program.number(row.node);
        let title = printable(&shown.title)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        writeln!(out, "  n{number} [label=\"{title}\"];")?;
        if place > 0
            && let Some(parent) = program.tree().parent(row.node)
        {
            writeln!(out, "  n{} -> n{number};", program.number(parent).0)?;
        }
    }
    writeln!(out, "}}")
}
