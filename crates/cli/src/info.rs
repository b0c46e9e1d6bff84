//! `elenchus info`: what a recorded run holds.

use elenchus_guard::text::{printable, printable_json};
use elenchus_inquiry::open::recording::traces_in;
use elenchus_session::Program;
use elenchus_tree::{Kind, Tree};
use serde::Serialize;

use crate::args::InfoArgs;
use crate::input::open_tree;
use crate::trace_info;
use crate::trouble::{Exit, Trouble, print};

/// What there is to know about a tree file.
#[derive(Debug, Serialize)]
struct Info {
    name: Option<String>,
    nodes: usize,
    calls: usize,
    loops: usize,
    iterations: usize,
    routines: usize,
    depth: usize,
    threads: usize,
    bytes: u64,
    ended: bool,
}

/// Does what `elenchus info` says.
pub fn run(args: &InfoArgs) -> Result<Exit, Trouble> {
    if let Some(trace) = traces_in(&args.input).into_iter().next() {
        return trace_info::run(&trace, args.json);
    }
    let program = open_tree(&args.input)?;
    let tree = program.tree();
    let of_kind = |kind| tree.nodes().filter(|&node| tree.kind(node) == kind).count();
    let info = Info {
        name: program.file().name().map(str::to_owned),
        nodes: tree.len(),
        calls: of_kind(Kind::Routine),
        loops: of_kind(Kind::Loop),
        iterations: of_kind(Kind::Iterations),
        routines: tree.routine_names().len(),
        depth: depth(tree),
        threads: 1,
        bytes: std::fs::metadata(&args.input).map_or(0, |file| file.len()),
        ended: !tree.is_growing(),
    };
    if args.json {
        let json = serde_json::to_string(&info).expect("plain numbers and texts");
        print(&(printable_json(&json) + "\n"))?;
        return Ok(Exit::Done);
    }
    let name = info.name.as_ref();
    let name = name.map_or(String::new(), |name| {
        format!("name        {}\n", printable(name))
    });
    let Info {
        nodes,
        calls,
        loops,
        iterations,
        routines,
        depth,
        threads,
        bytes,
        ..
    } = info;
    let ended = if info.ended { "yes" } else { "no" };
    print(&format!(
        "{name}\
         nodes       {nodes}\n\
         calls       {calls}\n\
         loops       {loops} with {iterations} iterations\n\
         routines    {routines}\n\
         depth       {depth}\n\
         threads     {threads}\n\
         bytes       {bytes}\n\
         ended       {ended}\n"
    ))?;
    Ok(Exit::Done)
}

/// How many nodes the longest way from the root down has.
fn depth(tree: &Tree) -> usize {
    let mut ends = Vec::new();
    let mut deepest = 0;
    for node in tree.nodes() {
        while ends.last().is_some_and(|&end| end <= node) {
            ends.pop();
        }
        ends.push(tree.end(node));
        deepest = deepest.max(ends.len());
    }
    deepest
}
