//! Compares a tree that is known to be right with one that was recorded, node by node.

use elenchus_corpora::names::Names;
use elenchus_corpora::tree_text::{Call, End, Item, Local, Node};
use elenchus_source::LineSet;

/// What the right tree tells and the recording must therefore agree with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Everything, by the rules of `tests/java/exact/README.md`.
    All,
    /// What a generated program tells: no state after iterations, no receivers of constructors, exceptions by their class.
    Events,
}

/// How much of a node's items a report shows.
const MOST_SHOWN: usize = 24;

/// Checks that the recorded threads are the written ones.
pub fn compare(
    told: Told,
    counted: &LineSet,
    written: &[Node],
    recorded: &[Node],
) -> Result<(), String> {
    let mut names = Names::default();
    let comparison = Comparison { told, counted };
    let (written, recorded): (Vec<&Node>, Vec<&Node>) =
        (written.iter().collect(), recorded.iter().collect());
    comparison.threads(&written, &recorded, &mut names)
}

struct Comparison<'c> {
    told: Told,
    /// Lines that count. Bodies on the line of their loop's header are told by people, but cannot be told apart.
    counted: &'c LineSet,
}

impl Comparison<'_> {
    /// Threads have no order: each written one must find a recorded one of its own.
    fn threads(
        &self,
        written: &[&Node],
        recorded: &[&Node],
        names: &mut Names,
    ) -> Result<(), String> {
        let mut open = recorded.to_vec();
        for thread in written {
            let mut problems = Vec::new();
            let found = open.iter().position(|candidate| {
                let mut attempt = names.clone();
                match self.items(thread, candidate, &mut attempt) {
                    Ok(()) => {
                        *names = attempt;
                        true
                    }
                    Err(problem) => {
                        problems.push(problem);
                        false
                    }
                }
            });
            match found {
                Some(at) => drop(open.remove(at)),
                None if problems.len() == 1 => return Err(problems.remove(0)),
                None => {
                    return Err(format!(
                        "line {}: no recorded thread fits:\n{}",
                        thread.line,
                        problems.join("\n")
                    ));
                }
            }
        }
        // A thread that ran nothing of the program is of no interest.
        match open.iter().find(|thread| !thread.children.is_empty()) {
            Some(thread) => Err(format!(
                "a recorded thread is not written down:\n{}",
                outline("recorded", thread)
            )),
            None => Ok(()),
        }
    }

    fn node(&self, written: &Node, recorded: &Node, names: &mut Names) -> Result<(), String> {
        if let (Item::Call(call), Item::Call(_)) = (&written.item, &recorded.item)
            && call.chain
        {
            return chain(call, recorded)
                .map_err(|problem| format!("line {}: {problem}", written.line));
        }
        let same = match (&written.item, &recorded.item) {
            (Item::Call(expected), Item::Call(seen)) => self.heads(expected, seen, names),
            (
                Item::Iteration {
                    number,
                    locals,
                    ending,
                },
                Item::Iteration {
                    number: seen_number,
                    locals: seen_locals,
                    ending: seen_ending,
                },
            ) => {
                let unfinished = seen_ending == "...";
                let seen_thrown = seen_ending == "throw";
                let thrown = match self.told {
                    Told::All => ending == "throw",
                    Told::Events => seen_thrown,
                };
                number == seen_number
                    && (unfinished || thrown == seen_thrown)
                    && self.locals(locals, seen_locals, thrown || unfinished, names)
            }
            (expected, seen) => expected == seen,
        };
        if !same {
            return Err(format!(
                "line {}:\n    written   {}\n    recorded  {}",
                written.line, written.item, recorded.item
            ));
        }
        self.items(written, recorded, names)
    }

    fn heads(&self, written: &Call, recorded: &Call, names: &mut Names) -> bool {
        let is_constructor = written.routine.ends_with(".<init>");
        let untold = match recorded.arguments.first() {
            Some((this, _)) if self.told == Told::Events && is_constructor => {
                usize::from(this == "this")
            }
            _ => 0,
        };
        let given = &recorded.arguments[untold..];
        let arguments = written.arguments.len() == given.len()
            && written
                .arguments
                .iter()
                .zip(given)
                .all(|((name, value), (other, seen))| name == other && names.same(value, seen));
        let ends = match (&written.end, &recorded.end) {
            (End::Thrown(class), End::Thrown(seen)) if self.told == Told::Events => {
                seen.split('#').next() == Some(class)
            }
            (End::Value(value), End::Value(seen)) | (End::Thrown(value), End::Thrown(seen)) => {
                names.same(value, seen)
            }
            // An exception from super() ends a constructor where no handler may be; the tree shows that it ended.
            (End::Thrown(_), End::Unknown) => is_constructor,
            (expected, seen) => expected == seen,
        };
        let synthetic = written.synthetic == recorded.synthetic;
        written.routine == recorded.routine && synthetic && arguments && ends
    }

    /// Locals that are not written down are not compared. An iteration that an exception ended has no state after, and
    /// the variables of its body, which have none before, are not known either.
    fn locals(
        &self,
        written: &[Local],
        recorded: &[Local],
        ended_early: bool,
        names: &mut Names,
    ) -> bool {
        written.iter().all(|local| {
            let seen = recorded.iter().find(|seen| seen.name == local.name);
            match seen {
                Some(seen) => {
                    let after = ended_early
                        || self.told == Told::Events
                        || names.same(&local.after, &seen.after);
                    names.same(&local.before, &seen.before) && after
                }
                None => ended_early,
            }
        })
    }

    fn items(&self, written: &Node, recorded: &Node, names: &mut Names) -> Result<(), String> {
        let problem = |what: &str| {
            format!(
                "line {}: {what} differ in {}\n{}\n{}",
                written.line,
                written.item,
                outline("written", written),
                outline("recorded", recorded)
            )
        };
        // What ran is told when a node ends.
        let never_ended = matches!(&recorded.item, Item::Call(call) if call.end == End::Never)
            || matches!(&recorded.item, Item::Iteration { ending, .. } if ending == "...");
        let lines = |node: &Node| -> Vec<u32> {
            let told = node.children.iter().filter_map(|child| match &child.item {
                Item::Lines(lines) => Some(lines.clone()),
                _ => None,
            });
            let counts = |line: &u32| self.counted.contains(*line);
            told.flatten().filter(counts).collect()
        };
        let unknown = never_ended && lines(recorded).is_empty();
        if !unknown && lines(written) != lines(recorded) {
            return Err(problem("lines"));
        }
        let writes = |node| items_of(node, |item| matches!(item, Item::Write { .. }));
        if !same_writes(&writes(written), &writes(recorded), names) {
            return Err(problem("writes"));
        }
        let contents = |node| items_of(node, |item| matches!(item, Item::Contents { .. }));
        if !contents(written).iter().all(|expected| {
            contents(recorded)
                .iter()
                .any(|seen| same_contents(expected, seen, names))
        }) {
            return Err(problem("contents"));
        }
        let parts = |node| {
            items_of(node, |item| {
                matches!(
                    item,
                    Item::Call(_) | Item::Loop { .. } | Item::Iteration { .. }
                )
            })
        };
        let (expected, seen) = (parts(written), parts(recorded));
        for (expected, seen) in expected.iter().zip(&seen) {
            self.node(expected, seen, names)?;
        }
        if expected.len() != seen.len() {
            return Err(problem("calls and loops"));
        }
        let threads = |node| items_of(node, |item| matches!(item, Item::Thread | Item::Task));
        self.threads(&threads(written), &threads(recorded), names)
    }
}

fn items_of(node: &Node, wanted: impl Fn(&Item) -> bool) -> Vec<&Node> {
    let children = node.children.iter();
    children.filter(|child| wanted(&child.item)).collect()
}

fn same_writes(written: &[&Node], recorded: &[&Node], names: &mut Names) -> bool {
    written.len() == recorded.len()
        && written
            .iter()
            .zip(recorded)
            .all(|(expected, seen)| match (&expected.item, &seen.item) {
                (
                    Item::Write {
                        noticed,
                        target,
                        old,
                        new,
                    },
                    Item::Write {
                        noticed: seen_noticed,
                        target: seen_target,
                        old: seen_old,
                        new: seen_new,
                    },
                ) => {
                    noticed == seen_noticed
                        && names.same_text(target, seen_target)
                        && names.same(old, seen_old)
                        && names.same(new, seen_new)
                }
                _ => false,
            })
}

fn same_contents(written: &Node, recorded: &Node, names: &mut Names) -> bool {
    match (&written.item, &recorded.item) {
        (
            Item::Contents {
                object,
                before,
                after,
            },
            Item::Contents {
                object: seen,
                before: seen_before,
                after: seen_after,
            },
        ) => {
            let mut attempt = names.clone();
            let same = attempt.same(object, seen)
                && attempt.same_text(before, seen_before)
                && attempt.same_text(after, seen_after);
            if same {
                *names = attempt;
            }
            same
        }
        _ => false,
    }
}

/// A chain is any number of calls, each the only one of its routine made by the one before. They may have been cut short
/// anywhere; what their handlers call depends on where.
fn chain(written: &Call, recorded: &Node) -> Result<(), String> {
    let mut links: usize = 0;
    let mut link = Some(recorded);
    while let Some(node) = link {
        let Item::Call(call) = &node.item else {
            return Err(format!("{} in a chain", node.item));
        };
        let thrown = |end: &End| match end {
            End::Thrown(exception) => exception.split('#').next().map(str::to_owned),
            _ => None,
        };
        // When the stack is used up there is no room to record an end either.
        let fits = call.end == End::Unknown || thrown(&call.end) == thrown(&written.end);
        if call.routine != written.routine || !fits {
            return Err(format!("link {links} of {written} is {call}"));
        }
        let deeper = items_of(
            node,
            |item| matches!(item, Item::Call(call) if call.routine == written.routine),
        );
        if deeper.len() > 1 {
            return Err(format!(
                "link {links} of {written} makes {} such calls",
                deeper.len()
            ));
        }
        link = deeper.first().copied();
        links += 1;
    }
    Ok(())
}

/// The first lines of a node and its items, one level deep.
fn outline(title: &str, node: &Node) -> String {
    let mut lines = vec![format!("    {title}:"), format!("      {}", node.item)];
    let shown = node.children.iter().take(MOST_SHOWN);
    lines.extend(shown.map(|child| format!("        {}", child.item)));
    if node.children.len() > MOST_SHOWN {
        lines.push(format!(
            "        ... {} more",
            node.children.len() - MOST_SHOWN
        ));
    }
    lines.join("\n")
}
