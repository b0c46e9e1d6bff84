//! The catalogue: numbers for classes, fields, routines and loops, and their definitions in the trace.
//!
//! A class is numbered when it is rewritten, but defined only when it is prepared: then its ancestors are known, and with
//! them the layout of its objects and which class really declares a field that an instruction names. No record can use
//! a class, or a field of it, before that. Routines and loops are defined at once.
//!
//! Numbers given to rewritten code carry the number of words of line bits in their top 8 bits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use elenchus_trace::definition::{
    Block, ClassDef, Definition, FieldDef, FileDef, Level as TraceLevel, Local, LoopDef,
    RoutineDef, SkippedDef, Variable, class_flag, field_flag, routine_flag,
};
use elenchus_trace::kind::Kind as TraceKind;

use super::callees::Callees;
use super::facts::{ACC_ENUM, ACC_STATIC, ClassFacts, FieldFacts};
use super::inner_workings::is_inner_working;
use super::types;
use crate::contract::{self, Definitions, Kind, Level};
use crate::rewrite;
use elenchus_recorder::Recorder;

/// More words of line bits than this do not fit the number of a routine or loop.
const MAX_WORDS: usize = 255;
const WORDS_SHIFT: u32 = 24;
const NUMBER: u32 = 0xFF_FFFF;

#[derive(Debug)]
struct Class {
    loader: i32,
    /// What the rewriter said, for classes it has seen.
    rewritten: Option<contract::ClassDef>,
    file: u32,
    /// Whether its objects hold something before the constructor of its superclass runs.
    writes_early: bool,
    /// The class and its ancestors, once it is prepared and defined.
    lineage: Option<Arc<[ClassFacts]>>,
    /// How it was defined, each time under a number of its own.
    shapes: Vec<(Shape, u32)>,
}

/// What decides how records tell of the objects of a class. One class can be defined in several shapes: the class of atomics shows
/// nothing as the ancestor of a recorded class and everything as itself, and the classes that the JVM makes for `Name::read` and for
/// `name::read` go by one name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    layout: Vec<u32>,
    flags: u32,
    element: TraceKind,
}

/// A field some instruction names in a class that is not prepared yet.
#[derive(Debug)]
struct Pending {
    id: u32,
    field: contract::FieldDef,
}

/// See the page's top.
#[derive(Debug)]
pub struct Catalogue {
    recorder: Arc<Recorder>,
    classes: Vec<Class>,
    classes_by_name: HashMap<String, Vec<u32>>,
    files: HashMap<String, u32>,
    /// Fields by declaring class, name and descriptor: class files may hold several fields of one name.
    fields: HashMap<(u32, String, String), u32>,
    /// Fields by what instructions call them.
    named: HashMap<contract::FieldDef, u32>,
    pending: HashMap<String, Vec<Pending>>,
    /// The patterns that have left something out.
    left_out: HashSet<String>,
    /// Classes that were named before they were prepared, by name and loader.
    named_only: HashMap<(String, i32), u32>,
    last_field: u32,
    last_routine: u32,
    last_loop: u32,
    /// The units of the routine defined last, whose loops follow.
    units: Vec<contract::UnitDef>,
    /// The loops of that routine by index.
    loops: HashMap<u16, u32>,
    /// The loader of the class being rewritten.
    loader: i32,
    /// Classes that calls name.
    pub callees: Callees,
}

/// The layout of a class: where each field is declared.
pub type Row = (usize, String, String);

impl Catalogue {
    /// An empty catalogue that writes through this recorder.
    pub fn new(recorder: Arc<Recorder>) -> Self {
        Self {
            recorder,
            classes: Vec::new(),
            classes_by_name: HashMap::new(),
            files: HashMap::new(),
            fields: HashMap::new(),
            named: HashMap::new(),
            pending: HashMap::new(),
            left_out: HashSet::new(),
            named_only: HashMap::new(),
            last_field: 0,
            last_routine: 0,
            last_loop: 0,
            units: Vec::new(),
            loops: HashMap::new(),
            loader: 0,
            callees: Callees::default(),
        }
    }

    /// Says whose classes are rewritten next.
    pub fn set_loader(&mut self, loader: i32) {
        self.loader = loader;
    }

    /// Whether a class of this name was rewritten or has fields waiting for it.
    pub fn expects(&self, name: &str) -> bool {
        self.pending.contains_key(name) || self.classes_by_name.contains_key(name)
    }

    /// Whether this class was rewritten.
    pub fn is_rewritten(&self, facts: &ClassFacts) -> bool {
        self.find(&facts.name, facts.loader)
            .is_some_and(|id| self.class_of(id).rewritten.is_some())
    }

    /// Whether some class of this name was rewritten.
    pub fn is_name_rewritten(&self, class: &str) -> bool {
        let ids = self.classes_by_name.get(class).into_iter().flatten();
        ids.into_iter()
            .any(|&id| self.class_of(id).rewritten.is_some())
    }

    /// Whether the writes of the class that [`Definitions::callee`] gave this number are recorded; none when no such
    /// class was loaded so far.
    pub fn is_callee_rewritten(&self, number: u32) -> Option<bool> {
        let class = self.callees.name(number)?;
        match self.is_name_rewritten(class) {
            true => Some(true),
            false => self.callees.is_opaque(class).then_some(false),
        }
    }

    /// Whether the class was given a number field when it was rewritten.
    pub fn has_number_field(&self, name: &str, loader: i32) -> bool {
        let class = self.find(name, loader).map(|id| self.class_of(id));
        class
            .and_then(|class| class.rewritten.as_ref())
            .is_some_and(|class| class.has_id_field)
    }

    /// Notes code that could not be recorded.
    pub fn skip(&mut self, name: String, reason: String) {
        self.recorder
            .define(Definition::Skipped(SkippedDef { name, reason }));
    }

    /// Notes that something was left out because of a pattern, once for each pattern.
    pub fn leave_out(&mut self, pattern: &str) {
        if self.left_out.insert(pattern.to_owned()) {
            self.skip(pattern.to_owned(), SkippedDef::LEFT_OUT.to_owned());
        }
    }

    fn class_of(&self, id: u32) -> &Class {
        &self.classes[id as usize - 1]
    }

    fn find(&self, name: &str, loader: i32) -> Option<u32> {
        let same_name = self.classes_by_name.get(name)?;
        same_name
            .iter()
            .rev()
            .copied()
            .find(|&id| self.class_of(id).loader == loader)
    }

    /// The number of a static field, 0 when its class is not recorded.
    pub fn static_field(&mut self, field: &contract::FieldDef, loader: i32) -> u32 {
        let class = self.find(&field.owner, loader);
        if class.is_none_or(|class| self.class_of(class).rewritten.is_none()) {
            return 0;
        }
        self.set_loader(loader);
        self.field(field)
    }

    fn number(&mut self, name: &str, loader: i32) -> u32 {
        self.find(name, loader).unwrap_or_else(|| {
            let id = self.new_number(loader);
            self.classes_by_name
                .entry(name.to_string())
                .or_default()
                .push(id);
            id
        })
    }

    fn new_number(&mut self, loader: i32) -> u32 {
        self.classes.push(Class {
            loader,
            rewritten: None,
            file: 0,
            writes_early: false,
            lineage: None,
            shapes: Vec::new(),
        });
        self.classes.len() as u32
    }

    fn file(&mut self, class: &contract::ClassDef) -> u32 {
        let Some(source) = &class.source_file else {
            return 0;
        };
        let path = match class.name.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{source}"),
            None => source.clone(),
        };
        if let Some(&id) = self.files.get(&path) {
            return id;
        }
        let id = self.files.len() as u32 + 1;
        self.files.insert(path.clone(), id);
        self.recorder.define(Definition::File(FileDef {
            id,
            path,
            hash: Vec::new(),
        }));
        id
    }

    // ---- Classes.

    /// The recorded fields of a class, given its lineage (itself first): index into the lineage, name and descriptor,
    /// the oldest ancestor's first. `all` asks for those of unrecorded classes too.
    pub fn layout(&self, lineage: &[ClassFacts], all: bool) -> Vec<Row> {
        let mut rows = Vec::new();
        for (index, class) in lineage.iter().enumerate().rev() {
            let recorded = self.shows_fields(lineage, index, all);
            let fields = class.fields.iter().filter(|field| field.is_contents());
            for field in fields.filter(|_| recorded && class.name != "java/lang/Object") {
                let is_inner = is_inner_working(&class.name, &field.name)
                    || contract::names_provider(&class.name, &field.descriptor);
                if !is_inner {
                    rows.push((index, field.name.clone(), field.descriptor.clone()));
                }
            }
        }
        rows
    }

    /// Whether the fields that a class of a lineage declares are in the layout.
    fn shows_fields(&self, lineage: &[ClassFacts], index: usize, all: bool) -> bool {
        let is_exception = || {
            let mut lineage = lineage.iter();
            lineage.any(|class| class.name == "java/lang/Throwable")
        };
        all || self.is_rewritten(&lineage[index]) || is_exception()
    }

    /// The flag that says whether a class, the first of a lineage, has fields that are not in the layout.
    fn hidden_state(&self, lineage: &[ClassFacts], all: bool) -> u32 {
        let class = &lineage[0];
        let has_fields = class
            .fields
            .iter()
            .any(|field| field.is_contents() && !is_inner_working(&class.name, &field.name));
        match has_fields && !self.shows_fields(lineage, 0, all) {
            true => class_flag::HIDES_STATE,
            false => 0,
        }
    }

    /// Whether all fields in the layout are zero when the first recorded constructor has its receiver: no constructor
    /// whose calls are not recorded has run before it, and none has written before it called that of its superclass.
    pub fn starts_empty(&self, lineage: &[ClassFacts]) -> bool {
        let is_recorded = |class: &ClassFacts| {
            let known = self.find(&class.name, class.loader);
            known.is_some_and(|id| {
                let class = self.class_of(id);
                let level = class.rewritten.as_ref().map(|rewritten| rewritten.level);
                level == Some(Level::Recorded) && !class.writes_early
            })
        };
        lineage
            .iter()
            .all(|class| class.name == "java/lang/Object" || is_recorded(class))
    }

    /// Defines a prepared class, its ancestors and its layout, once; gives the number that its records use.
    pub fn define_class(
        &mut self,
        lineage: &[ClassFacts],
        all: bool,
        flags: u32,
        element: TraceKind,
    ) -> u32 {
        let mut parent = 0;
        for start in (1..lineage.len()).rev() {
            let ancestor = &lineage[start..];
            parent = match all {
                true => {
                    let shape = self.shape(ancestor, true, 0, TraceKind::Void);
                    self.define_shape(ancestor, parent, shape)
                }
                false => self.define_ancestor(ancestor, parent),
            };
        }
        let own = self.shape(lineage, all, flags, element);
        self.define_shape(lineage, parent, own)
    }

    /// Gives the number that stands for the name of a class that is not prepared yet. Its definition comes with its fields,
    /// under a number of its own.
    pub fn name_class(&mut self, facts: ClassFacts) -> u32 {
        let key = (facts.name.clone(), facts.loader);
        if let Some(&id) = self.named_only.get(&key) {
            return id;
        }
        let id = self.new_number(facts.loader);
        self.named_only.insert(key, id);
        let shape = Shape {
            layout: Vec::new(),
            flags: 0,
            element: TraceKind::Void,
        };
        self.write_class(&[facts], 0, shape, (id, id));
        id
    }

    /// Gives any number of a class that only others are traced back to.
    fn define_ancestor(&mut self, lineage: &[ClassFacts], parent: u32) -> u32 {
        let id = self.number(&lineage[0].name, lineage[0].loader);
        if self.class_of(id).lineage.is_some() {
            return id;
        }
        let shape = self.shape(lineage, false, 0, TraceKind::Void);
        self.define_shape(lineage, parent, shape)
    }

    fn shape(
        &mut self,
        lineage: &[ClassFacts],
        all: bool,
        flags: u32,
        element: TraceKind,
    ) -> Shape {
        Shape {
            layout: self.layout_numbers(lineage, all),
            flags: flags | self.hidden_state(lineage, all),
            element,
        }
    }

    /// The numbers of the fields in the layout.
    fn layout_numbers(&mut self, lineage: &[ClassFacts], all: bool) -> Vec<u32> {
        let rows = self.layout(lineage, all).into_iter();
        rows.map(|(index, name, descriptor)| {
            let class = &lineage[index];
            let declaring = self.number(&class.name, class.loader);
            let same = |field: &&FieldFacts| field.name == name && field.descriptor == descriptor;
            let access = class
                .fields
                .iter()
                .find(same)
                .map_or(0, |field| field.access);
            self.declared_field(declaring, &name, &descriptor, access)
        })
        .collect()
    }

    fn define_shape(&mut self, lineage: &[ClassFacts], parent: u32, shape: Shape) -> u32 {
        let facts = &lineage[0];
        let first = self.number(&facts.name, facts.loader);
        let shapes = &self.class_of(first).shapes;
        if let Some((_, id)) = shapes.iter().find(|(known, _)| *known == shape) {
            return *id;
        }
        let id = match shapes.is_empty() {
            true => first,
            false => self.new_number(facts.loader),
        };
        let class = &mut self.classes[first as usize - 1];
        class.shapes.push((shape.clone(), id));
        class.lineage = Some(lineage.into());
        self.write_class(lineage, parent, shape, (first, id));
        for waiting in self.pending.remove(&facts.name).unwrap_or_default() {
            self.resolve(waiting.id, &waiting.field, lineage);
        }
        id
    }

    /// Writes the definition `id` of a class, of which `first` tells what the rewriter said.
    fn write_class(
        &mut self,
        lineage: &[ClassFacts],
        parent: u32,
        shape: Shape,
        (first, id): (u32, u32),
    ) {
        let facts = &lineage[0];
        let class = self.class_of(first);
        let level = class
            .rewritten
            .as_ref()
            .map_or(Level::Opaque, |class| class.level);
        let ancestors = lineage.iter().map(|class| class.name.as_str());
        let constants = facts
            .fields
            .iter()
            .filter(|field| field.access & ACC_ENUM != 0);
        let definition = ClassDef {
            id,
            name: types::class_name(&facts.name),
            parent,
            file: class.file,
            level: trace_level(level),
            flags: shape.flags | types::class_flags(facts.access, ancestors),
            element: shape.element,
            layout: shape.layout,
            constants: constants.map(|field| field.name.clone()).collect(),
        };
        self.recorder.define(Definition::Class(definition));
    }

    // ---- Fields.

    fn declared_field(&mut self, class: u32, name: &str, descriptor: &str, access: u32) -> u32 {
        let key = (class, name.to_string(), descriptor.to_string());
        if let Some(&id) = self.fields.get(&key) {
            return id;
        }
        self.last_field += 1;
        let id = self.last_field;
        self.fields.insert(key, id);
        self.write_field(id, class, name, descriptor, access);
        id
    }

    fn write_field(&mut self, id: u32, class: u32, name: &str, descriptor: &str, access: u32) {
        let is = |bit, flag| if access & bit != 0 { flag } else { 0 };
        self.recorder.define(Definition::Field(FieldDef {
            id,
            class,
            name: name.to_string(),
            type_name: types::type_name(descriptor),
            kind: types::kind_of(descriptor),
            flags: is(ACC_STATIC, field_flag::STATIC)
                | is(0x0010, field_flag::FINAL)
                | is(0x1000, field_flag::SYNTHETIC),
        }));
    }

    /// Defines a field that an instruction names, now that its class is known: it may be an ancestor's.
    fn resolve(&mut self, id: u32, field: &contract::FieldDef, lineage: &[ClassFacts]) {
        let declaring = lineage.iter().find_map(|class| {
            let declared = class.fields.iter().find(|declared| {
                declared.name == field.name && declared.descriptor == field.descriptor
            })?;
            Some((class, declared.access))
        });
        let (class, access) = match declaring {
            Some((class, access)) => (self.number(&class.name, class.loader), access),
            None => (
                self.number(&lineage[0].name, lineage[0].loader),
                if field.is_static { ACC_STATIC } else { 0 },
            ),
        };
        self.write_field(id, class, &field.name, &field.descriptor, access);
    }
}

fn trace_level(level: Level) -> TraceLevel {
    match level {
        Level::Recorded => TraceLevel::Recorded,
        Level::WritesOnly => TraceLevel::Writes,
        Level::Opaque | Level::Foreign => TraceLevel::Opaque,
    }
}

/// The blocks of a region and how many words their bits take.
fn blocks(units: &[contract::UnitDef], region: u16) -> (Vec<Block>, u8) {
    let blocks: Vec<Block> = units
        .iter()
        .filter(|unit| unit.region == region)
        .map(|unit| Block {
            lines: unit.lines.clone(),
        })
        .collect();
    let words = blocks.len().div_ceil(32).min(MAX_WORDS) as u8;
    (blocks, words)
}

fn variable(name: &Option<String>, descriptor: &str) -> Variable {
    Variable {
        name: name.clone().unwrap_or_default(),
        type_name: types::type_name(descriptor),
        kind: types::kind_of(descriptor),
    }
}

impl Definitions for Catalogue {
    fn class(&mut self, class: &contract::ClassDef) -> u32 {
        let id = self.number(&class.name, self.loader);
        let file = self.file(class);
        let entry = &mut self.classes[id as usize - 1];
        entry.rewritten = Some(class.clone());
        entry.file = file;
        id
    }

    fn writes_early(&mut self, class: u32) {
        self.classes[class as usize - 1].writes_early = true;
    }

    fn callee(&mut self, class: &str) -> Option<u32> {
        if self.is_name_rewritten(class) {
            return None;
        }
        match self.callees.is_opaque(class) {
            true => Some(0),
            false => Some(self.callees.number(class)),
        }
    }

    fn routine(&mut self, routine: &contract::RoutineDef) -> u32 {
        self.last_routine += 1;
        let id = self.last_routine;
        let (blocks, block_words) = blocks(&routine.units, 0);
        self.units = routine.units.clone();
        self.loops.clear();
        let result = types::result_of(&routine.descriptor);
        self.recorder.define(Definition::Routine(RoutineDef {
            id,
            class: routine.class,
            name: routine.name.clone(),
            descriptor: routine.descriptor.clone(),
            file: self.class_of(routine.class).file,
            first_line: routine.first_line.unwrap_or(0),
            last_line: routine.last_line.unwrap_or(0),
            flags: routine_flags(routine),
            parameters: routine
                .parameters
                .iter()
                .map(|parameter| variable(&parameter.name, &parameter.descriptor))
                .collect(),
            result: types::kind_of(result),
            result_type: types::type_name(result),
            block_words,
            blocks,
            code_hash: routine.code_hash,
        }));
        id & NUMBER | u32::from(block_words) << WORDS_SHIFT
    }

    fn r#loop(&mut self, l: &contract::LoopDef) -> u32 {
        self.last_loop += 1;
        let id = self.last_loop;
        self.loops.insert(l.index, id);
        let (blocks, block_words) = blocks(&self.units, l.index + 1);
        let local = |local: &contract::LocalDef| {
            let descriptor = local.descriptor.as_deref();
            Local {
                variable: variable(&local.name, descriptor.unwrap_or(kind_letter(local.kind))),
                at_header: local.at_header,
                varies: local.varies,
            }
        };
        self.recorder.define(Definition::Loop(LoopDef {
            id,
            routine: l.routine & NUMBER,
            parent: l
                .parent
                .and_then(|index| self.loops.get(&index).copied())
                .unwrap_or(0),
            first_line: l.first_line.unwrap_or(0),
            last_line: l.last_line.unwrap_or(0),
            locals: l.locals.iter().map(local).collect(),
            block_words,
            blocks,
        }));
        id & NUMBER | u32::from(block_words) << WORDS_SHIFT
    }

    fn field(&mut self, field: &contract::FieldDef) -> u32 {
        if let Some(&id) = self.named.get(field) {
            return id;
        }
        self.last_field += 1;
        let id = self.last_field;
        self.named.insert(field.clone(), id);
        let platform = ["java/", "javax/", "jdk/", "sun/"];
        let prepared = self
            .find(&field.owner, self.loader)
            .or_else(|| self.classes_by_name.get(&field.owner)?.last().copied())
            .and_then(|class| self.class_of(class).lineage.clone());
        if let Some(lineage) = prepared {
            self.resolve(id, field, &lineage);
        } else if platform
            .iter()
            .any(|package| field.owner.starts_with(package))
            && !crate::scope::is_logged(&field.owner.replace('/', "."))
        {
            // Loaded long ago, or never by anyone who would tell: the name it goes by has to do.
            let class = self.number(&field.owner, 0);
            let access = if field.is_static { ACC_STATIC } else { 0 };
            self.write_field(id, class, &field.name, &field.descriptor, access);
        } else {
            let waiting = self.pending.entry(field.owner.clone()).or_default();
            waiting.push(Pending {
                id,
                field: field.clone(),
            });
        }
        id
    }
}

fn kind_letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "Z",
        Kind::Byte => "B",
        Kind::Char => "C",
        Kind::Short => "S",
        Kind::Int => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
        Kind::Ref => "Ljava/lang/Object;",
    }
}

fn routine_flags(routine: &contract::RoutineDef) -> u32 {
    let is = |holds: bool, flag| if holds { flag } else { 0 };
    let is_static = routine.access & 0x0008 != 0;
    let constructor = routine.name == "<init>";
    is(!is_static && !constructor, routine_flag::RECEIVER)
        | is(is_static, routine_flag::STATIC)
        | is(constructor, routine_flag::CONSTRUCTOR)
        | is(routine.name == "<clinit>", routine_flag::CLASS_INITIALISER)
        | is(routine.access & 0x1000 != 0, routine_flag::SYNTHETIC)
        | is(routine.access & 0x0040 != 0, routine_flag::BRIDGE)
        | is(rewrite::is_lambda_body(&routine.name), routine_flag::LAMBDA)
        | is(routine.trivial.is_some(), routine_flag::TRIVIAL)
        | is(
            routine.name.starts_with(contract::PROBE_NAME),
            routine_flag::PROBE,
        )
}
