//! What ran before a failed piece to prepare it: the rest of a test.
//!
//! What a test method works on was made before it: by the constructor of its class, by methods that the framework calls before
//! each test or before the first one, by rules and extensions, by static initialisers, and by whoever made a shared object
//! first, perhaps during another test. The framework's verdicts part its calls, so that those before a test are known to be for
//! it. Static fields count where the code that ran mentions them: whoever wrote one last is part of the preparation, and so is
//! what that code can read.

use std::collections::{BTreeSet, HashMap, HashSet};

use elenchus_session::Program;
use elenchus_trace::definition::{ClassDef, FieldDef, RoutineDef, field_flag};
use elenchus_trace::value::{Target, Time, Value};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::comparing::places::{mentioned, words};
use crate::run::Run;
use crate::verdict::sections;

/// How many nodes of one piece are looked at to see which code ran in it.
const MOST_NODES: usize = 1 << 20;

/// How many pieces are part of a preparation, at most. More of them would say nothing about the test.
const MOST_PIECES: usize = 200;

/// The pieces that prepared `failed`, in execution order, none inside another and all before it. Nothing unless it is known to have
/// failed.
pub(crate) fn prepared_for(run: &Run, failed: NodeId) -> Vec<NodeId> {
    if failed == NodeId::ROOT {
        return Vec::new();
    }
    let known = run.failures().iter().find(|known| known.node == failed);
    let Some((known, data)) = known.zip(run.data(failed)) else {
        return Vec::new();
    };
    let mut preparation = Preparation {
        run,
        failed,
        began: data.before,
        pieces: BTreeSet::new(),
    };
    if let Some(said) = known.said {
        preparation.by_framework(said, data.receiver);
    }
    preparation.by_statics();
    preparation.outermost()
}

/// What is known to prepare a failed piece so far.
struct Preparation<'r> {
    run: &'r Run,
    failed: NodeId,
    /// When it began.
    began: Time,
    pieces: BTreeSet<NodeId>,
}

impl Preparation<'_> {
    fn add(&mut self, node: NodeId) -> bool {
        let is_before = self.run.tree().end(node) <= self.failed;
        is_before && self.pieces.len() < MOST_PIECES && self.pieces.insert(node)
    }

    fn def(&self, node: NodeId) -> Option<&RoutineDef> {
        let routine = self.run.tree().routine(node);
        self.run.definitions().routine(routine.0)
    }

    /// Whether a call is about an object: it is called on it, or makes it.
    fn has_object(&self, call: NodeId) -> bool {
        let def = self.def(call);
        def.is_some_and(|def| def.has_receiver() || def.is_constructor())
    }

    /// The calls of a framework for the test that it gave a verdict on.
    fn by_framework(&mut self, said: NodeId, object: Option<Value>) {
        let mut earlier = sections(self.run, said);
        let own = earlier.pop().unwrap_or_default();
        let others = self.other_tests(&own, object);
        for call in own {
            if !self.object_of(call).is_some_and(|on| others.contains(&on)) {
                self.add(call);
            }
        }
        let classes = self.classes_of_test();
        self.for_the_class(&earlier, &classes);
        if let Some(Value::Ref(_)) = object {
            self.on_the_same_object(&earlier, object);
        }
    }

    /// The objects of tests that ran between two verdicts beside the one that failed: those that were skipped.
    fn other_tests(&self, calls: &[NodeId], object: Option<Value>) -> Vec<Value> {
        let class = self.def(self.failed).map(|def| def.class);
        let makes_test = |call: &NodeId| {
            let def = self.def(*call).filter(|def| def.is_constructor());
            def.is_some_and(|def| class.is_some_and(|class| self.extends(def.class, class)))
        };
        let made = calls.iter().copied().filter(makes_test);
        let made = made.filter_map(|call| self.object_of(call));
        made.filter(|made| object.is_some_and(|object| *made != object))
            .collect()
    }

    /// Whether a class is another one or extends it.
    fn extends(&self, class: u32, other: u32) -> bool {
        let definitions = self.run.definitions();
        let above = |class: &&ClassDef| definitions.class(class.parent);
        // Lineages are short; a damaged one may be endless.
        let mut lineage = std::iter::successors(definitions.class(class), above).take(100);
        lineage.any(|class| class.id == other)
    }

    /// The object that a call is about.
    fn object_of(&self, call: NodeId) -> Option<Value> {
        let call = Some(call).filter(|&call| self.has_object(call));
        self.run.data(call?)?.receiver
    }

    /// The class of the test, and the classes around it.
    fn classes_of_test(&self) -> HashSet<u32> {
        let definitions = self.run.definitions();
        let own = self.def(self.failed);
        let Some(own) = own.and_then(|def| definitions.class(def.class)) else {
            return HashSet::new();
        };
        let is_around = |class: &&ClassDef| {
            let rest = own.name.strip_prefix(&class.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let around = definitions.classes().filter(is_around);
        around.map(|class| class.id).collect()
    }

    /// What ran once, before the first test of the class: up to the first object of the class.
    fn for_the_class(&mut self, earlier: &[Vec<NodeId>], classes: &HashSet<u32>) {
        let is_of_class = |this: &Self, call: NodeId| {
            let def = this.def(call);
            def.is_some_and(|def| classes.contains(&def.class))
        };
        let mut first = earlier.iter();
        let first = first.find(|section| section.iter().any(|&call| is_of_class(self, call)));
        for &call in first.into_iter().flatten() {
            if is_of_class(self, call) && self.has_object(call) {
                break;
            }
            self.add(call);
        }
    }

    /// What made the object of the test and was called on it before its first test, where tests share one.
    fn on_the_same_object(&mut self, earlier: &[Vec<NodeId>], object: Option<Value>) {
        let mut is_prepared = false;
        for section in earlier {
            let is_on_it = |call: &NodeId| object.is_some() && self.object_of(*call) == object;
            let calls: Vec<NodeId> = section.iter().copied().filter(is_on_it).collect();
            let is_made = |call: &NodeId| self.def(*call).is_some_and(RoutineDef::is_constructor);
            let (made, called): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_made);
            for call in made {
                self.add(call);
            }
            // The last one is the test itself, or what cleans up after it.
            if let [before @ .., _] = &called[..]
                && !is_prepared
            {
                is_prepared = true;
                for &call in before {
                    self.add(call);
                }
            }
        }
    }

    /// Initialisers of the classes whose code ran, and whoever wrote the static fields last that it mentions.
    fn by_statics(&mut self) {
        let mut code = Code::of(self.run);
        let initialisers = self.initialisers();
        let mut fields: Vec<&FieldDef> = written(self.run).collect();
        let mut seen = vec![self.failed];
        seen.extend(&self.pieces);
        while let Some(piece) = seen.pop() {
            if !code.take(self.run, piece) {
                continue;
            }
            let mut found: Vec<NodeId> = initialisers
                .iter()
                .filter(|(class, _)| code.classes.contains(class))
                .map(|&(_, node)| node)
                .collect();
            fields.retain(|field| {
                let reads = code.may_read(self.run, field);
                if reads {
                    found.extend(self.last_writer(field));
                }
                !reads
            });
            for node in found {
                if self.add(node) {
                    seen.push(node);
                }
            }
        }
    }

    /// The call that wrote a static field last before the failed piece began.
    fn last_writer(&self, field: &FieldDef) -> Option<NodeId> {
        let target = Target::Static { field: field.id };
        let writer = self.run.trace().last_writer(target, self.began)?;
        let node = self.run.snapshot().node_of(writer.node?)?;
        self.run.call_around(node)
    }

    /// The static initialisers that ran before the failed piece, by class.
    fn initialisers(&self) -> Vec<(u32, NodeId)> {
        let tree = self.run.tree();
        let routines = self.run.definitions().routines();
        let of: HashMap<RoutineId, u32> = routines
            .filter(|def| def.is_class_initialiser())
            .map(|def| (RoutineId(def.id), def.class))
            .collect();
        if of.is_empty() {
            return Vec::new();
        }
        let before = tree.nodes().take_while(|&node| node < self.failed);
        let calls = before.filter(|&node| tree.kind(node) == Kind::Routine);
        calls
            .filter_map(|node| Some((*of.get(&tree.routine(node))?, node)))
            .collect()
    }

    /// The pieces that lie in no other.
    fn outermost(self) -> Vec<NodeId> {
        let tree = self.run.tree();
        let mut outermost: Vec<NodeId> = Vec::new();
        for node in self.pieces {
            if outermost
                .last()
                .is_none_or(|&last| !tree.contains(last, node))
            {
                outermost.push(node);
            }
        }
        outermost
    }
}

/// The static fields that code writes.
fn written(run: &Run) -> impl Iterator<Item = &FieldDef> {
    let definitions = run.definitions();
    definitions.fields().filter(|field| {
        let flags = field_flag::STATIC | field_flag::SYNTHETIC;
        field.flags & flags == field_flag::STATIC
            && definitions.canonical_field(field.id) == field.id
    })
}

/// Code that ran, and what it mentions.
struct Code {
    /// The names of all static fields, and of all classes.
    statics: HashSet<String>,
    routines: HashSet<RoutineId>,
    /// The classes of these routines and those that they extend.
    classes: HashSet<u32>,
    /// The static fields that the routines mention, and all words of their files.
    names: HashSet<String>,
    files: HashSet<u32>,
    words: HashSet<String>,
}

impl Code {
    fn of(run: &Run) -> Code {
        Code {
            statics: written(run).map(|field| field.name.clone()).collect(),
            routines: HashSet::new(),
            classes: HashSet::new(),
            names: HashSet::new(),
            files: HashSet::new(),
            words: HashSet::new(),
        }
    }

    /// Takes in the code that ran in a piece. Returns whether there was something new.
    fn take(&mut self, run: &Run, piece: NodeId) -> bool {
        let tree = run.tree();
        let nodes = (piece.index()..tree.end(piece).index()).take(MOST_NODES);
        let ran: HashSet<RoutineId> = nodes.map(|node| tree.routine(NodeId::new(node))).collect();
        let mut is_new = false;
        for routine in ran {
            if self.routines.insert(routine) {
                is_new = true;
                self.take_routine(run, routine);
            }
        }
        is_new
    }

    fn take_routine(&mut self, run: &Run, routine: RoutineId) {
        let definitions = run.definitions();
        let Some(def) = definitions.routine(routine.0) else {
            return;
        };
        let mut class = definitions.class(def.class);
        while let Some(def) = class.filter(|def| self.classes.insert(def.id)) {
            class = definitions.class(def.parent);
        }
        let names = mentioned(run, routine, &self.statics);
        self.names.extend(names.into_iter().flatten());
        if self.files.insert(def.file)
            && let Some(file) = run.sources().file(definitions, def.file)
        {
            self.words.extend(words(file.text()).map(str::to_owned));
        }
    }

    /// Whether the code can read a static field: it mentions it, and its class is its own or mentioned in the same files.
    fn may_read(&self, run: &Run, field: &FieldDef) -> bool {
        if !self.names.contains(&field.name) {
            return false;
        }
        let class = run.definitions().class(field.class);
        self.classes.contains(&field.class)
            || class.is_some_and(|class| {
                let simple = class.name.rsplit(['.', '$']).next();
                simple.is_some_and(|simple| self.words.contains(simple))
            })
    }
}
