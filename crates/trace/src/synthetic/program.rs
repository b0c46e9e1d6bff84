//! The classes, fields, routines and loops of the made-up program.

use crate::definition::{
    Block, ClassDef, Definition, FieldDef, FileDef, Level, Local, LoopDef, RoutineDef, StrandDef,
    Variable, class_flag, field_flag, routine_flag,
};
use crate::kind::Kind;
use std::sync::LazyLock;

/// Class with the three fields below.
pub const NODE: u32 = 1;
pub const INTS: u32 = 2;
pub const CHARS: u32 = 3;
pub const STRING: u32 = 4;
pub const INTEGER: u32 = 5;
pub const COLOUR: u32 = 6;

pub const VALUE: u32 = 1;
pub const NEXT: u32 = 2;
pub const TOTAL: u32 = 3;
/// A static field.
pub const COUNTER: u32 = 4;

/// Routines are numbered 1 to this; number 1 is the main routine.
pub const ROUTINES: u32 = 24;
/// Loops are numbered 1 to this.
pub const LOOPS: u32 = 8;

/// All definitions, in an order that a trace may have.
pub fn definitions(strands: u32) -> Vec<Definition> {
    let mut all = vec![Definition::File(FileDef {
        id: 1,
        path: "src/Made.java".into(),
        hash: vec![1, 2, 3, 4],
    })];
    let fields = [
        (VALUE, "value", "int", Kind::Int, 0),
        (NEXT, "next", "made.Node", Kind::Ref, 0),
        (TOTAL, "total", "long", Kind::Long, 0),
        (COUNTER, "counter", "int", Kind::Int, field_flag::STATIC),
    ];
    for (id, name, type_name, kind, flags) in fields {
        all.push(Definition::Field(FieldDef {
            id,
            class: NODE,
            name: name.into(),
            type_name: type_name.into(),
            kind,
            flags,
        }));
    }
    const SHARED: u32 = class_flag::TEXT | class_flag::SHARED_TEXT;
    let classes = [
        (NODE, "made.Node", 0, Kind::Void),
        (INTS, "int[]", class_flag::ARRAY, Kind::Int),
        (CHARS, "char[]", class_flag::ARRAY, Kind::Char),
        (STRING, "Text", SHARED, Kind::Void),
        (INTEGER, "java.lang.Integer", class_flag::BOX, Kind::Int),
        (COLOUR, "made.Colour", class_flag::ENUM, Kind::Void),
    ];
    for (id, name, flags, element) in classes {
        let layout = if id == NODE {
            vec![VALUE, NEXT, TOTAL]
        } else {
            Vec::new()
        };
        let constants = if id == COLOUR {
            vec!["RED".into(), "GREEN".into()]
        } else {
            Vec::new()
        };
        all.push(Definition::Class(ClassDef {
            id,
            name: name.into(),
            parent: 0,
            file: if id == NODE { 1 } else { 0 },
            level: if id == NODE {
                Level::Recorded
            } else {
                Level::Opaque
            },
            flags,
            element,
            layout,
            constants,
        }));
    }
    all.extend((1..=ROUTINES).map(|id| Definition::Routine(routine(id).clone())));
    all.extend((1..=LOOPS).map(|id| Definition::Loop(loop_(id).clone())));
    all.extend((1..=strands).map(|id| {
        Definition::Strand(StrandDef {
            id,
            name: format!("thread {id}"),
        })
    }));
    all
}

/// The routines by number, made once.
pub fn routine(id: u32) -> &'static RoutineDef {
    static TABLE: LazyLock<Vec<RoutineDef>> =
        LazyLock::new(|| (0..=ROUTINES).map(make_routine).collect());
    &TABLE[id as usize]
}

/// The loops by number, made once.
pub fn loop_(id: u32) -> &'static LoopDef {
    static TABLE: LazyLock<Vec<LoopDef>> = LazyLock::new(|| (0..=LOOPS).map(make_loop).collect());
    &TABLE[id as usize]
}

/// The definition of a routine; parameters and results differ from number to number.
fn make_routine(id: u32) -> RoutineDef {
    let kinds = [Kind::Int, Kind::Ref, Kind::Long, Kind::Double];
    let parameters = (0..id % 4).map(|nth| {
        let kind = kinds[((id + nth) % 4) as usize];
        variable(&format!("p{nth}"), kind)
    });
    let result = [Kind::Void, Kind::Int, Kind::Ref, Kind::Long][(id % 4) as usize];
    let first_line = id * 20;
    RoutineDef {
        id,
        class: NODE,
        name: if id == 1 {
            "main".into()
        } else {
            format!("work{id}")
        },
        descriptor: String::new(),
        file: 1,
        first_line,
        last_line: first_line + 19,
        flags: if id.is_multiple_of(2) {
            routine_flag::RECEIVER
        } else {
            routine_flag::STATIC
        },
        parameters: parameters.collect(),
        result,
        result_type: String::new(),
        block_words: (id % 3) as u8,
        blocks: (0..10).map(|nth| block(first_line + nth)).collect(),
        code_hash: u64::from(id) * 7919,
    }
}

/// The definition of a loop.
fn make_loop(id: u32) -> LoopDef {
    let local = |name: &str, kind, at_header, varies| Local {
        variable: variable(name, kind),
        at_header,
        varies,
    };
    LoopDef {
        id,
        routine: id + 1,
        parent: 0,
        first_line: id * 20 + 25,
        last_line: id * 20 + 30,
        locals: vec![
            local("limit", Kind::Int, true, false),
            local("i", Kind::Int, true, true),
            local("item", Kind::Ref, false, true),
        ],
        block_words: (id % 2) as u8,
        blocks: (0..4).map(|nth| block(id * 20 + 25 + nth)).collect(),
    }
}

fn variable(name: &str, kind: Kind) -> Variable {
    Variable {
        name: name.into(),
        type_name: String::new(),
        kind,
    }
}

fn block(line: u32) -> Block {
    Block { lines: vec![line] }
}
