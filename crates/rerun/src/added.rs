//! Fields that only the version has on which a call is run again.
//!
//! Objects are rebuilt without their constructors, so such a field holds nothing, whatever that version would have given it. Where code
//! that ran mentions it, what came out says nothing.

use std::collections::HashSet;

use elenchus_recorded::comparing::places::mentioned;
use elenchus_recorded::run::Run;
use elenchus_session::Program;
use elenchus_trace::definition::{ClassDef, Definitions, FieldDef, Level, field_flag};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::request::rebuilt;

/// A field that a rerun may have read and that holds what nobody knows: the recorded version has none of that name in that class.
pub fn field_of_unknown_value(
    (run, call): (&Run, NodeId),
    (again, there): (&Run, NodeId),
) -> Option<String> {
    let known: HashSet<(&str, &str)> = fields(run.definitions())
        .map(|(class, field)| (&*class.name, &*field.name))
        .collect();
    let classes: HashSet<&str> = known.iter().map(|(class, _)| *class).collect();
    let has_routines = |name: &str| {
        let mut classes = run.definitions().classes();
        classes.any(|class| class.name == name && class.level == Level::Recorded)
    };
    let mut added: Vec<(&ClassDef, &FieldDef)> = fields(again.definitions())
        .filter(|(class, field)| !known.contains(&(&*class.name, &*field.name)))
        .filter(|(class, _)| classes.contains(&*class.name) || has_routines(&class.name))
        .collect();
    if added.is_empty() {
        return None;
    }
    let names: HashSet<String> = added.iter().map(|(_, field)| field.name.clone()).collect();
    let mut read = HashSet::new();
    for routine in routines_in(again, there) {
        match mentioned(again, routine, &names) {
            Some(found) => read.extend(found),
            None => read.clone_from(&names),
        }
    }
    added.retain(|(_, field)| read.contains(&field.name));
    if added.is_empty() {
        return None;
    }
    let rebuilt = with_parents(again.definitions(), &rebuilt(run, call).ok()?);
    let is_rebuilt = |(class, field): &&(&ClassDef, &FieldDef)| {
        field.flags & field_flag::STATIC != 0 || rebuilt.contains(&*class.name)
    };
    let (class, field) = added.iter().find(is_rebuilt)?;
    let class = class.name.rsplit(['.', '$']).next().unwrap_or(&class.name);
    Some(format!("{class}.{}", field.name))
}

/// The routines that ran in a call.
pub fn routines_in(run: &Run, call: NodeId) -> HashSet<RoutineId> {
    let tree = run.tree();
    let nodes = tree.nodes().skip(call.index());
    let nodes = nodes.take_while(|&node| node < tree.end(call));
    nodes
        .filter(|&node| tree.kind(node) == Kind::Routine)
        .map(|node| tree.routine(node))
        .collect()
}

/// The fields of recorded classes that can hold something else than the code gives them at once.
fn fields(definitions: &Definitions) -> impl Iterator<Item = (&ClassDef, &FieldDef)> {
    let constant = field_flag::STATIC | field_flag::FINAL;
    let fields = definitions.fields().filter(move |field| {
        field.flags & field_flag::SYNTHETIC == 0 && field.flags & constant != constant
    });
    fields.filter_map(|field| {
        let class = definitions.class(field.class)?;
        (class.level == Level::Recorded).then_some((class, field))
    })
}

/// Some classes and those that they extend.
fn with_parents<'d>(definitions: &'d Definitions, names: &HashSet<String>) -> HashSet<&'d str> {
    let parent = |class: &&'d ClassDef| definitions.class(class.parent);
    let classes = definitions
        .classes()
        .filter(|class| names.contains(&class.name));
    classes
        .flat_map(|class| std::iter::successors(Some(class), parent))
        .map(|class| &*class.name)
        .collect()
}
