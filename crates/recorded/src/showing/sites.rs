//! Where calls were made: the lines of their caller.
//!
//! A recording does not tell the line of a call. The source does where nothing is in doubt: when the lines that ran hold as many
//! calls of a name as were made, these are those, in their order.

use std::collections::HashMap;

use elenchus_session::Program;
use elenchus_source::CallSite;
use elenchus_trace::NodeKind;
use elenchus_trace::definition::RoutineDef;
use elenchus_tree::{Kind, NodeId};

use crate::run::Run;
use crate::showing::code::routine_of;

/// The calls of a caller that makes more of them are not looked for.
const MOST_CALLS: usize = 200;

/// A line of a caller, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    pub line: u32,
    pub text: String,
}

/// The line on which each of some calls was made, where that is certain.
pub fn sites_of(run: &Run, calls: &[NodeId]) -> Vec<Option<Site>> {
    let mut known: HashMap<NodeId, HashMap<NodeId, Site>> = HashMap::new();
    let mut site_of = |call: NodeId| {
        let around = run.tree().parent(call)?;
        let sites = known
            .entry(around)
            .or_insert_with(|| sites_in(run, around).unwrap_or_default());
        sites.get(&call).cloned()
    };
    calls.iter().map(|&call| site_of(call)).collect()
}

/// The lines on which the calls of one piece of code were made: of a call or an iteration.
fn sites_in(run: &Run, around: NodeId) -> Option<HashMap<NodeId, Site>> {
    let (tree, definitions) = (run.tree(), run.definitions());
    let calls: Vec<NodeId> = tree
        .children(around)
        .filter(|&child| tree.kind(child) == Kind::Routine)
        .take(MOST_CALLS + 1)
        .collect();
    let data = run.data(around)?;
    let caller = routine_of(definitions, data.kind)?;
    if calls.len() > MOST_CALLS {
        return None;
    }
    let mut made: HashMap<String, Vec<NodeId>> = HashMap::new();
    for call in calls {
        if let NodeKind::Routine(id) = run.data(call)?.kind
            && let Some(def) = definitions.routine(id)
        {
            made.entry(name_in_source(run, def)).or_default().push(call);
        }
    }
    run.sources()
        .with_routine(definitions, caller, |file, routine| {
            let ran = |site: &CallSite| {
                data.lines.contains(&site.line) || data.lines.contains(&site.begins)
            };
            let mut written: HashMap<String, Vec<u32>> = HashMap::new();
            for site in file
                .syntax()?
                .call_sites(file, routine)
                .into_iter()
                .filter(ran)
            {
                written.entry(site.name).or_default().push(site.line);
            }
            let mut sites = HashMap::new();
            for (name, calls) in made {
                let lines = written
                    .get(&name)
                    .filter(|lines| lines.len() == calls.len());
                for (&line, call) in lines.into_iter().flatten().zip(calls) {
                    let text = file.line(line).unwrap_or_default().trim().to_owned();
                    sites.insert(call, Site { line, text });
                }
            }
            Some(sites)
        })
}

/// What a call of a routine is written by: its name, or that of the class that it makes an object of.
fn name_in_source(run: &Run, def: &RoutineDef) -> String {
    if !def.is_constructor() {
        return def.name.clone();
    }
    let class = run.definitions().class(def.class);
    let class = class.map_or("", |class| class.name.as_str());
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    simple.to_owned()
}
