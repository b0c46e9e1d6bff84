//! A recording written down in the form of the exact trees.

use crate::contents::Containers;
use crate::values::{Values, simple};
use crate::writes::{order, writes};
use elenchus_corpora::counted::counted_lines;
use elenchus_corpora::tree_text::{Call, End, Item, Local, Node};
use elenchus_recorded::run::Run;
use elenchus_source::SourceFile;
use elenchus_trace::definition::{LoopDef, RoutineDef, routine_flag};
use elenchus_trace::{LocalValue, NodeData, NodeKey, NodeKind, Outcome, Time, Value};
use elenchus_tree::NodeId;
use std::collections::HashMap;

/// The recorded threads that no recorded call started.
pub fn write_down(run: &Run, file: &SourceFile) -> Result<Vec<Node>, String> {
    let tree = &run.snapshot().tree;
    let data: Vec<Option<NodeData>> = tree.nodes().map(|node| run.data(node)).collect();
    let times = data.iter().flatten();
    let late = times
        .flat_map(|data| [Some(data.before), data.after])
        .flatten()
        .max_by(|one, other| order(run.trace(), *one, *other))
        .ok_or("nothing was recorded")?;
    let values = Values::new(run.trace(), late);
    let writer = Writer {
        heads: Heads {
            run,
            values: &values,
        },
        containers: Containers::new(run, &values),
        counted: counted_lines(file),
        writes: sorted_into_passes(run, &data, writes(run.trace(), &values, late)),
    };
    let mut done: HashMap<NodeId, Vec<Node>> = HashMap::new();
    let mut roots = Vec::new();
    // Children before parents, so that no depth of calls is too much.
    for (node, data) in tree.nodes().zip(&data).rev() {
        let strand = run.snapshot().key_of(node).strand;
        let mut items = Vec::new();
        let mut threads: Vec<(u32, Node)> = Vec::new();
        for child in tree.children(node) {
            let nodes = done.remove(&child).unwrap_or_default();
            let child_strand = run.snapshot().key_of(child).strand;
            if child_strand == strand {
                items.extend(nodes);
                continue;
            }
            match threads.iter_mut().find(|(of, _)| *of == child_strand) {
                Some((_, thread)) => thread.children.extend(nodes),
                None => threads.push((child_strand, bare(Item::Thread, nodes))),
            }
        }
        let started = threads.into_iter().map(|(_, thread)| thread);
        match data {
            Some(data) => {
                items.extend(started);
                let nodes = writer.node(node, data, items);
                if node == NodeId::ROOT {
                    roots.push(bare(Item::Thread, nodes));
                } else {
                    done.insert(node, nodes);
                }
            }
            None if node == NodeId::ROOT => roots.extend(started),
            None => return Err(format!("nothing is known about node {}", node.0)),
        }
    }
    Ok(roots)
}

/// One node with all its lines, but without what happened in it.
pub fn head(run: &Run, node: NodeId) -> Option<Node> {
    let data = run.data(node)?;
    let values = Values::new(run.trace(), data.after?);
    let heads = Heads {
        run,
        values: &values,
    };
    let lines = bare(Item::Lines(data.lines.clone()), Vec::new());
    let is_loop = matches!(data.kind, NodeKind::Loop(_));
    let lines = if is_loop { vec![] } else { vec![lines] };
    Some(bare(heads.item(node, &data)?, lines))
}

/// The reader tells the loop that a write happened in; which iteration it was, the times of the iterations tell.
fn sorted_into_passes(
    run: &Run,
    data: &[Option<NodeData>],
    mut writes: HashMap<NodeKey, Vec<(Time, Item)>>,
) -> HashMap<NodeKey, Vec<(Time, Item)>> {
    let tree = &run.snapshot().tree;
    for (node, data) in tree.nodes().zip(data) {
        let Some(data) = data else { continue };
        if !matches!(data.kind, NodeKind::Iterations(_) | NodeKind::Check(_)) {
            continue;
        }
        let around = tree
            .parent(node)
            .map(|around| run.snapshot().key_of(around));
        let Some(of_loop) = around.and_then(|around| writes.get_mut(&around)) else {
            continue;
        };
        let within = |time: Time| {
            let is_before = |one, other| run.trace().is_before(one, other);
            !is_before(time, data.before) && data.after.is_none_or(|end| is_before(time, end))
        };
        let (inside, outside): (Vec<_>, Vec<_>) = std::mem::take(of_loop)
            .into_iter()
            .partition(|(time, _)| within(*time));
        *of_loop = outside;
        let own = writes.entry(data.key).or_default();
        own.extend(inside);
        own.sort_by(|(one, _), (other, _)| order(run.trace(), *one, *other));
    }
    writes
}

fn bare(item: Item, children: Vec<Node>) -> Node {
    Node {
        line: 0,
        item,
        children,
    }
}

struct Writer<'r> {
    heads: Heads<'r>,
    containers: Containers<'r>,
    counted: elenchus_source::LineSet,
    writes: HashMap<NodeKey, Vec<(Time, Item)>>,
}

impl Writer<'_> {
    /// A node with its items. A check that ended a loop is none: what it did belongs to the loop.
    fn node(&self, node: NodeId, data: &NodeData, below: Vec<Node>) -> Vec<Node> {
        let mut items = Vec::new();
        let lines = self.heads.run.own_lines(node, data).into_iter();
        let lines: Vec<u32> = lines.filter(|&line| self.counted.contains(line)).collect();
        let is_loop = matches!(data.kind, NodeKind::Loop(_));
        // What a loop record says of lines is what its last pass ran, which has them already.
        if !lines.is_empty() && !is_loop {
            items.push(bare(Item::Lines(lines), Vec::new()));
        }
        let own = self.writes.get(&data.key).into_iter().flatten();
        let own = own.map(|(_, item)| item.clone());
        let contents = self.containers.changes(data);
        items.extend(own.chain(contents).map(|item| bare(item, Vec::new())));
        items.extend(below);
        match (data.kind, self.heads.item(node, data)) {
            (NodeKind::Check(_) | NodeKind::Lost, _) => items,
            (_, Some(item)) => vec![bare(item, items)],
            (_, None) => vec![],
        }
    }
}

/// Writes down what nodes are.
struct Heads<'r> {
    run: &'r Run,
    values: &'r Values<'r>,
}

impl Heads<'_> {
    fn item(&self, node: NodeId, data: &NodeData) -> Option<Item> {
        let definitions = self.run.definitions();
        Some(match data.kind {
            NodeKind::Routine(id) => Item::Call(self.call(definitions.routine(id)?, data)),
            NodeKind::Loop(id) => self.whole_loop(definitions.loop_(id)?, data),
            NodeKind::Iterations(id) => self.iteration(node, definitions.loop_(id)?, data),
            NodeKind::Check(_) | NodeKind::Lost => return None,
        })
    }

    fn call(&self, def: &RoutineDef, data: &NodeData) -> Call {
        let class = self.run.definitions().class(def.class);
        let class = class.map_or_else(|| "?".to_owned(), |class| simple(&class.name));
        let name = match def.flags & routine_flag::LAMBDA {
            0 => &def.name,
            _ => "lambda",
        };
        let value = |value: Value| self.values.write(value);
        let receiver = data.receiver.map(|this| ("this".to_owned(), value(this)));
        // A bridge's parameters have no names of their own in the source.
        let is_bridge = def.flags & routine_flag::BRIDGE != 0;
        let named = def
            .parameters
            .iter()
            .zip(&data.arguments)
            .filter(|(parameter, _)| {
                !is_bridge && !parameter.name.is_empty() && !parameter.name.contains('$')
            });
        let named = named.map(|(parameter, &given)| (parameter.name.clone(), value(given)));
        Call {
            synthetic: def.flags & routine_flag::SYNTHETIC != 0,
            chain: false,
            routine: format!("{class}.{name}"),
            arguments: receiver.into_iter().chain(named).collect(),
            end: match data.outcome {
                Outcome::Returned(Value::Missing) => End::Returned,
                Outcome::Returned(result) => End::Value(value(result)),
                Outcome::Threw(exception) => End::Thrown(value(exception)),
                Outcome::StillRunning => End::Never,
                Outcome::Ended | Outcome::Lost => End::Unknown,
            },
        }
    }

    fn whole_loop(&self, def: &LoopDef, data: &NodeData) -> Item {
        let definitions = self.run.definitions();
        let found = self.run.sources().with_loop(definitions, def, |_, found| {
            Some((found.kind.name().to_owned(), found.line()))
        });
        let (kind, line) = found.unwrap_or(("unknown".to_owned(), def.first_line));
        let count = data.iterations.end - data.iterations.start;
        Item::Loop {
            kind,
            line,
            count: usize::try_from(count).unwrap_or(usize::MAX),
        }
    }

    /// An iteration. Locals that its loop never assigns were recorded when the loop was entered; those that the body
    /// declares have their last value.
    fn iteration(&self, node: NodeId, def: &LoopDef, data: &NodeData) -> Item {
        let around = self.run.snapshot().tree.parent(node);
        let entered = around.and_then(|around| self.run.data(around));
        let entered = entered.map_or(Vec::new(), |data| data.locals_before);
        let find = |values: &[LocalValue], place: usize| {
            let found = values.iter().find(|value| value.local == place);
            found.map(|found| found.value)
        };
        let named = def.locals.iter().enumerate();
        let locals = named.filter_map(|(place, local)| {
            let after = find(&data.locals_after, place);
            let before = match local.at_header {
                true => find(&data.locals_before, place).or_else(|| find(&entered, place)),
                false => after,
            }?;
            Some(Local {
                name: local.variable.name.clone(),
                before: self.values.write(before),
                after: self.values.write(after.unwrap_or(before)),
            })
        });
        Item::Iteration {
            number: usize::try_from(data.iterations.start).unwrap_or(usize::MAX),
            locals: locals.collect(),
            ending: match data.outcome {
                Outcome::Threw(_) => "throw".to_owned(),
                Outcome::StillRunning | Outcome::Lost => "...".to_owned(),
                _ => String::new(),
            },
        }
    }
}
