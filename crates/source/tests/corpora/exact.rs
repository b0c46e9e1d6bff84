//! Compares a tree written by hand with what the JDI recorder saw.
//!
//! JDI knows calls, lines and field writes but no loops and no array elements. Loops of the written tree are therefore
//! dissolved into their activation, and their iterations are compared with the locals at the first line of the loop's body.

use elenchus_corpora::calls::{calls, heads, threads};
use elenchus_corpora::counted::counted_lines;
use elenchus_corpora::names::Names;
use elenchus_corpora::tree_text::{Call, Item, Local, Node};
use elenchus_source::{
    LineRange, LineSet, Lookup, Loop, LoopKind, LoopPart, SourceFile, code_lines,
};
use std::collections::HashMap;

/// Checks that the recorded threads are the written ones.
pub fn compare(file: &SourceFile, written: &[Node], recorded: &[Node]) -> Result<(), String> {
    let comparison = Comparison::new(file);
    let mut names = Names::default();
    let mut expected = Vec::new();
    written
        .iter()
        .for_each(|thread| threads(thread, &mut expected));
    let mut open: Vec<Vec<&Node>> = recorded.iter().map(calls).collect();
    for thread in expected {
        let mut problems = Vec::new();
        let written = calls(thread);
        let whole = thread.item == Item::Thread;
        let seen = open.iter().enumerate();
        let places: Vec<_> = seen
            .flat_map(|(at, seen)| {
                stretches(seen, written.len(), whole).map(move |part| (at, part))
            })
            .collect();
        let found = places.into_iter().find(|(at, part)| {
            let mut attempt = names.clone();
            match comparison.calls(&written, &open[*at][part.clone()], &mut attempt) {
                Ok(()) => {
                    names = attempt;
                    true
                }
                Err(problem) => {
                    problems.push(problem);
                    false
                }
            }
        });
        match found {
            Some((at, part)) => drop(open[at].drain(part)),
            None => {
                return Err(format!(
                    "no recorded thread fits line {}: {problems:#?}",
                    thread.line
                ));
            }
        }
    }
    let left = open.iter().filter(|calls| !calls.is_empty()).count();
    if left > 0 {
        return Err(format!(
            "{left} recorded threads are not in the written tree"
        ));
    }
    Ok(())
}

/// Where calls can stand among those of a recorded thread: they are all of them, or those of a task, which are next to
/// each other among others of a pool's thread.
fn stretches(
    recorded: &[&Node],
    length: usize,
    whole: bool,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let all = recorded.len();
    let parts = if whole {
        0..1
    } else {
        0..(all + 1).saturating_sub(length)
    };
    parts.map(move |from| if whole { 0..all } else { from..from + length })
}

/// Everything that a node and the loops in it hold, depth first.
fn own_items(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    for child in &node.children {
        found.push(child);
        if matches!(child.item, Item::Loop { .. } | Item::Iteration { .. }) {
            found.extend(own_items(child));
        }
    }
    found
}

struct Comparison<'f> {
    file: &'f SourceFile,
    /// Lines that count: with a statement on them, not a loop's header and not a bare jump.
    counted: LineSet,
}

impl<'f> Comparison<'f> {
    fn new(file: &'f SourceFile) -> Self {
        let counted = counted_lines(file);
        Comparison { file, counted }
    }

    fn calls(
        &self,
        written: &[&Node],
        recorded: &[&Node],
        names: &mut Names,
    ) -> Result<(), String> {
        for (expected, seen) in written.iter().zip(recorded) {
            self.call(expected, seen, names)
                .map_err(|problem| format!("line {}: {problem}", expected.line))?;
        }
        if written.len() == recorded.len() {
            return Ok(());
        }
        let next = written.get(recorded.len()).or(recorded.get(written.len()));
        let lines = (
            written.first().map(|n| n.line),
            written.len(),
            recorded.len(),
        );
        Err(format!(
            "{lines:?}: written and recorded calls differ in number at {:?}",
            next.map(|n| &n.item)
        ))
    }

    fn call(&self, written: &Node, recorded: &Node, names: &mut Names) -> Result<(), String> {
        let (Item::Call(expected), Item::Call(seen)) = (&written.item, &recorded.item) else {
            return Err("not a call".to_owned());
        };
        heads(expected, seen, names)?;
        self.lines(written, recorded)?;
        writes(written, recorded, names)?;
        self.loops(expected, written, recorded, names)?;
        self.calls(&calls(written), &calls(recorded), names)
    }

    fn lines(&self, written: &Node, recorded: &Node) -> Result<(), String> {
        let expected: LineSet = own_items(written)
            .iter()
            .filter_map(|node| match &node.item {
                Item::Lines(lines) => Some(lines.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        let uncounted = expected
            .iter()
            .find(|line| code_lines(self.file, LineRange::line(*line)).is_empty());
        if let Some(line) = uncounted {
            return Err(format!("no statement begins on line {line}"));
        }
        let seen: LineSet = hits(recorded).map(|(line, _)| line).collect();
        let both = |lines: &LineSet| -> Vec<u32> {
            lines
                .iter()
                .filter(|&line| self.counted.contains(line))
                .collect()
        };
        let (expected, seen) = (both(&expected), both(&seen));
        if expected == seen {
            return Ok(());
        }
        Err(format!("lines {expected:?} written, {seen:?} recorded"))
    }

    /// Compares each iteration's locals with those at the first line of the body, where that line tells.
    fn loops(
        &self,
        call: &Call,
        written: &Node,
        recorded: &Node,
        names: &mut Names,
    ) -> Result<(), String> {
        let mut by_line: HashMap<u32, Vec<&Node>> = HashMap::new();
        for node in own_items(written) {
            let Item::Loop { kind, line, count } = &node.item else {
                continue;
            };
            let iterations: Vec<&Node> = node
                .children
                .iter()
                .filter(|child| matches!(child.item, Item::Iteration { .. }))
                .collect();
            if iterations.len() != *count {
                return Err(format!(
                    "line {}: x{count} but {} iterations",
                    node.line,
                    iterations.len()
                ));
            }
            consecutive(&iterations)?;
            let found = self.find_loop(call, *line, kind);
            let found = found
                .ok_or_else(|| format!("line {}: no such {kind} loop in the source", node.line))?;
            if self.condition_writes(found) {
                continue;
            }
            let is_outermost = written
                .children
                .iter()
                .any(|child| std::ptr::eq(child, node));
            if let (true, Some(last)) = (is_outermost, iterations.last()) {
                self.after_loop(found, last, recorded, names)?;
            }
            if let Some(line) = self.telling_line(found) {
                by_line.entry(line).or_default().extend(iterations);
            }
        }
        for (line, iterations) in by_line {
            let seen: Vec<_> = hits(recorded).filter(|(hit, _)| *hit == line).collect();
            if seen.len() != iterations.len() {
                let (written, recorded) = (iterations.len(), seen.len());
                return Err(format!(
                    "{written} iterations reach line {line}, {recorded} recorded"
                ));
            }
            for (iteration, (_, locals)) in iterations.iter().zip(seen) {
                same_locals(iteration, locals, names)?;
            }
        }
        Ok(())
    }

    /// The state after a loop is what the next line of the activation sees, where one loop has these lines for itself.
    fn after_loop(
        &self,
        found: &Loop,
        last: &Node,
        recorded: &Node,
        names: &mut Names,
    ) -> Result<(), String> {
        let Item::Iteration { locals, ending, .. } = &last.item else {
            return Err("not an iteration".to_owned());
        };
        let all_loops = self
            .file
            .outline()
            .routines
            .iter()
            .flat_map(|routine| &routine.loops);
        let alone = all_loops
            .filter(|other| other.line() == found.line())
            .count()
            == 1;
        if !alone || matches!(ending.as_str(), "return" | "throw" | "continue") {
            return Ok(());
        }
        let seen: Vec<_> = hits(recorded).collect();
        let next = seen
            .iter()
            .rposition(|(line, _)| found.lines.contains(*line))
            .and_then(|at| seen.get(at + 1));
        let Some((line, visible)) = next else {
            return Ok(());
        };
        for local in locals {
            let value = visible.iter().find(|(name, _)| *name == local.name);
            if let Some((_, value)) = value
                && !names.same(&local.after, value)
            {
                return Err(format!(
                    "line {}: {local:?} written, {value} at line {line}",
                    last.line
                ));
            }
        }
        Ok(())
    }

    fn find_loop(&self, call: &Call, line: u32, kind: &str) -> Option<&'f Loop> {
        let (_, name) = call.routine.rsplit_once('.')?;
        let lookup = Lookup {
            name,
            line,
            ..Lookup::default()
        };
        let routine = self.file.find_routine(lookup)?;
        routine
            .loops
            .iter()
            .find(|found| found.line() == line && found.kind.name() == kind)
    }

    /// The first line of a loop's body, if it is hit exactly once in each iteration: not when it is another loop's, and
    /// not when the body stands on the header's line.
    fn telling_line(&self, found: &Loop) -> Option<u32> {
        let header_end = match found.kind {
            LoopKind::Do => found.line(),
            _ => self.file.lines_of(found.header).last,
        };
        let first = code_lines(self.file, found.body_lines)
            .iter()
            .find(|line| *line > header_end)?;
        self.counted.contains(first).then_some(first)
    }

    /// Whether testing the condition changes locals: then the body sees other values than the header did.
    fn condition_writes(&self, found: &Loop) -> bool {
        let condition = found.part(LoopPart::Condition);
        let text = condition.map_or(String::new(), |span| self.file.one_line(span));
        text.contains("++") || text.contains("--")
    }
}

fn hits(recorded: &Node) -> impl Iterator<Item = (u32, &[(String, String)])> {
    recorded
        .children
        .iter()
        .filter_map(|child| match &child.item {
            Item::Hit { line, locals } => Some((*line, locals.as_slice())),
            _ => None,
        })
}

/// Compares field and static writes. They are sorted by nothing but time on both sides, except that the written form
/// lists an activation's own writes before those of its loops: so each written one must find a partner.
fn writes(written: &Node, recorded: &Node, names: &mut Names) -> Result<(), String> {
    let of = |nodes: Vec<&Node>| -> Vec<(String, String, String)> {
        nodes
            .into_iter()
            .filter_map(|node| match &node.item {
                Item::Write {
                    noticed: false,
                    target,
                    old,
                    new,
                } if !target.ends_with(']') => Some((target.clone(), old.clone(), new.clone())),
                _ => None,
            })
            .filter(|(target, ..)| {
                !target
                    .rsplit('.')
                    .next()
                    .is_some_and(|field| field.contains('$'))
            })
            .collect()
    };
    let mut seen = of(recorded.children.iter().collect());
    for (target, old, new) in of(own_items(written)) {
        let (owner, field) = target.rsplit_once('.').ok_or("a write without a field")?;
        let partner = seen.iter().position(|(other, other_old, other_new)| {
            let mut attempt = names.clone();
            let fits = other
                .rsplit_once('.')
                .is_some_and(|(other_owner, other_field)| {
                    field == other_field
                        && attempt.same(owner, other_owner)
                        && attempt.same(&old, other_old)
                        && attempt.same(&new, other_new)
                });
            if fits {
                *names = attempt;
            }
            fits
        });
        match partner {
            Some(at) => drop(seen.remove(at)),
            None => return Err(format!("write {target} {old} -> {new} not among {seen:?}")),
        }
    }
    if seen.is_empty() {
        Ok(())
    } else {
        Err(format!("writes not written down: {seen:?}"))
    }
}

/// The state after an iteration is the state before the next.
fn consecutive(iterations: &[&Node]) -> Result<(), String> {
    let locals = |node: &Node| -> Vec<Local> {
        match &node.item {
            Item::Iteration { locals, .. } => locals.clone(),
            _ => Vec::new(),
        }
    };
    for (index, node) in iterations.iter().enumerate() {
        if !matches!(node.item, Item::Iteration { number, .. } if number == index + 1) {
            return Err(format!(
                "line {}: iterations are numbered from 1",
                node.line
            ));
        }
    }
    for pair in iterations.windows(2) {
        let (before, after) = (locals(pair[0]), locals(pair[1]));
        // A local that never changes inside its iterations is a for-each variable: a new one each time.
        let moves = |name: &str| {
            iterations
                .iter()
                .flat_map(|node| locals(node))
                .any(|local| local.name == name && local.before != local.after)
        };
        for local in &before {
            let next = after.iter().find(|next| next.name == local.name);
            if moves(&local.name) && next.is_none_or(|next| next.before != local.after) {
                return Err(format!(
                    "line {}: {} does not continue",
                    pair[1].line, local.name
                ));
            }
        }
    }
    Ok(())
}

fn same_locals(
    iteration: &Node,
    seen: &[(String, String)],
    names: &mut Names,
) -> Result<(), String> {
    let Item::Iteration { locals, .. } = &iteration.item else {
        return Err("not an iteration".to_owned());
    };
    for local in locals {
        let value = seen
            .iter()
            .find(|(name, _)| *name == local.name)
            .map(|(_, value)| value);
        if !value.is_some_and(|value| names.same(&local.before, value)) {
            return Err(format!(
                "line {}: {local:?} written, {value:?} recorded",
                iteration.line
            ));
        }
    }
    Ok(())
}
