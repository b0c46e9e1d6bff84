//! From the files of a trace to lines of text, one a record, for each strand.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use elenchus_trace::definition::file::{DefinitionReader, FILE_NAME};
use elenchus_trace::definition::{Definitions, Local, Variable};
use elenchus_trace::frame::{FrameHeader, HEADER_BYTES};
use elenchus_trace::kind::Kind;
use elenchus_trace::raw::record::{Cause, Record, Records, bits, packed_bits, text_flag};
use elenchus_trace::raw::reference::{self, Reference};
use elenchus_trace::ring::RingReader;
use elenchus_trace::version::FILE_HEADER_BYTES;

/// Everything that was recorded.
pub struct Decoded {
    pub definitions: Definitions,
    /// The lines of each strand, in order.
    pub strands: BTreeMap<u32, Vec<String>>,
    /// Bytes of each standard stream.
    pub streams: [Vec<u8>; 3],
    /// How many calls were entered.
    pub calls: usize,
}

/// The strand and the records of every slot, by ring and sequence number.
pub type Blocks = BTreeMap<(u32, u64), (u32, Vec<u8>)>;

/// What the definitions of a trace say.
pub fn read_definitions(folder: &Path) -> Definitions {
    let mut definitions = Definitions::default();
    let mut reader = DefinitionReader::default();
    let bytes = fs::read(folder.join(FILE_NAME)).expect("a trace has definitions");
    reader
        .advance(&bytes, &mut definitions)
        .expect("definitions can be read");
    definitions
}

/// The records of a trace, wherever they are, and the length of its frame files.
pub fn read_blocks(folder: &Path) -> (Blocks, usize) {
    let mut blocks = Blocks::new();
    let sealed_bytes = read_frames(folder, &mut blocks);
    read_rings(folder, &mut blocks);
    (blocks, sealed_bytes)
}

impl Decoded {
    pub fn read(folder: &Path) -> Decoded {
        let (blocks, _) = read_blocks(folder);
        let mut decoded = Decoded {
            definitions: read_definitions(folder),
            strands: BTreeMap::new(),
            streams: [Vec::new(), Vec::new(), Vec::new()],
            calls: 0,
        };
        decoded.walk(&blocks);
        decoded
    }

    /// The lines of the first strand.
    pub fn main(&self) -> &[String] {
        &self.strands[&1]
    }

    /// The lines of the first strand without those that introduce objects and without streams.
    pub fn story(&self) -> Vec<String> {
        let noise = ["text ", "box ", "stream ", "class ", "opaque ", "epoch"];
        let keep = |line: &&String| {
            !noise
                .iter()
                .any(|start| line.trim_start().starts_with(start))
        };
        self.main().iter().filter(keep).cloned().collect()
    }

    fn walk(&mut self, blocks: &Blocks) {
        let mut values = Values::default();
        // Contents may be introduced by another ring, so they are gathered before anything is written down.
        for (_, records) in blocks.values() {
            for record in Records::new(records, self.definitions.layouts()) {
                let (at, record) = record
                    .unwrap_or_else(|error| panic!("{error}; read before: {:#?}", values.recent));
                values.recent.push(format!("{at}: {record:?}"));
                values.recent.drain(..values.recent.len().saturating_sub(5));
                values.learn(&record);
            }
        }
        let mut lines = BTreeMap::<u32, (usize, Vec<String>)>::new();
        for (strand, records) in blocks.values() {
            let mut strand = *strand;
            for record in Records::new(records, self.definitions.layouts()) {
                let (_, record) = record.expect("every record can be read");
                if let Record::Switch { strand: to, .. } = record {
                    strand = to;
                }
                if let Record::Stream { stream, bytes } = record {
                    self.streams[stream as usize].extend_from_slice(bytes);
                }
                if let Record::Enter { .. } = record {
                    self.calls += 1;
                }
                let (depth, lines) = lines.entry(strand).or_default();
                if let Record::Exit { .. }
                | Record::Throw { .. }
                | Record::LoopLeft { .. }
                | Record::LoopUnwind { .. } = record
                {
                    *depth = depth.saturating_sub(1);
                }
                let text = values.describe(&record, &self.definitions);
                lines.push(format!("{}{text}", "  ".repeat(*depth)));
                if let Record::Enter { .. } | Record::LoopEnter { .. } = record {
                    *depth += 1;
                }
            }
        }
        self.strands = lines
            .into_iter()
            .map(|(strand, (_, lines))| (strand, lines))
            .collect();
    }
}

fn read_frames(folder: &Path, blocks: &mut Blocks) -> usize {
    let mut total = 0;
    for number in 1.. {
        let Ok(bytes) = fs::read(elenchus_trace::sealer::frame_file(folder, number)) else {
            return total;
        };
        total += bytes.len();
        let mut rest = &bytes[FILE_HEADER_BYTES..];
        while let Some(header) = FrameHeader::decode(rest) {
            let end = HEADER_BYTES + header.packed_bytes as usize;
            if end > rest.len() {
                // The program was killed in the middle of a frame: its slot is still there.
                break;
            }
            let mut records = Vec::new();
            header
                .unpack(&rest[HEADER_BYTES..end], &mut records)
                .expect("a sound frame");
            let key = (header.stamp.ring, header.stamp.sequence);
            if blocks
                .get(&key)
                .is_none_or(|(_, known)| known.len() < records.len())
            {
                blocks.insert(key, (header.stamp.strand, records));
            }
            rest = &rest[end..];
        }
    }
    total
}

fn read_rings(folder: &Path, blocks: &mut Blocks) {
    let rings = folder.join(elenchus_trace::ring::FOLDER);
    for entry in rings.read_dir().expect("a trace has rings").flatten() {
        let Some(ring) = RingReader::open(&entry.path()).expect("a ring can be read") else {
            continue;
        };
        for (sequence, index) in ring.sequences() {
            let copy = ring.copy(index, 0).expect("nobody writes any more");
            let key = (ring.ring(), sequence);
            if blocks
                .get(&key)
                .is_none_or(|(_, known)| known.len() < copy.records.len())
            {
                blocks.insert(key, (copy.stamp.strand, copy.records));
            }
        }
    }
}

/// Names for objects: their contents if they are known by it, else class and a number by first appearance.
#[derive(Default)]
struct Values {
    texts: HashMap<u32, String>,
    /// What is stored of builders.
    builders: HashMap<u32, Vec<u8>>,
    classes: HashMap<u32, u32>,
    numbers: HashMap<u32, usize>,
    /// The records read last, to say where a trace stops making sense.
    recent: Vec<String>,
}

impl Values {
    fn learn(&mut self, record: &Record) {
        match *record {
            Record::Text {
                reference,
                flags,
                bytes,
                class,
                ..
            } => {
                let text = decode_text(flags, bytes);
                // Builders change; they are shown by identity and their texts as lines of their own.
                if flags & text_flag::REREAD == 0 {
                    self.texts.insert(reference, format!("\"{text}\""));
                }
                self.classes.insert(reference, class);
            }
            Record::New { class, object } | Record::Sight { class, object, .. } => {
                self.classes.insert(object, class);
            }
            Record::NewArray { class, array, .. } | Record::SightArray { class, array, .. } => {
                self.classes.insert(array, class);
            }
            Record::Opaque { class, reference } => {
                self.classes.insert(reference, class);
            }
            _ => {}
        }
    }

    fn reference(&mut self, word: u32, definitions: &Definitions) -> String {
        match reference::decode(word) {
            Reference::Null => "null".into(),
            Reference::Hidden => "hidden".into(),
            Reference::Uninitialised => "uninitialised".into(),
            Reference::Boxed(Kind::Bool, value) => (value != 0).to_string(),
            Reference::Boxed(Kind::Char, value) => format!("{:?}", char::from(value as u8)),
            Reference::Boxed(_, value) => value.to_string(),
            Reference::Object(word) => match self.texts.get(&word) {
                Some(text) => text.clone(),
                None => {
                    let next = self.numbers.len() + 1;
                    let number = *self.numbers.entry(word).or_insert(next);
                    let class = self
                        .classes
                        .get(&word)
                        .and_then(|&class| definitions.class(class));
                    let name =
                        class.map_or("?", |class| class.name.rsplit('.').next().unwrap_or("?"));
                    format!("{name}#{number}")
                }
            },
            Reference::Reserved(word) => format!("reserved {word:#x}"),
        }
    }

    fn value(&mut self, kind: Kind, bits: u64, definitions: &Definitions) -> String {
        match kind {
            Kind::Bool => (bits & 1 != 0).to_string(),
            Kind::Char => format!("{:?}", char::from_u32(bits as u32).unwrap_or('\u{fffd}')),
            Kind::Byte | Kind::Short | Kind::Int => (bits as u32 as i32).to_string(),
            Kind::Long => (bits as i64).to_string(),
            Kind::Float => f32::from_bits(bits as u32).to_string(),
            Kind::Double => f64::from_bits(bits).to_string(),
            Kind::Ref => self.reference(bits as u32, definitions),
            Kind::Void => "void".into(),
        }
    }

    fn row<'a>(
        &mut self,
        row: &[u8],
        variables: impl Iterator<Item = &'a Variable>,
        definitions: &Definitions,
    ) -> String {
        let mut at = 0;
        let mut texts = Vec::new();
        for variable in variables {
            let text = self.value(variable.kind, bits(row, at, variable.kind), definitions);
            texts.push(format!("{}={text}", variable.name));
            at += variable.kind.words();
        }
        texts.join(", ")
    }

    fn elements(
        &mut self,
        values: &[u8],
        count: u32,
        kind: Kind,
        definitions: &Definitions,
    ) -> String {
        let texts: Vec<String> = (0..count as usize)
            .map(|index| self.value(kind, packed_bits(values, index, kind), definitions))
            .collect();
        texts.join(", ")
    }

    fn describe(&mut self, record: &Record, definitions: &Definitions) -> String {
        let class = |id: u32| {
            definitions
                .class(id)
                .map_or("?".into(), |class| class.name.clone())
        };
        let routine_name = |id: u32| {
            let routine = definitions.routine(id).expect("a defined routine");
            format!("{}.{}", class(routine.class), routine.name)
        };
        match *record {
            Record::Enter { routine, arguments } => {
                let def = definitions.routine(routine).expect("a defined routine");
                let this = Variable {
                    name: "this".into(),
                    type_name: String::new(),
                    kind: Kind::Ref,
                };
                let receiver = def.has_receiver().then_some(&this);
                let row = self.row(
                    arguments,
                    receiver.into_iter().chain(&def.parameters),
                    definitions,
                );
                format!("{}({row})", routine_name(routine))
            }
            Record::Exit { routine, rest } => {
                let def = definitions.routine(routine).expect("a defined routine");
                let result = self.value(
                    def.result,
                    if def.result == Kind::Void {
                        0
                    } else {
                        bits(rest, 0, def.result)
                    },
                    definitions,
                );
                let blocks = &rest[4 * def.result.words()..];
                format!("= {result} lines {}", lines(&def.blocks, blocks))
            }
            Record::Throw {
                routine,
                exception,
                blocks,
            } => {
                let def = definitions.routine(routine).expect("a defined routine");
                let exception = self.reference(exception, definitions);
                format!("throws {exception} lines {}", lines(&def.blocks, blocks))
            }
            Record::Resync { depth, loops } => format!("resync {depth} {loops}"),
            Record::Receiver { object } => format!("this={}", self.reference(object, definitions)),
            Record::LoopEnter { loop_, locals } => {
                let def = definitions.loop_(loop_).expect("a defined loop");
                let at_header = def
                    .locals
                    .iter()
                    .filter(|local| local.at_header)
                    .map(variable);
                format!(
                    "loop {} ({})",
                    def.first_line,
                    self.row(locals, at_header, definitions)
                )
            }
            Record::Iteration { loop_, count, rest } => {
                let text = self.turn(loop_, rest, definitions);
                if count == 1 {
                    format!("turn {text}")
                } else {
                    format!("turns {count} {text}")
                }
            }
            Record::LoopLeft {
                loop_,
                iteration,
                rest,
            } => {
                let text = self.turn(loop_, rest, definitions);
                format!("{} {text}", if iteration { "break" } else { "done" })
            }
            Record::LoopUnwind {
                loop_,
                count,
                blocks,
            } => {
                let def = definitions.loop_(loop_).expect("a defined loop");
                format!("unwound {count} lines {}", lines(&def.blocks, blocks))
            }
            Record::PutField {
                field,
                object,
                value,
                cause,
            } => {
                let def = definitions.field(field).expect("a defined field");
                let value = self.value(def.kind, bits(value, 0, def.kind), definitions);
                format!(
                    "{}{}.{} = {value}",
                    seen(cause),
                    self.reference(object, definitions),
                    def.name
                )
            }
            Record::PutStatic {
                field,
                value,
                cause,
            } => {
                let def = definitions.field(field).expect("a defined field");
                let value = self.value(def.kind, bits(value, 0, def.kind), definitions);
                format!("{}{}.{} = {value}", seen(cause), class(def.class), def.name)
            }
            Record::Store {
                array,
                index,
                value,
            } => {
                let element = self
                    .classes
                    .get(&array)
                    .and_then(|&class| definitions.class(class));
                let kind = element.map_or(Kind::Int, |class| class.element);
                let value = self.value(kind, bits(value, 0, kind), definitions);
                format!("{}[{index}] = {value}", self.reference(array, definitions))
            }
            Record::Fill {
                array, from, to, ..
            } => format!("fill {} {from}..{to}", self.reference(array, definitions)),
            Record::Bulk {
                array,
                kind,
                start,
                count,
                values,
                cause,
            } => {
                let kind = Kind::from_code(kind).expect("a kind");
                let values = self.elements(values, count, kind, definitions);
                format!(
                    "{}{}[{start}..] = {values}",
                    seen(cause),
                    self.reference(array, definitions)
                )
            }
            Record::New { object, .. } => format!("new {}", self.reference(object, definitions)),
            Record::NewArray { array, length, .. } => {
                format!("new {}[{length}]", self.reference(array, definitions))
            }
            Record::Sight {
                class,
                object,
                fields,
                cause,
            } => {
                let def = definitions.class(class).expect("a defined class");
                let fields_of = def
                    .layout
                    .iter()
                    .filter_map(|&field| definitions.field(field));
                let variables: Vec<Variable> = fields_of
                    .map(|field| Variable {
                        name: field.name.clone(),
                        type_name: String::new(),
                        kind: field.kind,
                    })
                    .collect();
                let row = self.row(fields, variables.iter(), definitions);
                format!(
                    "{}sight {} {{{row}}}",
                    seen(cause),
                    self.reference(object, definitions)
                )
            }
            Record::SightArray {
                class,
                array,
                length,
                count,
                values,
                ..
            } => {
                let kind = definitions.class(class).expect("a defined class").element;
                let values = self.elements(values, count, kind, definitions);
                format!(
                    "sight {} length {length} [{values}]",
                    self.reference(array, definitions)
                )
            }
            Record::Text {
                reference,
                flags,
                bytes,
                characters,
                ..
            } => {
                let stored = self.builders.entry(reference).or_default();
                if flags & text_flag::GROWN == 0 {
                    stored.clear();
                }
                stored.extend_from_slice(bytes);
                let text = decode_text(flags, stored);
                let not_compared = if flags & text_flag::NOT_COMPARED != 0 {
                    " cut"
                } else {
                    ""
                };
                let name = if flags & text_flag::REREAD != 0 {
                    self.reference(reference, definitions)
                } else {
                    String::new()
                };
                format!("text {name} {characters}{not_compared} {text:?}")
            }
            Record::Boxed {
                class: id,
                reference,
                value,
            } => {
                let kind = definitions.class(id).expect("a defined class").element;
                let value = self.value(kind, bits(value, 0, kind), definitions);
                self.texts.insert(reference, value.clone());
                format!("box {value}")
            }
            Record::Enum {
                class: id,
                reference,
                ordinal,
            } => {
                let def = definitions.class(id).expect("a defined class");
                let constants = if def.constants.is_empty() {
                    definitions.class(def.parent).map(|def| &def.constants)
                } else {
                    Some(&def.constants)
                };
                let name = constants
                    .and_then(|names| names.get(ordinal as usize))
                    .cloned()
                    .unwrap_or_default();
                self.texts.insert(reference, name.clone());
                format!("enum {name}")
            }
            Record::ClassObject {
                class: id,
                reference,
            } => {
                self.texts.insert(reference, format!("{}.class", class(id)));
                format!("class {}", class(id))
            }
            Record::Opaque { reference, .. } => {
                format!("opaque {}", self.reference(reference, definitions))
            }
            Record::Stream { stream, bytes } => {
                format!("stream {stream} {:?}", String::from_utf8_lossy(bytes))
            }
            Record::StrandStart { kind, strand } => format!("starts {strand} kind {kind}"),
            Record::Switch { strand, step } => format!("switch {strand} {step}"),
            Record::StrandEnd { .. } => "ends".into(),
            Record::Epoch { epoch } => format!("epoch {epoch}"),
            Record::Cut { reason } => format!("cut {reason}"),
            Record::Lost { reason, events } => format!("lost {reason} {events}"),
            Record::Unknown { tag } => format!("unknown {tag}"),
        }
    }

    fn turn(&mut self, loop_: u32, rest: &[u8], definitions: &Definitions) -> String {
        let def = definitions.loop_(loop_).expect("a defined loop");
        let (blocks, locals) = rest.split_at(4 * usize::from(def.block_words));
        let repeated = def
            .locals
            .iter()
            .filter(|local| local.is_repeated())
            .map(variable);
        let row = self.row(locals, repeated, definitions);
        format!("({row}) lines {}", lines(&def.blocks, blocks))
    }
}

fn variable(local: &Local) -> &Variable {
    &local.variable
}

fn seen(cause: Cause) -> &'static str {
    match cause {
        Cause::Written => "",
        Cause::Observed => "observed ",
    }
}

fn lines(blocks: &[elenchus_trace::definition::Block], words: &[u8]) -> String {
    let ran = |index: usize| {
        words
            .get(index / 8)
            .is_some_and(|byte| byte >> (index % 8) & 1 != 0)
    };
    let mut lines: Vec<u32> = blocks
        .iter()
        .enumerate()
        .filter(|(index, _)| ran(*index))
        .flat_map(|(_, block)| block.lines.iter().copied())
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let texts: Vec<String> = lines.iter().map(u32::to_string).collect();
    texts.join(" ")
}

fn decode_text(flags: u32, bytes: &[u8]) -> String {
    match flags & text_flag::ENCODING {
        text_flag::LATIN1 => bytes.iter().copied().map(char::from).collect(),
        text_flag::UTF16 => {
            let units: Vec<u16> = bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect();
            String::from_utf16_lossy(&units)
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}
