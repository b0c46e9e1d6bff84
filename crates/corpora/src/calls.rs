//! Comparing calls with their arguments, results and exceptions: what every recorder knows.

use crate::names::Names;
use crate::tree_text::{Call, End, Item, Node};

/// Checks that a program's own events are the calls that a recorder saw. `told` names exceptions by their class alone.
pub fn compare_calls(told: &Node, recorded: &[Node]) -> Result<(), String> {
    let [thread] = recorded else {
        return Err(format!("{} threads recorded", recorded.len()));
    };
    walk(told, thread, |told, recorded, names| {
        let mut recorded = recorded.clone();
        if let End::Thrown(exception) = &mut recorded.end {
            exception.truncate(exception.find('#').unwrap_or(exception.len()));
        }
        heads(told, &recorded, names)
    })
}

/// Checks that two recorders saw the same calls in a thread.
pub fn compare_trees(one: &Node, other: &Node) -> Result<(), String> {
    walk(one, other, heads)
}

/// Goes through two trees of calls side by side.
fn walk(
    one: &Node,
    other: &Node,
    same: impl Fn(&Call, &Call, &mut Names) -> Result<(), String>,
) -> Result<(), String> {
    let mut names = Names::default();
    let mut open = vec![(one, other)];
    while let Some((expected, seen)) = open.pop() {
        let (expected, seen) = (calls(expected), calls(seen));
        if expected.len() != seen.len() {
            let place = expected.first().map(|call| call.line);
            return Err(format!(
                "line {place:?}: {} calls expected, {} recorded",
                expected.len(),
                seen.len()
            ));
        }
        for (call, other) in expected.iter().zip(&seen) {
            let (Item::Call(told), Item::Call(recorded)) = (&call.item, &other.item) else {
                return Err("not a call".to_owned());
            };
            same(told, recorded, &mut names)
                .map_err(|problem| format!("line {}: {problem}", call.line))?;
        }
        open.extend(expected.into_iter().zip(seen));
    }
    Ok(())
}

/// All nodes of threads and tasks, outer ones first.
pub fn threads<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
    if matches!(node.item, Item::Thread | Item::Task) {
        found.push(node);
    }
    node.children.iter().for_each(|child| threads(child, found));
}

/// The calls made by a node, those in its loops included, in order; threads are compared apart.
pub fn calls(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    for child in &node.children {
        match child.item {
            Item::Call(_) => found.push(child),
            Item::Loop { .. } | Item::Iteration { .. } => found.extend(calls(child)),
            _ => {}
        }
    }
    found
}

/// Compares the lines of two calls. JDI knows no receiver of a constructor, so that one is not compared.
pub fn heads(written: &Call, recorded: &Call, names: &mut Names) -> Result<(), String> {
    let problem = || format!("\n    expected  {written}\n    recorded  {recorded}");
    let routine = |call: &Call| match call.routine.split_once(".lambda$") {
        Some((class, _)) => format!("{class}.lambda"),
        None => call.routine.clone(),
    };
    if routine(written) != routine(recorded) {
        return Err(problem());
    }
    let is_constructor = written.routine.ends_with("<init>");
    let named = |call: &Call| -> Vec<(String, String)> {
        call.arguments
            .iter()
            .filter(|(name, _)| {
                !name.contains('$') && name != "?" && !(is_constructor && name == "this")
            })
            .cloned()
            .collect()
    };
    let (expected, seen) = (named(written), named(recorded));
    let agree = expected.len() == seen.len()
        && expected
            .iter()
            .zip(&seen)
            .all(|((name, value), (other, other_value))| {
                name == other && names.same(value, other_value)
            });
    let ends = match (&written.end, &recorded.end) {
        // The machine is gone before JDI could tell how the outermost call ended.
        (End::Thrown(_), End::Never) => true,
        (End::Value(value), End::Value(other)) | (End::Thrown(value), End::Thrown(other)) => {
            names.same(value, other)
        }
        (expected, seen) => expected == seen,
    };
    if agree && ends {
        Ok(())
    } else {
        Err(problem())
    }
}
