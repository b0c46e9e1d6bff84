//! Objects that live long and are written here and there: what they held, and who wrote it, against an account of every write. Their
//! histories are summed up by the object index, which must not show.

mod common;

use common::repeat;
use elenchus_trace::definition::{ClassDef, Definition, FieldDef, Level, class_flag};
use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::kind::Kind;
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::raw::write::RecordWriter;
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::program;
use elenchus_trace::{Budget, NodeKey, Origin, Ref, Target, Thing, Trace, Value};
use std::path::Path;

/// A class with many fields, and arrays of two more kinds, besides those of the made-up program.
const BROAD: u32 = 20;
const LONGS: u32 = 21;
const REFS: u32 = 22;
/// Known by its text, which changes.
const BUILDER: u32 = 23;
const FIRST_FIELD: u32 = 100;
const FIELDS: u32 = 40;
/// Another number for the first field.
const ALIAS: u32 = FIRST_FIELD + FIELDS;
const BLOCKS: u64 = 90;

fn kind_of_field(field: u32) -> Kind {
    [Kind::Int, Kind::Long, Kind::Ref, Kind::Double][(field % 4) as usize]
}

fn definitions() -> Vec<Definition> {
    let mut all = program::definitions(1);
    let field = |id, like: u32| {
        Definition::Field(FieldDef {
            id,
            class: BROAD,
            name: format!("f{like}"),
            type_name: String::new(),
            kind: kind_of_field(like),
            flags: 0,
        })
    };
    all.extend((FIRST_FIELD..ALIAS).map(|id| field(id, id)));
    all.push(field(ALIAS, FIRST_FIELD));
    let class = |id, name: &str, flags, element, layout| {
        Definition::Class(ClassDef {
            id,
            name: name.into(),
            parent: 0,
            file: 0,
            level: Level::Recorded,
            flags,
            element,
            layout,
            constants: Vec::new(),
        })
    };
    let layout = (FIRST_FIELD..ALIAS).collect();
    all.push(class(BROAD, "made.Broad", 0, Kind::Void, layout));
    let array = class_flag::ARRAY;
    all.push(class(LONGS, "long[]", array, Kind::Long, Vec::new()));
    all.push(class(REFS, "Object[]", array, Kind::Ref, Vec::new()));
    let text = class_flag::TEXT;
    all.push(class(BUILDER, "made.Builder", text, Kind::Void, Vec::new()));
    all
}

/// What a cell holds, how that came, and in which call.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    bits: u64,
    origin: Origin,
    node: u32,
}

/// An object or array of the run.
#[derive(Clone, Debug)]
struct Item {
    word: u32,
    class: u32,
    /// The kind of each cell.
    kinds: Vec<Kind>,
    cells: Vec<Held>,
}

impl Item {
    fn is_array(&self) -> bool {
        self.class != BROAD
    }

    fn target(&self, cell: usize) -> Target {
        let (object, number) = (Ref(self.word), cell as u32);
        match self.is_array() {
            true => Target::Element {
                array: object,
                index: number,
            },
            false => Target::Field {
                object,
                field: FIRST_FIELD + number,
            },
        }
    }

    fn put(&mut self, cell: usize, bits: u64, origin: Origin, node: u32) {
        let held = &mut self.cells[cell];
        // Found unchanged: whoever wrote it before is still the one.
        if origin != Origin::Observed || held.bits != bits {
            *held = Held { bits, origin, node };
        }
    }
}

struct Player {
    random: u64,
    out: RecordWriter,
    items: Vec<Item>,
    /// Calls so far; every write is made by the latest.
    calls: u32,
    /// Everything as it was right before a call.
    moments: Vec<(u32, Vec<Item>)>,
}

impl Player {
    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound as u64) as usize
    }

    /// Small numbers come again, others hardly.
    fn bits(&mut self, kind: Kind) -> u64 {
        let bits = match self.below(2) {
            0 => self.below(5) as u64,
            _ => self.below(usize::MAX) as u64,
        };
        match kind {
            Kind::Char => bits as u16 as u64,
            Kind::Long | Kind::Double => bits,
            // References that are their own values.
            Kind::Ref => bits % 2 * (0x300 + bits % 100),
            _ => u64::from(bits as u32),
        }
    }

    fn introduce(&mut self, index: usize) {
        let node = self.calls;
        let Item {
            word, class, kinds, ..
        } = &self.items[index];
        match *class {
            BROAD => self.out.head(tag::NEW, BROAD).word(*word),
            class => {
                let array = self.out.head(tag::NEW_ARRAY, class).word(*word);
                array.word(kinds.len() as u32)
            }
        };
        self.items[index].cells.fill(Held {
            bits: 0,
            origin: Origin::Created,
            node,
        });
    }

    /// A call in which one thing happens to some item.
    fn call(&mut self) {
        if self.below(4) == 0 {
            self.moments.push((self.calls, self.items.clone()));
        }
        self.out.head(tag::ENTER, 8).word(0);
        let index = self.below(self.items.len());
        match (self.below(60), self.items[index].is_array()) {
            (0, _) => self.introduce(index),
            (1, false) => self.observe_all(index),
            (1..=4, true) => self.fill(index),
            (5..=9, true) => self.bulk(index),
            (_, is_array) => self.write_one(index, is_array),
        }
        self.out.head(tag::EXIT, 8);
        for _ in 0..program::routine(8).block_words {
            self.out.word(1);
        }
        self.calls += 1;
    }

    /// Mostly the first cells: the others are not written for long.
    fn some_cell(&mut self, index: usize) -> usize {
        let cells = self.items[index].cells.len();
        match self.below(12) {
            0 => self.below(cells),
            _ => self.below(3),
        }
    }

    fn write_one(&mut self, index: usize, is_array: bool) {
        let cell = self.some_cell(index);
        let kind = self.items[index].kinds[cell];
        let bits = self.bits(kind);
        let word = self.items[index].word;
        let observed = !is_array && self.below(5) == 0;
        let aliased = cell == 0 && self.below(2) == 0;
        let out = &mut self.out;
        match (is_array, kind) {
            (false, kind) => {
                let field = if aliased {
                    ALIAS
                } else {
                    FIRST_FIELD + cell as u32
                };
                let tag = if observed {
                    tag::OBSERVE_FIELD
                } else {
                    tag::PUT_FIELD
                };
                out.head(tag, field).word(word).value(kind, bits)
            }
            (true, Kind::Long) => out.head(tag::STORE_8, cell as u32).word(word).long(bits),
            (true, kind) => {
                let tag = match kind {
                    Kind::Char => tag::STORE_2,
                    Kind::Ref => tag::STORE_REF,
                    _ => tag::STORE_4,
                };
                out.head(tag, cell as u32).word(word).word(bits as u32)
            }
        };
        let origin = if observed {
            Origin::Observed
        } else {
            Origin::Written
        };
        self.items[index].put(cell, bits, origin, self.calls);
    }

    fn observe_all(&mut self, index: usize) {
        let kinds = self.items[index].kinds.clone();
        self.out
            .head(tag::OBSERVE, BROAD)
            .word(self.items[index].word);
        for (cell, kind) in kinds.into_iter().enumerate() {
            let bits = self.bits(kind);
            self.out.value(kind, bits);
            self.items[index].put(cell, bits, Origin::Observed, self.calls);
        }
    }

    fn some_range(&mut self, index: usize) -> (usize, usize) {
        let cells = self.items[index].cells.len();
        let from = self.below(cells);
        let most = if self.below(4) == 0 { 3000 } else { 20 };
        (from, (from + self.below(most)).min(cells))
    }

    fn fill(&mut self, index: usize) {
        let (from, to) = self.some_range(index);
        let kind = self.items[index].kinds[0];
        let bits = self.bits(kind);
        let word = self.items[index].word;
        let fill = self.out.head(tag::FILL, kind.code().into()).word(word);
        fill.word(from as u32).word(to as u32).long(bits);
        for cell in from..to {
            self.items[index].put(cell, bits, Origin::Written, self.calls);
        }
    }

    fn bulk(&mut self, index: usize) {
        let (from, to) = self.some_range(index);
        let kind = self.items[index].kinds[0];
        let (tag, origin) = match self.below(2) {
            0 => (tag::BULK, Origin::Written),
            _ => (tag::OBSERVE_ARRAY, Origin::Observed),
        };
        let word = self.items[index].word;
        let bulk = self.out.head(tag, kind.code().into()).word(word);
        bulk.word(from as u32).word((to - from) as u32);
        let mut packed = Vec::new();
        for cell in from..to {
            let bits = self.bits(kind);
            packed.extend_from_slice(&bits.to_le_bytes()[..kind.element_bytes()]);
            self.items[index].put(cell, bits, origin, self.calls);
        }
        self.out.padded(&packed);
    }
}

/// Records a run and returns what was the case at some moments.
fn record(folder: &Path, seed: u64) -> Vec<(u32, Vec<Item>)> {
    let sealer = Sealer::open(folder, &Meta::default(), Codec::default()).unwrap();
    for definition in definitions() {
        sealer.add_definition(definition).unwrap();
    }
    let broad: Vec<Kind> = (FIRST_FIELD..ALIAS).map(kind_of_field).collect();
    let items = [
        (BROAD, broad.clone()),
        (BROAD, broad),
        (program::INTS, vec![Kind::Int; 200]),
        (program::CHARS, vec![Kind::Char; 2500]),
        (LONGS, vec![Kind::Long; 70]),
        (REFS, vec![Kind::Ref; 16]),
    ];
    let items = items
        .into_iter()
        .zip(0x1000..)
        .map(|((class, kinds), word)| Item {
            word,
            class,
            cells: vec![
                Held {
                    bits: 0,
                    origin: Origin::Created,
                    node: 0
                };
                kinds.len()
            ],
            kinds,
        });
    let mut player = Player {
        random: seed * 0x9E37_79B9 + 1,
        out: RecordWriter::default(),
        items: items.collect(),
        calls: 0,
        moments: Vec::new(),
    };
    for sequence in 1..=BLOCKS {
        if sequence == 1 {
            player.out.head(tag::ENTER, 8).word(0);
            (0..player.items.len()).for_each(|index| player.introduce(index));
            player.out.head(tag::EXIT, 8);
            for _ in 0..program::routine(8).block_words {
                player.out.word(1);
            }
            player.calls = 1;
        }
        for _ in 0..1 + player.below(40) {
            player.call();
        }
        let stamp = Stamp {
            ring: 1,
            sequence,
            strand: 1,
            step: 0,
            depth: 0,
            turn: 0,
        };
        sealer.seal(stamp, &player.out.bytes).unwrap();
        player.out.bytes.clear();
    }
    sealer.finish(Ending::Exit { code: 0 }).unwrap();
    player.moments
}

fn check(trace: &Trace, call: u32, items: &[Item]) {
    let key = NodeKey {
        strand: 1,
        index: call,
    };
    let time = trace.before(key).expect("a call that was recorded");
    for item in items {
        let values = |range: std::ops::Range<usize>| -> Vec<Value> {
            let cells = item.kinds.iter().zip(&item.cells);
            let values = cells.map(|(&kind, held)| Value::from_bits(kind, held.bits));
            values.skip(range.start).take(range.len()).collect()
        };
        let what = || format!("{:x} before call {call}", item.word);
        match trace.state_at(Ref(item.word), time) {
            Thing::Object { fields, .. } => {
                let fields: Vec<Value> = fields.into_iter().map(|(_, value)| value).collect();
                assert_same(&fields, &values(0..FIELDS as usize), &what());
            }
            Thing::Array { length, window, .. } => {
                assert_eq!(length as usize, item.cells.len());
                assert_same(&window, &values(0..window.len()), &what());
                let Thing::Array { window, .. } = trace.state_window(Ref(item.word), time, 50..190)
                else {
                    panic!("it was an array");
                };
                assert_same(&window, &values(50..50 + window.len()), &what());
            }
            other => panic!("{other:?} in place of {}", what()),
        }
        for cell in (0..item.cells.len()).step_by(item.cells.len() / 9) {
            let (held, target) = (item.cells[cell], item.target(cell));
            let writer = trace.last_writer(target, time).expect("it has a value");
            let told = (writer.origin, writer.node.map(|node| node.index));
            assert_eq!(
                told,
                (held.origin, Some(held.node)),
                "{target:?} of {}",
                what()
            );
        }
    }
}

fn assert_same(found: &[Value], expected: &[Value], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(a.same(*b), "{what}: {a:?} and not {b:?} at {index}");
    }
}

#[test]
fn scattered_writes_are_found_however_they_were_summed_up() {
    for seed in 1..=repeat(6) as u64 {
        let folder = tempfile::tempdir().unwrap();
        let moments = record(folder.path(), seed);
        let trace = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
        while !trace.advance().unwrap() {}
        // The first question has the index catch up only as far as it needs.
        for (call, items) in moments.iter().step_by(17) {
            check(&trace, *call, items);
        }
        trace.index().unwrap();
        drop(trace);
        let summaries = folder.path().join("derived/summaries.elx");
        assert!(
            summaries.metadata().unwrap().len() > 500,
            "too little was summed up"
        );
        let again = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
        assert!(again.is_indexed());
        for (call, items) in moments.iter().step_by(5) {
            check(&again, *call, items);
        }
    }
}

#[test]
fn a_text_that_never_changes_is_known_before_it_is_introduced() {
    let folder = tempfile::tempdir().unwrap();
    let sealer = Sealer::open(folder.path(), &Meta::default(), Codec::default()).unwrap();
    for definition in definitions() {
        sealer.add_definition(definition).unwrap();
    }
    let mut out = RecordWriter::default();
    out.head(tag::ENTER, 8).word(0);
    out.text(program::STRING, 0x1000, "shared");
    out.text(BUILDER, 0x1001, "grown");
    out.head(tag::EXIT, 8);
    for _ in 0..program::routine(8).block_words {
        out.word(1);
    }
    let stamp = Stamp {
        ring: 1,
        sequence: 1,
        strand: 1,
        step: 0,
        depth: 0,
        turn: 0,
    };
    sealer.seal(stamp, &out.bytes).unwrap();
    sealer.finish(Ending::Exit { code: 0 }).unwrap();
    let trace = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
    while !trace.advance().unwrap() {}
    let first = NodeKey {
        strand: 1,
        index: 0,
    };
    let (before, after) = (trace.before(first).unwrap(), trace.after(first).unwrap());
    let texts = |reference| [before, after].map(|time| trace.state_at(Ref(reference), time));
    let [early, late] = texts(0x1000);
    assert!(matches!(early, Thing::Text { .. }), "{early:?}");
    assert_eq!(early, late);
    let [early, late] = texts(0x1001);
    assert_eq!(early, Thing::NotFollowed);
    assert!(matches!(late, Thing::Text { .. }), "{late:?}");
}
