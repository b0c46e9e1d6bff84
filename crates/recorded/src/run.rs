//! A recorded run as the program that a session asks about.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use elenchus_session::{
    Instant, Lead, Limits, Moment, OpenError, OpenedValue, Origins, PartError, Printed, Program,
    Shown, Stop, Stride, Subject, Written,
};
use elenchus_source::Listing;
use elenchus_trace::definition::Definitions;
use elenchus_trace::{LocalValue, NodeData, NodeKind, Output, Snapshot, Trace, label};
use elenchus_tree::{Kind, NodeId, RoutineId, Tree};

use crate::comparing::places::{Places, Readers};
use crate::heap::{Heap, Objects};
use crate::language::Language;
use crate::looks;
use crate::prepared;
use crate::prior::{self, Opinion};
use crate::showing::question::Writer;
use crate::showing::{calls, code, leads, open, origins, provenance, reading, scene, stepping};
use crate::sources::Sources;
use crate::threads;

use crate::showing::words::{loop_label, routine_name};
use crate::verdict::{self, Failure};

/// The latest look at a run that may still be going on, shared by all who ask about it.
pub type Current = Arc<RwLock<Arc<Run>>>;

/// A recording, as it stood at one moment, with its sources.
#[derive(Debug)]
pub struct Run {
    trace: Arc<Trace>,
    snapshot: Snapshot,
    tree: Arc<Tree>,
    definitions: Arc<Definitions>,
    /// The objects, in the words of the program's language.
    objects: Objects,
    sources: Arc<Sources>,
    /// Routines that are asked about last, if at all.
    trivial: HashSet<RoutineId>,
    /// The names of loops that somebody has asked for.
    loop_names: Mutex<HashMap<u32, String>>,
    /// Where each routine ran; filled when first needed.
    places: OnceLock<Mutex<Places>>,
    /// What is known to have gone wrong; filled when first needed.
    failures: OnceLock<Vec<Failure>>,
    /// Where threads and tasks begin; filled when first needed.
    threads: OnceLock<Vec<NodeId>>,
}

impl Run {
    /// The run as far as `trace` has been taken in, of a program in this language, with sources below the given folders.
    pub fn new(
        trace: Arc<Trace>,
        language: &'static dyn Language,
        source_roots: impl IntoIterator<Item = PathBuf>,
    ) -> Run {
        let sources = Sources::new(source_roots, language.syntax());
        Run::with_sources(trace, language, Arc::new(sources))
    }

    fn with_sources(
        trace: Arc<Trace>,
        language: &'static dyn Language,
        sources: Arc<Sources>,
    ) -> Run {
        let (snapshot, definitions) = (trace.snapshot(), trace.definitions());
        Run {
            tree: Arc::new(snapshot.tree.clone()),
            snapshot,
            trivial: looks::trivial_routines(language, &definitions),
            definitions,
            objects: Objects::new(trace.clone(), language),
            sources,
            loop_names: Mutex::default(),
            places: OnceLock::new(),
            failures: OnceLock::new(),
            threads: OnceLock::new(),
            trace,
        }
    }

    /// Suspects each piece of code by its length: a line is as likely to be wrong as any other.
    #[must_use]
    pub fn with_line_priors(mut self) -> Run {
        let masses = prior::lines::by_lines(&self.definitions, self.snapshot.codes());
        Arc::make_mut(&mut self.tree).set_code_masses(masses);
        self
    }

    /// The same run, in which an opinion has its share in what is suspicious.
    #[must_use]
    pub fn with_opinion(&self, opinion: &Opinion) -> Run {
        let mut tree = self.tree.as_ref().clone();
        tree.set_masses(opinion.mixed_in(&self.tree, prior::SHARE));
        self.with_tree(tree)
    }

    /// The same recording as it stands now.
    #[must_use]
    pub fn again(&self) -> Run {
        Run::with_sources(self.trace.clone(), self.language(), self.sources.clone())
    }

    /// The same moment of the recording, as if all that still ran had ended there.
    #[must_use]
    pub fn supposed_ended(&self) -> Run {
        self.with_tree(self.tree.as_ref().clone().ended())
    }

    fn with_tree(&self, tree: Tree) -> Run {
        Run {
            trace: self.trace.clone(),
            snapshot: self.snapshot.clone(),
            tree: Arc::new(tree),
            definitions: self.definitions.clone(),
            objects: self.objects.clone(),
            sources: self.sources.clone(),
            trivial: self.trivial.clone(),
            loop_names: Mutex::default(),
            places: OnceLock::new(),
            failures: OnceLock::new(),
            threads: OnceLock::new(),
        }
    }

    /// The recording.
    pub fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// The language of the program.
    pub fn language(&self) -> &'static dyn Language {
        self.objects.language()
    }

    /// The recorded objects.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// What the numbers of the recording mean.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The sources.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The tree, and the lasting keys of its nodes.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Everything recorded about a node; nothing for the artificial root.
    pub fn data(&self, node: NodeId) -> Option<NodeData> {
        self.trace.node(self.snapshot.key_of(node))
    }

    /// What a node is and which definition it belongs to; nothing for the artificial root.
    pub(crate) fn what_ran(&self, node: NodeId) -> Option<u32> {
        let key = self.snapshot.key_of(node);
        let forest = self.trace.forest();
        let (_, strand) = forest.strand(key.strand)?;
        Some(label::what(strand.label(key.index)))
    }

    /// The innermost call around a node, or the node itself when it is one.
    pub fn call_around(&self, node: NodeId) -> Option<NodeId> {
        let tree = &self.tree;
        std::iter::once(node)
            .chain(tree.ancestors(node))
            .find(|&node| tree.kind(node) == Kind::Routine)
    }

    /// The locals before a stretch of a loop. Iterations repeat only those that the loop assigns; the
    /// others are as they were when it was entered.
    pub(crate) fn locals_before(&self, node: NodeId, data: &NodeData) -> Vec<LocalValue> {
        let mut all = data.locals_before.clone();
        let parent = self.tree.parent(node);
        if !matches!(data.kind, NodeKind::Loop(_))
            && let Some(entered) = parent.and_then(|parent| self.data(parent))
        {
            let known = |local| data.locals_before.iter().any(|value| value.local == local);
            let rest = entered.locals_before.into_iter();
            all.extend(rest.filter(|value| !known(value.local)));
            all.sort_by_key(|value| value.local);
        }
        all
    }

    /// What the code that ran in the nodes from the first to before the second can read.
    pub fn readers(&self, span: (NodeId, NodeId)) -> Readers {
        self.places().readers(self, span)
    }

    /// The routines that ran in the nodes from the first to before the second.
    pub fn routines_ran(&self, span: (NodeId, NodeId)) -> BTreeSet<RoutineId> {
        self.places().routines_ran(self, span)
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        let places = self.places.get_or_init(|| Mutex::new(Places::of(self)));
        places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What went through the standard streams during the nodes of `subject`, at most `limit` bytes of it.
    pub(crate) fn output(&self, subject: Subject, limit: usize) -> Output {
        let key = |node| self.snapshot.key_of(node);
        let (first, last) = (subject.first(), subject.last());
        // Iterations, of which there may be millions, follow each other without anything between them. Between calls their
        // parent may print.
        if first == last || (!subject.is_calls() && self.tree.kind(first) == Kind::Iterations) {
            return self.trace.output_from_to(key(first), key(last), limit);
        }
        let mut all = Output::default();
        let mut rest = limit;
        for node in subject.nodes(&self.tree) {
            let output = self.trace.output(key(node), rest);
            let kept = output.pieces.iter().map(|(_, bytes)| bytes.len());
            rest -= kept.sum::<usize>();
            all.total += output.total;
            all.pieces.extend(output.pieces);
            all.times.extend(output.times);
        }
        all
    }

    /// What is known to have gone wrong in the run: failed tests, or calls from outside that ended with an exception.
    pub fn failures(&self) -> &[Failure] {
        self.failures.get_or_init(|| verdict::failures(self))
    }

    /// The first nodes of all threads and tasks, in the order of the tree.
    pub(crate) fn threads(&self) -> &[NodeId] {
        self.threads.get_or_init(|| threads::threads(self))
    }

    /// Whether a test framework that says how tests ended took part in the run.
    pub fn has_tests(&self) -> bool {
        verdict::framework_speaks(self.language(), &self.definitions)
    }
}

impl Program for Run {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn show(&self, subject: Subject) -> Shown {
        self.show_within(subject, Limits::SCREEN)
    }

    fn show_unsettled(&self, subject: Subject, settled: &[NodeId], limits: Limits) -> Shown {
        let mut writer = Writer::within(self, limits);
        writer.settled = settled.to_vec();
        match limits.is_for_people() {
            true => writer.show_on_screen(subject),
            false => writer.show(subject),
        }
    }

    fn show_within(&self, subject: Subject, limits: Limits) -> Shown {
        self.show_unsettled(subject, &[], limits)
    }

    fn heading(&self, subject: Subject) -> Shown {
        Writer::of_headings(self).show(subject)
    }

    fn lines_to_read(&self, subject: Subject) -> u32 {
        reading::lines_to_read(self, subject)
    }

    fn code(&self, nodes: &[NodeId]) -> Option<Listing> {
        code::listing_of(self, nodes)
    }

    fn code_behind(&self, nodes: &[NodeId], part: &str) -> Option<Listing> {
        code::listing_behind(self, nodes, part)
    }

    fn writer_of(&self, of: Subject, part: &str, when: Moment) -> Result<Written, PartError> {
        provenance::writer_of(self, of, part, when)
    }

    fn origins(&self, of: Subject, part: &str, when: Moment) -> Result<Origins, PartError> {
        origins::origins(self, of, part, when)
    }

    fn stop(
        &self,
        node: NodeId,
        from: Option<Instant>,
        stride: Stride,
        limits: Limits,
    ) -> Option<Stop> {
        stepping::stop(self, node, from, stride, limits)
    }

    fn open_at(&self, node: NodeId, at: Instant, path: &str) -> Result<OpenedValue, OpenError> {
        open::open(self, &stepping::roots(self, node, at), path)
    }

    fn leads(&self, subject: Subject) -> Vec<Lead> {
        leads::leads(self, subject)
    }

    fn outliving(&self, subject: Subject) -> Vec<NodeId> {
        threads::outliving(self, subject)
    }

    fn prepared_for(&self, failed: NodeId) -> Vec<NodeId> {
        match self.tree.is_growing() {
            true => Vec::new(),
            false => prepared::prepared_for(self, failed),
        }
    }

    fn loop_name(&self, node: NodeId) -> Option<String> {
        if !matches!(self.tree.kind(node), Kind::Loop | Kind::Iterations) {
            return None;
        }
        let what = self.what_ran(node)?;
        let mut names = self
            .loop_names
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = names.get(&(what & label::ID)) {
            return Some(name.clone());
        }
        let def = self.definitions.loop_(what & label::ID)?;
        let routine = self.tree.routine_names().get(def.routine as usize)?;
        let name = loop_label(&self.definitions, &self.sources, def, routine);
        names.insert(def.id, name.clone());
        Some(name)
    }

    fn source(&self, subject: Subject) -> Option<Listing> {
        let mut read = code::read_in(self, subject);
        read.find_map(|node| code::source_of(self, node))
    }

    fn own_lines(&self, subject: Subject) -> Vec<(NodeId, Vec<u32>)> {
        let mut read = code::read_in(self, subject);
        let node = read.find(|&node| code::has_source(self, node));
        node.map_or_else(Vec::new, |node| code::own_lines_around(self, node))
    }

    fn lines_run(&self, node: NodeId) -> Option<Vec<u32>> {
        let data = self.data(node)?;
        Some(self.own_lines(node, &data))
    }

    fn open(&self, subject: Subject, path: &str) -> Result<OpenedValue, OpenError> {
        let member = calls::member(self, subject, path);
        member.map_or_else(|| open::open(self, &scene::roots(self, subject), path), Ok)
    }

    fn paths(&self, subject: Subject, begun: &str) -> Vec<String> {
        open::paths(self, &scene::roots(self, subject), begun)
    }

    fn printed(&self, subject: Subject, most: usize) -> Option<Printed> {
        let output = self.output(subject, most);
        let mut printed = Printed {
            total: output.total,
            ..Printed::default()
        };
        for (stream, bytes) in output.pieces {
            printed.shown += bytes.len() as u64;
            let stream = ["in", "out", "err"][stream.min(2) as usize];
            let text = String::from_utf8_lossy(&bytes).into_owned();
            printed.pieces.push((stream, text));
        }
        Some(printed)
    }

    fn shown_name(&self, routine: RoutineId) -> Option<String> {
        let def = self.definitions.routine(routine.0)?;
        Some(routine_name(self.language(), &self.definitions, def))
    }

    fn is_trivial(&self, routine: RoutineId) -> bool {
        self.trivial.contains(&routine)
    }

    fn is_written(&self, routine: RoutineId) -> bool {
        looks::is_written(self.definitions(), routine)
    }

    fn is_right_by_looks(&self, routine: RoutineId) -> bool {
        looks::are_right(self, routine)
    }
}
