//! `elenchus tree`: the execution tree, or a part of it, as text, JSON or Graphviz.

use std::io::{self, BufWriter, Write};

use elenchus_session::{Program, Subject, pattern};
use elenchus_terminal::printable;
use elenchus_tree::{Kind, NodeId};
use serde_json::json;

use crate::args::{TreeArgs, TreeFormat};
use crate::input::{Input, node_at, open};
use crate::trouble::{Exit, Trouble};

/// One node to show, and how deep it lies below the first.
struct Row {
    node: NodeId,
    depth: usize,
}

/// Does what `elenchus tree` says.
pub fn run(args: &TreeArgs) -> Result<Exit, Trouble> {
    let program = open(&args.input)?;
    let top = node_at(&program, args.at.as_deref())?;
    let rows = rows(&program, top, args.depth, args.filter.as_deref());
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match args.format {
        TreeFormat::Text => text(&mut out, &program, &rows),
        TreeFormat::Json => json_lines(&mut out, &program, &rows),
        TreeFormat::Dot => dot(&mut out, &program, &rows),
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

/// The nodes below `top` to show, in execution order.
fn rows(program: &Input, top: NodeId, depth: Option<usize>, filter: Option<&str>) -> Vec<Row> {
    let tree = program.tree();
    let shown = filter.map(|filter| matching(program, top, filter));
    let mut rows = Vec::new();
    let mut ends: Vec<NodeId> = Vec::new();
    let mut next = top;
    while next < tree.end(top) {
        while ends.last().is_some_and(|&end| end <= next) {
            ends.pop();
        }
        let hidden = shown
            .as_ref()
            .is_some_and(|shown| !shown[(next.0 - top.0) as usize]);
        if hidden || depth.is_some_and(|depth| ends.len() >= depth) {
            next = tree.end(next);
            continue;
        }
        rows.push(Row {
            node: next,
            depth: ends.len(),
        });
        ends.push(tree.end(next));
        next.0 += 1;
    }
    rows
}

/// For every node below `top`, whether it or something inside it matches.
fn matching(program: &Input, top: NodeId, filter: &str) -> Vec<bool> {
    let tree = program.tree();
    let matches = |node| match tree.kind(node) {
        Kind::Loop => program
            .loop_name(node)
            .is_some_and(|name| pattern::matches(filter, &name)),
        _ => pattern::matches(filter, tree.label(node)),
    };
    let size = tree.size(top);
    let mut shown = vec![false; size];
    for offset in (0..size).rev() {
        let node = NodeId::new(top.index() + offset);
        shown[offset] |= matches(node);
        if shown[offset]
            && offset > 0
            && let Some(parent) = tree.parent(node)
        {
            shown[parent.index() - top.index()] = true;
        }
    }
    shown
}

fn text(out: &mut impl Write, program: &Input, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let shown = program.show(Subject::node(row.node));
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

fn json_lines(out: &mut impl Write, program: &Input, rows: &[Row]) -> io::Result<()> {
    let tree = program.tree();
    for row in rows {
        let shown = program.show(Subject::node(row.node));
        let mut line = json!({
            "node": program.number(row.node),
            "parent": tree.parent(row.node).map(|parent| program.number(parent)),
            "depth": row.depth,
            "nodes": tree.size(row.node),
            "routine": shown.routine,
            "kind": shown.kind,
            "title": shown.title,
        });
        if let Some(name) = shown.loop_name {
            line["loop"] = name.into();
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn dot(out: &mut impl Write, program: &Input, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "digraph tree {{\n  node [shape=box];")?;
    for (place, row) in rows.iter().enumerate() {
        let shown = program.show(Subject::node(row.node));
        let number = program.number(row.node);
        let title = printable(&shown.title)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        writeln!(out, "  n{number} [label=\"{title}\"];")?;
        if place > 0
            && let Some(parent) = program.tree().parent(row.node)
        {
            writeln!(out, "  n{} -> n{number};", program.number(parent))?;
        }
    }
    writeln!(out, "}}")
}
