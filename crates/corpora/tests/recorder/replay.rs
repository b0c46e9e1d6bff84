//! A recording gone through once, from its first record to its last: the tree with every write in it.
//!
//! The reader of the debugger looks up one node or one object at a time. This one shares only the decoding of single
//! records with it, and is quick enough for recordings of hundreds of thousands of events.

use crate::values::simple;
use crate::writes::zero_like;
use elenchus_corpora::tree_text::{Call, End, Item, Local, Node};
use elenchus_recorded::java::literal::{literal, quoted};
use elenchus_recorded::run::Run;
use elenchus_trace::definition::{Block, Definitions, Level, LoopDef, RoutineDef, routine_flag};
use elenchus_trace::kind::Kind;
use elenchus_trace::raw::record::{Cause, Record, Records, bits, packed_bits, text_flag};
use elenchus_trace::raw::reference::{self, Reference};
use elenchus_trace::{NodeKind, Ref, Target, Value};
use std::collections::{BTreeSet, HashMap};

/// What a recording of one thread tells.
pub struct Replayed {
    pub thread: Node,
    /// What all places that were seen or written held in the end.
    pub places: HashMap<Target, Value>,
}

/// Goes through a recording of one thread. Fails on what does not fit together.
pub fn replay(run: &Run) -> Result<Replayed, String> {
    let trace = run.trace();
    let forest = trace.forest();
    let definitions = trace.definitions();
    let [strand] = forest.strands.as_slice() else {
        return Err(format!("{} threads recorded", forest.strands.len()));
    };
    let mut replay = Replay {
        run,
        definitions: &definitions,
        open: vec![node(Item::Thread)],
        ids: Vec::new(),
        things: HashMap::new(),
        texts: HashMap::new(),
        elements: HashMap::new(),
        places: HashMap::new(),
        loops: HashMap::new(),
    };
    for &segment in &*strand.segments {
        let segment = forest.segments[segment as usize];
        let block = trace.records(segment.block).ok_or("a block is missing")?;
        let bytes = block.get(..segment.to as usize).ok_or("a block is cut")?;
        let from = segment.from as usize;
        for record in Records::starting(bytes, definitions.layouts(), from) {
            let (offset, record) = record.map_err(|error| error.to_string())?;
            replay
                .take(record)
                .ok_or_else(|| format!("a record makes no sense at byte {offset}: {record:?}"))?;
        }
    }
    match replay.open.as_slice() {
        [thread] => Ok(Replayed {
            thread: thread.clone(),
            places: replay.places,
        }),
        open => Err(format!("{} nodes never end", open.len() - 1)),
    }
}

fn node(item: Item) -> Node {
    Node {
        line: 0,
        item,
        children: Vec::new(),
    }
}

struct Replay<'r> {
    run: &'r Run,
    definitions: &'r Definitions,
    /// The thread, then the calls, loops and passes through loops that are open.
    open: Vec<Node>,
    /// What each of them but the thread is.
    ids: Vec<NodeKind>,
    /// References by how they are written.
    things: HashMap<u32, String>,
    /// The bytes that are stored of texts.
    texts: HashMap<u32, Vec<u8>>,
    places: HashMap<Target, Value>,
    /// The kinds of elements of arrays.
    elements: HashMap<u32, Kind>,
    /// Kind and line of the loops met so far.
    loops: HashMap<u32, (String, u32)>,
}

impl Replay<'_> {
    /// Takes in a record; nothing if it does not fit what is open.
    fn take(&mut self, record: Record) -> Option<()> {
        match record {
            Record::Enter { routine, arguments } => self.enter(routine, arguments),
            Record::Receiver { object } => {
                let this = ("this".to_owned(), self.reference(object));
                let Item::Call(call) = &mut self.open.last_mut()?.item else {
                    return None;
                };
                call.arguments.insert(0, this);
                Some(())
            }
            Record::Exit { routine, rest } => {
                let def = self.definitions.routine(routine)?;
                let end = match value(rest, 0, def.result) {
                    Value::Missing => End::Returned,
                    result => End::Value(self.write(result)),
                };
                self.exit(def, end, rest.get(4 * def.result.words()..)?)
            }
            Record::Throw {
                routine,
                exception,
                blocks,
            } => {
                let end = End::Thrown(self.reference(exception));
                self.exit(self.definitions.routine(routine)?, end, blocks)
            }
            Record::Resync { depth, loops: 0 } => {
                let is_call = |what: &&NodeKind| matches!(what, NodeKind::Routine(_));
                while self.ids.iter().filter(is_call).count() > depth as usize {
                    self.cut_short()?;
                }
                let innermost = self.ids.last();
                innermost.is_none_or(|what| is_call(&what)).then_some(())
            }
            Record::LoopEnter { loop_, locals } => self.enter_loop(loop_, locals),
            Record::Iteration {
                loop_,
                count: 1,
                rest,
            } => {
                let def = self.top_loop(loop_)?;
                let values = self.locals(def, rest.get(words(def)..)?, true);
                self.end_pass(def, rest, &values, "")?;
                self.close()?;
                self.begin_pass(def, values)
            }
            Record::LoopLeft {
                loop_,
                iteration,
                rest,
            } => {
                let def = self.top_loop(loop_)?;
                let values = self.locals(def, rest.get(words(def)..)?, true);
                self.end_pass(def, rest, &values, "")?;
                if iteration {
                    self.close()?;
                } else {
                    self.dissolve_check()?;
                }
                self.close()
            }
            Record::LoopUnwind {
                loop_,
                count: 0,
                blocks,
            } => {
                let def = self.top_loop(loop_)?;
                self.end_pass(def, blocks, &[], "throw")?;
                self.close()?;
                self.close()
            }
            Record::PutField {
                field,
                object,
                value: row,
                cause,
            } => {
                let field = self.definitions.canonical_field(field);
                let def = self.definitions.field(field)?;
                let target = format!("{}.{}", self.reference(object), def.name);
                let new = value(row, 0, def.kind);
                if !self.is_recorded(def.class) {
                    return Some(());
                }
                self.wrote(field_of(object, field), target, new, cause)
            }
            Record::PutStatic {
                field,
                value: row,
                cause,
            } => {
                let field = self.definitions.canonical_field(field);
                let def = self.definitions.field(field)?;
                let target = format!("{}.{}", self.class(def.class)?, def.name);
                let new = value(row, 0, def.kind);
                if !self.is_recorded(def.class) {
                    return Some(());
                }
                self.wrote(Target::Static { field }, target, new, cause)
            }
            Record::Store {
                array,
                index,
                value: row,
            } => {
                let target = format!("{}[{index}]", self.reference(array));
                let new = value(row, 0, *self.elements.get(&array)?);
                // Such arrays hold the arguments of their log, or belong to collections.
                if target.starts_with("Object[]") {
                    return Some(());
                }
                self.wrote(element(array, index), target, new, Cause::Written)
            }
            Record::Fill {
                array,
                from,
                to,
                value: row,
                ..
            } => {
                let new = value(row, 0, *self.elements.get(&array)?);
                self.wrote_many(array, (from..to).map(|index| (index, new)))
            }
            Record::Bulk {
                array,
                start,
                count,
                values,
                ..
            } => {
                let kind = *self.elements.get(&array)?;
                let written = (0..count).map(|nth| {
                    let bits = packed_bits(values, nth as usize, kind);
                    (start + nth, Value::from_bits(kind, bits))
                });
                self.wrote_many(array, written)
            }
            Record::New { class, object }
            | Record::NewArray {
                class,
                array: object,
                ..
            }
            | Record::Opaque {
                class,
                reference: object,
            } => self.meet(class, object),
            Record::SightArray {
                class,
                array,
                count,
                values,
                ..
            } => self.sight_array(class, array, count, values),
            Record::Sight {
                class,
                object,
                fields,
                cause,
            } => self.sight(class, object, fields, cause),
            Record::Text {
                reference,
                flags,
                bytes,
                ..
            } => {
                let stored = self.texts.entry(reference).or_default();
                if flags & text_flag::GROWN == 0 {
                    stored.clear();
                }
                stored.extend_from_slice(bytes);
                // The generator writes nothing that encodings differ in.
                let text = quoted(&String::from_utf8_lossy(stored));
                self.things.insert(reference, text);
                Some(())
            }
            Record::Boxed {
                class,
                reference,
                value: row,
            } => {
                let kind = self.definitions.class(class)?.element;
                let text = self.write(value(row, 0, kind));
                self.things.insert(reference, text);
                Some(())
            }
            Record::Stream { .. } | Record::Epoch { .. } | Record::StrandEnd { .. } => Some(()),
            _ => None,
        }
    }

    // Calls.

    fn enter(&mut self, routine: u32, row: &[u8]) -> Option<()> {
        let def = self.definitions.routine(routine)?;
        let name = match def.flags & routine_flag::LAMBDA {
            0 => &def.name,
            _ => "lambda",
        };
        let mut arguments = Vec::new();
        let mut at = 0;
        if def.has_receiver() {
            arguments.push(("this".to_owned(), self.write(value(row, 0, Kind::Ref))));
            at = 1;
        }
        for parameter in &def.parameters {
            let given = self.write(value(row, at, parameter.kind));
            arguments.push((parameter.name.clone(), given));
            at += parameter.kind.words();
        }
        let call = Call {
            synthetic: def.flags & routine_flag::SYNTHETIC != 0,
            chain: false,
            routine: format!("{}.{name}", self.class(def.class)?),
            arguments,
            end: End::Never,
        };
        self.open(Item::Call(call), NodeKind::Routine(routine));
        Some(())
    }

    /// Ends a call that could not tell: only constructors whose `super()` threw.
    fn cut_short(&mut self) -> Option<()> {
        match &mut self.open.last_mut()?.item {
            Item::Call(call) if call.routine.ends_with(".<init>") => call.end = End::Unknown,
            _ => return None,
        }
        self.close()
    }

    fn exit(&mut self, def: &RoutineDef, end: End, blocks: &[u8]) -> Option<()> {
        if *self.ids.last()? != NodeKind::Routine(def.id) {
            return None;
        }
        self.ran(&def.blocks, blocks, def.block_words);
        let Item::Call(call) = &mut self.open.last_mut()?.item else {
            return None;
        };
        call.end = end;
        self.close()
    }

    // Loops.

    fn enter_loop(&mut self, id: u32, row: &[u8]) -> Option<()> {
        let def = self.definitions.loop_(id)?;
        let (kind, line) = match self.loops.get(&id) {
            Some(known) => known.clone(),
            None => {
                let (sources, definitions) = (self.run.sources(), self.run.definitions());
                let found = sources.with_loop(definitions, def, |_, found| {
                    Some((found.kind.name().to_owned(), found.line()))
                });
                let found = found.unwrap_or(("unknown".to_owned(), def.first_line));
                self.loops.insert(id, found.clone());
                found
            }
        };
        let item = Item::Loop {
            kind,
            line,
            count: 0,
        };
        self.open(item, NodeKind::Loop(id));
        let values = self.locals(def, row, false);
        self.begin_pass(def, values)
    }

    fn begin_pass(&mut self, def: &LoopDef, values: Vec<(usize, String)>) -> Option<()> {
        let around = self.open.len() - 1;
        let Item::Loop { count, .. } = &mut self.open[around].item else {
            return None;
        };
        *count += 1;
        let number = *count;
        // What the loop never assigns is known from its beginning.
        let before: HashMap<usize, String> = match self.open[around].children.last() {
            Some(elder) => match &elder.item {
                Item::Iteration { locals, .. } => def
                    .locals
                    .iter()
                    .enumerate()
                    .filter(|(_, local)| !local.is_repeated())
                    .filter_map(|(place, local)| {
                        let name = &local.variable.name;
                        let known = locals.iter().find(|known| known.name == *name)?;
                        Some((place, known.before.clone()))
                    })
                    .chain(values)
                    .collect(),
                _ => return None,
            },
            None => values.into_iter().collect(),
        };
        let locals = def.locals.iter().enumerate();
        let locals = locals
            .filter(|(_, local)| local.at_header)
            .filter_map(|(place, local)| {
                let before = before.get(&place)?.clone();
                Some(Local {
                    name: local.variable.name.clone(),
                    after: before.clone(),
                    before,
                })
            })
            .collect();
        let item = Item::Iteration {
            number,
            locals,
            ending: String::new(),
        };
        self.open(item, NodeKind::Iterations(def.id));
        Some(())
    }

    /// Gives the open pass its lines and the state after it. The variable of a for-each loop is known only now.
    fn end_pass(
        &mut self,
        def: &LoopDef,
        blocks: &[u8],
        values: &[(usize, String)],
        how: &str,
    ) -> Option<()> {
        self.ran(&def.blocks, blocks, def.block_words);
        let Item::Iteration { locals, ending, .. } = &mut self.open.last_mut()?.item else {
            return None;
        };
        *ending = how.to_owned();
        for (place, after) in values {
            let local = &def.locals[*place];
            let name = &local.variable.name;
            match locals.iter_mut().find(|known| known.name == *name) {
                Some(known) if local.at_header => known.after.clone_from(after),
                _ => locals.push(Local {
                    name: name.clone(),
                    before: after.clone(),
                    after: after.clone(),
                }),
            }
        }
        Some(())
    }

    /// The condition failed, so the pass was none: what it did belongs to the loop.
    fn dissolve_check(&mut self) -> Option<()> {
        let check = self.open.pop()?;
        self.ids.pop()?;
        let around = self.open.last_mut()?;
        let Item::Loop { count, .. } = &mut around.item else {
            return None;
        };
        *count -= 1;
        let done = check.children.into_iter();
        around
            .children
            .extend(done.filter(|child| !matches!(child.item, Item::Lines(_))));
        Some(())
    }

    // Writes and objects.

    /// A write; one that only an observation tells of counts when it changed something.
    fn wrote(&mut self, place: Target, target: String, new: Value, cause: Cause) -> Option<()> {
        let old = self.places.insert(place, new);
        let old = old.unwrap_or_else(|| zero_like(new));
        let noticed = cause == Cause::Observed;
        if !(noticed && old.same(new)) {
            let item = Item::Write {
                noticed,
                target,
                old: self.write(old),
                new: self.write(new),
            };
            self.open.last_mut()?.children.push(node(item));
        }
        Some(())
    }

    /// Elements that library code wrote; nobody can tell which of them it left as they were.
    fn wrote_many(
        &mut self,
        array: u32,
        written: impl Iterator<Item = (u32, Value)>,
    ) -> Option<()> {
        for (index, new) in written {
            let place = element(array, index);
            let old = self.places.get(&place).copied();
            if !old.unwrap_or_else(|| zero_like(new)).same(new) {
                let target = format!("{}[{index}]", self.reference(array));
                self.wrote(place, target, new, Cause::Written)?;
            }
        }
        Some(())
    }

    fn meet(&mut self, class: u32, reference: u32) -> Option<()> {
        let element = self.definitions.class(class)?.element;
        self.elements.insert(reference, element);
        let name = format!("{}#{reference}", self.class(class)?);
        self.things.insert(reference, name);
        Some(())
    }

    fn sight(&mut self, class: u32, object: u32, row: &[u8], cause: Cause) -> Option<()> {
        if cause == Cause::Written {
            self.meet(class, object)?;
        }
        let mut at = 0;
        for &field in &self.definitions.class(class)?.layout {
            let def = self.definitions.field(field)?;
            let place = field_of(object, self.definitions.canonical_field(field));
            let seen = value(row, at, def.kind);
            at += def.kind.words();
            match cause {
                Cause::Written => drop(self.places.insert(place, seen)),
                Cause::Observed => {
                    let target = format!("{}.{}", self.reference(object), def.name);
                    self.wrote(place, target, seen, cause)?;
                }
            }
        }
        Some(())
    }

    fn sight_array(&mut self, class: u32, array: u32, count: u32, values: &[u8]) -> Option<()> {
        self.meet(class, array)?;
        let kind = self.definitions.class(class)?.element;
        for index in 0..count {
            let seen = Value::from_bits(kind, packed_bits(values, index as usize, kind));
            self.places.insert(element(array, index), seen);
        }
        Some(())
    }

    /// Whether a class is one of the program's.
    fn is_recorded(&self, class: u32) -> bool {
        let def = self.definitions.class(class);
        def.is_some_and(|def| def.level == Level::Recorded)
    }

    fn class(&self, class: u32) -> Option<String> {
        Some(simple(&self.definitions.class(class)?.name))
    }

    fn write(&self, value: Value) -> String {
        match value {
            Value::Ref(reference) => self.reference(reference.0),
            Value::Long(value) => format!("{value}L"),
            _ => literal(value),
        }
    }

    fn reference(&self, word: u32) -> String {
        match reference::decode(word) {
            Reference::Boxed(kind, value) => self.write(Value::from_bits(kind, value as u64)),
            Reference::Object(word) => match self.things.get(&word) {
                Some(thing) => thing.clone(),
                None => format!("unknown#{word}"),
            },
            _ => "null".to_owned(),
        }
    }

    // What is open.

    fn open(&mut self, item: Item, what: NodeKind) {
        self.open.push(node(item));
        self.ids.push(what);
    }

    fn close(&mut self) -> Option<()> {
        let done = self.open.pop()?;
        self.ids.pop()?;
        self.open.last_mut()?.children.push(done);
        Some(())
    }

    /// Notes the lines that the innermost open node has run.
    fn ran(&mut self, blocks: &[Block], words: &[u8], block_words: u8) {
        let has_run = |index: usize| {
            let bits = words.get(index / 8).copied().unwrap_or(0);
            block_words == 0 || bits >> (index % 8) & 1 == 1
        };
        let ran = blocks
            .iter()
            .enumerate()
            .filter(|(index, _)| has_run(*index));
        let lines: BTreeSet<u32> = ran.flat_map(|(_, block)| block.lines.clone()).collect();
        if let (Some(open), false) = (self.open.last_mut(), lines.is_empty()) {
            open.children
                .push(node(Item::Lines(lines.into_iter().collect())));
        }
    }
}

impl<'r> Replay<'r> {
    /// The definition of a loop, if the innermost open node is a pass through it.
    fn top_loop(&self, id: u32) -> Option<&'r LoopDef> {
        let is_top = self.ids.last() == Some(&NodeKind::Iterations(id));
        is_top.then(|| self.definitions.loop_(id))?
    }

    /// Reads the locals of a record, by their place in the definition.
    fn locals(&self, def: &LoopDef, row: &[u8], repeated: bool) -> Vec<(usize, String)> {
        let mut at = 0;
        let mut values = Vec::new();
        for (place, local) in def.locals.iter().enumerate() {
            let is_there = if repeated {
                local.is_repeated()
            } else {
                local.at_header
            };
            if is_there {
                let kind = local.variable.kind;
                values.push((place, self.write(value(row, at, kind))));
                at += kind.words();
            }
        }
        values
    }
}

/// The bytes of line bits before the locals of a loop's record.
fn words(def: &LoopDef) -> usize {
    4 * usize::from(def.block_words)
}

fn field_of(object: u32, field: u32) -> Target {
    let object = Ref(object);
    Target::Field { object, field }
}

fn element(array: u32, index: u32) -> Target {
    let array = Ref(array);
    Target::Element { array, index }
}

fn value(row: &[u8], at: usize, kind: Kind) -> Value {
    Value::from_bits(kind, bits(row, at, kind))
}
