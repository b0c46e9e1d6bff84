//! What a session needs to know about the run it asks about.
//!
//! The session decides *which* piece of the run is asked about; how that piece reads (its title, its
//! state before and after, its lines) is up to whoever holds the run: a tree file, a recorded trace.

use std::sync::Arc;

use elenchus_pattern::Pattern;
use elenchus_source::Listing;
use elenchus_tree::{Kind, NodeId, RoutineId, Tree};

use crate::lead::Lead;
use crate::limits::{LeftOut, Limits};
use crate::number::NodeNumber;
use crate::opened::{OpenError, OpenedValue, Printed};
use crate::part::{Moment, PartError, Written};
use crate::subject::Subject;
use crate::walk::{Instant, Origins, Stop, Stride};

/// A run that can be asked about, from any thread: how many questions are to be expected is counted on
/// all cores.
pub trait Program: Sync {
    /// The recorded tree.
    fn tree(&self) -> &Arc<Tree>;

    /// What asking about each node costs, if questions differ in cost.
    fn costs(&self) -> Option<&[f64]> {
        None
    }

    /// What a question about this subject shows.
    fn show(&self, subject: Subject) -> Shown;

    /// The same with other limits than those of a screen. A run whose values are short shows the same.
    fn show_within(&self, subject: Subject, _limits: Limits) -> Shown {
        self.show(subject)
    }

    /// The same about calls side by side of which some are `settled`: nobody needs to judge them again.
    fn show_unsettled(&self, subject: Subject, _settled: &[NodeId], limits: Limits) -> Shown {
        self.show_within(subject, limits)
    }

    /// What it begins with. Values may be left out: in a list of pieces nobody sees them, and comparing states takes
    /// much longer than naming what ran.
    fn heading(&self, subject: Subject) -> Shown {
        self.show(subject)
    }

    /// About how many lines a question about this subject shows. It is asked for many subjects before one is shown, so it must come
    /// at once, and may be a guess from the code and the size of what ran.
    fn lines_to_read(&self, _subject: Subject) -> u32 {
        1
    }

    /// The source of the first of some nodes with the lines that ran and that the nodes own together,
    /// if it is known.
    fn code(&self, _nodes: &[NodeId]) -> Option<Listing> {
        None
    }

    /// The source of the whole routine that a subject belongs to, with the lines that ran in it.
    fn source(&self, _subject: Subject) -> Option<Listing> {
        None
    }

    /// The own lines of the nodes that [`Program::source`] shows: a call, its loops and their iterations.
    fn own_lines(&self, _subject: Subject) -> Vec<(NodeId, Vec<u32>)> {
        Vec::new()
    }

    /// The lines of a node's own code that ran, if they are known.
    fn lines_run(&self, _node: NodeId) -> Option<Vec<u32>> {
        None
    }

    /// A value that a question about this subject shows, opened by its path.
    fn open(&self, subject: Subject, path: &str) -> Result<OpenedValue, OpenError> {
        let values = self.show(subject).values;
        let found = values.into_iter().find(|value| value.name == path);
        found
            .map(OpenedValue::plain)
            .ok_or_else(|| OpenError::NoName(path.to_owned()))
    }

    /// The paths that go on from what was written of one so far, each in full.
    fn paths(&self, subject: Subject, begun: &str) -> Vec<String> {
        let names = self.show(subject).values.into_iter().map(|v| v.name);
        names.filter(|name| name.starts_with(begun)).collect()
    }

    /// What was printed and read during a subject, at most `most` bytes of it. `None` when that is
    /// not recorded.
    fn printed(&self, _subject: Subject, _most: usize) -> Option<Printed> {
        None
    }

    /// The same, with lines dimmed on which this part of what came out of the first node cannot depend.
    fn code_behind(&self, nodes: &[NodeId], _part: &str) -> Option<Listing> {
        self.code(nodes)
    }

    /// Where a value that a question about `subject` shows was written last. `part` names it as the
    /// question does: `returned`, `this.items[3]`.
    fn writer_of(&self, _: Subject, part: &str, _: Moment) -> Result<Written, PartError> {
        Err(PartError::NotKnown(part.to_owned()))
    }

    /// The way of such a value back to its origin.
    fn origins(&self, _: Subject, part: &str, _: Moment) -> Result<Origins, PartError> {
        Err(PartError::NotKnown(part.to_owned()))
    }

    /// A piece at a moment inside it, one stride away from `from`; from its beginning when there is none. `None` when what
    /// happened in between is not recorded.
    fn stop(&self, _: NodeId, _from: Option<Instant>, _: Stride, _: Limits) -> Option<Stop> {
        None
    }

    /// A value that such a stop shows, opened by its path.
    fn open_at(&self, node: NodeId, _at: Instant, path: &str) -> Result<OpenedValue, OpenError> {
        self.open(Subject::node(node), path)
    }

    /// What can be seen to be wrong in a piece before anything is asked; see [`Lead`].
    fn leads(&self, _subject: Subject) -> Vec<Lead> {
        Vec::new()
    }

    /// The pieces inside `subject` that went on after it had ended: tasks that it only started. That it is right says nothing
    /// about them. In execution order, none inside another.
    fn outliving(&self, _subject: Subject) -> Vec<NodeId> {
        Vec::new()
    }

    /// The pieces that ran before `failed` and made what it works on, such as the preparations of a test: in execution order,
    /// none inside another. They are searched together with it.
    fn prepared_for(&self, _failed: NodeId) -> Vec<NodeId> {
        Vec::new()
    }

    /// Whether a routine is so simple that it is hardly ever wrong, or hardly ever to be judged: it is asked about last.
    fn is_trivial(&self, _routine: RoutineId) -> bool {
        false
    }

    /// Whether somebody has written a routine. Compilers make some of their own, by the same names.
    fn is_written(&self, _routine: RoutineId) -> bool {
        true
    }

    /// Whether nobody needs to be asked about a trivial routine at all: made by a compiler, or just what its name says. It
    /// may look into the sources.
    fn is_right_by_looks(&self, _routine: RoutineId) -> bool {
        false
    }

    /// The name of the loop that a node is, or is an iteration of: its label in the source, else
    /// `method_loopN`, after its class.
    fn loop_name(&self, _node: NodeId) -> Option<String> {
        None
    }

    /// A routine as questions name it, where that is not how the tree names it: `new Position`.
    fn shown_name(&self, _routine: RoutineId) -> Option<String> {
        None
    }

    /// The number by which people refer to a node.
    fn number(&self, node: NodeId) -> NodeNumber {
        NodeNumber(node.index())
    }

    /// The node that people refer to by this number.
    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        (number.0 < self.tree().len()).then(|| NodeId::new(number.0))
    }
}

/// A run that several hold.
impl<P: Program + Send + ?Sized> Program for Arc<P> {
    fn tree(&self) -> &Arc<Tree> {
        (**self).tree()
    }

    fn costs(&self) -> Option<&[f64]> {
        (**self).costs()
    }

    fn show(&self, subject: Subject) -> Shown {
        (**self).show(subject)
    }

    fn show_within(&self, subject: Subject, limits: Limits) -> Shown {
        (**self).show_within(subject, limits)
    }

    fn show_unsettled(&self, subject: Subject, settled: &[NodeId], limits: Limits) -> Shown {
        (**self).show_unsettled(subject, settled, limits)
    }

    fn heading(&self, subject: Subject) -> Shown {
        (**self).heading(subject)
    }

    fn lines_to_read(&self, subject: Subject) -> u32 {
        (**self).lines_to_read(subject)
    }

    fn code(&self, nodes: &[NodeId]) -> Option<Listing> {
        (**self).code(nodes)
    }

    fn source(&self, subject: Subject) -> Option<Listing> {
        (**self).source(subject)
    }

    fn own_lines(&self, subject: Subject) -> Vec<(NodeId, Vec<u32>)> {
        (**self).own_lines(subject)
    }

    fn lines_run(&self, node: NodeId) -> Option<Vec<u32>> {
        (**self).lines_run(node)
    }

    fn open(&self, subject: Subject, path: &str) -> Result<OpenedValue, OpenError> {
        (**self).open(subject, path)
    }

    fn paths(&self, subject: Subject, begun: &str) -> Vec<String> {
        (**self).paths(subject, begun)
    }

    fn printed(&self, subject: Subject, most: usize) -> Option<Printed> {
        (**self).printed(subject, most)
    }

    fn code_behind(&self, nodes: &[NodeId], part: &str) -> Option<Listing> {
        (**self).code_behind(nodes, part)
    }

    fn writer_of(&self, of: Subject, part: &str, when: Moment) -> Result<Written, PartError> {
        (**self).writer_of(of, part, when)
    }

    fn origins(&self, of: Subject, part: &str, when: Moment) -> Result<Origins, PartError> {
        (**self).origins(of, part, when)
    }

    fn stop(
        &self,
        node: NodeId,
        from: Option<Instant>,
        stride: Stride,
        limits: Limits,
    ) -> Option<Stop> {
        (**self).stop(node, from, stride, limits)
    }

    fn open_at(&self, node: NodeId, at: Instant, path: &str) -> Result<OpenedValue, OpenError> {
        (**self).open_at(node, at, path)
    }

    fn leads(&self, subject: Subject) -> Vec<Lead> {
        (**self).leads(subject)
    }

    fn outliving(&self, subject: Subject) -> Vec<NodeId> {
        (**self).outliving(subject)
    }

    fn prepared_for(&self, failed: NodeId) -> Vec<NodeId> {
        (**self).prepared_for(failed)
    }

    fn is_trivial(&self, routine: RoutineId) -> bool {
        (**self).is_trivial(routine)
    }

    fn is_written(&self, routine: RoutineId) -> bool {
        (**self).is_written(routine)
    }

    fn is_right_by_looks(&self, routine: RoutineId) -> bool {
        (**self).is_right_by_looks(routine)
    }

    fn loop_name(&self, node: NodeId) -> Option<String> {
        (**self).loop_name(node)
    }

    fn shown_name(&self, routine: RoutineId) -> Option<String> {
        (**self).shown_name(routine)
    }

    fn number(&self, node: NodeId) -> NodeNumber {
        (**self).number(node)
    }

    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        (**self).node(number)
    }
}

/// A piece of the run in the user's words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The routine, or the routines side by side.
    pub routine: String,
    /// The kind of node: routine, loop, iteration, iterations, projection, collapse.
    pub kind: String,
    /// The name of the loop, when it is one or some iterations of one: what the user calls it, else
    /// what [`Program::loop_name`] says.
    pub loop_name: Option<String>,
    /// One line that says what ran.
    pub title: String,
    /// What went in and what came out.
    pub values: Vec<Value>,
    /// Free text on the state before, where there are no separate values.
    pub before: Option<String>,
    /// Free text on the state after, where there are no separate values.
    pub after: Option<String>,
    /// The source lines that ran and belong to it.
    pub lines: Option<String>,
    /// What the limits have left out.
    pub left_out: LeftOut,
}

/// One named value before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The variable, field, argument or `result`.
    pub name: String,
    /// What it held before; absent when it did not exist yet.
    pub before: Option<String>,
    /// What it held after; absent when it no longer matters.
    pub after: Option<String>,
}

/// Finds a node by what people call it: its number, `ROUTINE` or the name of a loop, or `ROUTINE#n`
/// for its n-th call in execution order (the first when no number is given). Packages may be left
/// out.
pub fn find_node(program: &impl Program, name: &str) -> Option<NodeId> {
    find_node_among(program, name, |_| true)
}

/// The same among some nodes only. A number means its node, whether that is one of them or not.
pub(crate) fn find_node_among(
    program: &impl Program,
    name: &str,
    is_meant: impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    let by_number = || program.node(name.parse().ok()?);
    let (wanted, nth) = match name.rsplit_once('#') {
        Some((wanted, nth)) => (wanted, nth.parse::<usize>().ok()?.checked_sub(1)?),
        None => (name, 0),
    };
    let is_exactly = |full: &str, wanted: &str| full == wanted;
    // A number is no end of a name, as `lambda$main$1` has one.
    find(program, wanted, nth, is_exactly, &is_meant)
        .or_else(by_number)
        .or_else(|| find(program, wanted, nth, is_short_for, &is_meant))
}

/// The `nth` call, else the `nth` run of a loop, whose name `fits` what is wanted.
fn find(
    program: &impl Program,
    wanted: &str,
    nth: usize,
    fits: impl Fn(&str, &str) -> bool,
    is_meant: impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    let tree = program.tree();
    let names = tree.routine_names().iter().enumerate();
    let fitting: Vec<bool> = names
        .map(|(number, name)| fits(name, wanted) || is_shown_as(program, number, wanted))
        .collect();
    // Iterations carry the name of their routine, and are no calls of it.
    let is_call = |&node: &NodeId| {
        !matches!(tree.kind(node), Kind::Loop | Kind::Iterations)
            && fitting[tree.routine(node).index()]
            && is_meant(node)
    };
    // The sources of other classes are not looked into: there may be many.
    let with_dots = |name: &str| name.replace('$', ".");
    let class = with_dots(wanted.rsplit_once('.').map_or("", |(class, _)| class));
    let names = tree.routine_names().iter();
    let in_class: Vec<bool> = names.map(|name| with_dots(name).contains(&class)).collect();
    let is_loop = |&node: &NodeId| {
        tree.kind(node) == Kind::Loop
            && in_class[tree.routine(node).index()]
            && is_meant(node)
            && program
                .loop_name(node)
                .is_some_and(|name| fits(&name, wanted))
    };
    tree.nodes()
        .filter(is_call)
        .nth(nth)
        .or_else(|| tree.nodes().filter(is_loop).nth(nth))
}

/// What somebody means who calls routines by this text, as patterns: itself when it covers any, else the routines that questions
/// name so, else those or the classes that it is short for.
pub fn routines_called(program: &impl Program, text: &str) -> Vec<String> {
    let names = program.tree().routine_names();
    let pattern = Pattern::new(text);
    if names.iter().any(|name| pattern.covers(name)) {
        return vec![text.to_owned()];
    }
    let shown = (0..names.len()).filter(|&number| is_shown_as(program, number, text));
    let mut meant: Vec<String> = shown.map(|number| names[number].clone()).collect();
    if meant.is_empty() {
        let routines = names.iter().map(String::as_str);
        let classes = routines
            .clone()
            .filter_map(|name| Some(name.rsplit_once('.')?.0));
        let short = routines
            .chain(classes)
            .filter(|name| is_short_for(name, text));
        meant = short.map(str::to_owned).collect();
    }
    meant.sort();
    meant.dedup();
    meant
}

/// Whether questions name the routine with this number so: `lambda in Till.total`, which `lambda in Till` stands for, too.
pub(crate) fn is_shown_as(program: &impl Program, number: usize, wanted: &str) -> bool {
    // Names of routines have no blanks, those on the screen may.
    let shown = || program.shown_name(RoutineId(number as u32));
    wanted.contains(' ') && shown().is_some_and(|shown| Pattern::new(wanted).covers(&shown))
}

/// Whether a full name is what is wanted, or ends with it after a dot. Nested classes may be written with a dot, too.
pub(crate) fn is_short_for(full: &str, wanted: &str) -> bool {
    let (full, wanted) = (full.replace('$', "."), wanted.replace('$', "."));
    full.strip_suffix(&wanted)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
