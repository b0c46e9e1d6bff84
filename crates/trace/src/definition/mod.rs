//! Definitions: what the numbers in records stand for.
//!
//! Routines, loops, classes, fields and files are numbered by the recorder, each kind from 1 upwards (0 means none), and
//! are written to the definitions file before the first record that uses them. They are never changed afterwards.
//!
//! - This page: the types, and [`Definitions`], the table of all of them.
//! - [`codec`]: their bytes.
//! - [`file`]: the append-only file that holds them.

pub mod codec;
pub mod file;

use crate::kind::Kind;
use crate::raw::layout::Layouts;
use std::collections::HashMap;

/// The largest number a definition can have: records hold 24 bits of it.
pub const MAX_ID: u32 = 0xFF_FFFF;

/// How far numbers may run ahead of how many definitions are known, so that damaged bytes cannot ask for a huge table.
const MAX_GAP: usize = 1 << 16;

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDef {
    pub id: u32,
    /// As the recorder knows it, relative where it can be.
    pub path: String,
    /// A hash of its contents at the time of recording, or empty.
    pub hash: Vec<u8>,
}

/// How much of a class is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Level {
    /// Calls, loops and writes.
    #[default]
    Recorded = 0,
    /// Writes only.
    Writes = 1,
    /// Nothing: trusted code at full speed.
    Opaque = 2,
}

/// A class, an array type, or a kind of content value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDef {
    pub id: u32,
    /// In the user's words: `java.util.ArrayList`, `int[]`.
    pub name: String,
    /// The superclass, or 0.
    pub parent: u32,
    pub file: u32,
    pub level: Level,
    /// See [`class_flag`].
    pub flags: u32,
    /// Kind of the elements of an array, or of the value in a box; [`Kind::Void`] for the rest.
    pub element: Kind,
    /// The instance fields in the order in which `SIGHT` and `OBSERVE` write them, inherited ones included.
    pub layout: Vec<u32>,
    /// Names of the enum constants by ordinal.
    pub constants: Vec<String>,
}

/// Bits of [`ClassDef::flags`].
pub mod class_flag {
    pub const INTERFACE: u32 = 1;
    pub const ENUM: u32 = 2;
    pub const EXCEPTION: u32 = 4;
    pub const ARRAY: u32 = 8;
    pub const BOX: u32 = 16;
    /// Values of this class are known by their text (`TEXT` records).
    pub const TEXT: u32 = 32;
    pub const RECORD: u32 = 64;
    pub const SYNTHETIC: u32 = 128;
    /// It declares fields that are not in the layouts of its subclasses: a part of their state is not recorded.
    pub const HIDES_STATE: u32 = 256;
    /// Its texts never change, and equal ones are introduced once, by whichever thread meets one first.
    pub const SHARED_TEXT: u32 = 512;
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDef {
    pub id: u32,
    pub class: u32,
    pub name: String,
    pub type_name: String,
    pub kind: Kind,
    /// See [`field_flag`].
    pub flags: u32,
}

impl FieldDef {
    pub fn is_static(&self) -> bool {
        self.flags & field_flag::STATIC != 0
    }
}

/// Bits of [`FieldDef::flags`].
pub mod field_flag {
    pub const STATIC: u32 = 1;
    pub const FINAL: u32 = 2;
    pub const SYNTHETIC: u32 = 4;
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Empty when the program was compiled without names.
    pub name: String,
    pub type_name: String,
    pub kind: Kind,
}

/// A local variable of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub variable: Variable,
    /// Whether it is alive when the header is reached; `LOOP_ENTER` records these.
    pub at_header: bool,
    /// Whether the loop assigns it.
    pub varies: bool,
}

impl Local {
    /// Whether iterations and the exit record it: what cannot have changed is not repeated.
    pub fn is_repeated(&self) -> bool {
        self.varies || !self.at_header
    }
}

/// A stretch of code that runs as a whole; bit *k* of the block words tells whether block *k* ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Its source lines, ascending.
    pub lines: Vec<u32>,
}

/// A routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutineDef {
    pub id: u32,
    pub class: u32,
    pub name: String,
    /// Tells overloads apart, in the recorder's own notation (a JVM descriptor).
    pub descriptor: String,
    pub file: u32,
    pub first_line: u32,
    pub last_line: u32,
    /// See [`routine_flag`].
    pub flags: u32,
    pub parameters: Vec<Variable>,
    pub result: Kind,
    pub result_type: String,
    /// How many words of block bits follow the result in `EXIT` and `THROW`.
    pub block_words: u8,
    /// The blocks a call of this routine owns: those outside its loops.
    pub blocks: Vec<Block>,
    /// Changes when the code changes.
    pub code_hash: u64,
}

/// Bits of [`RoutineDef::flags`].
pub mod routine_flag {
    /// `ENTER` begins with the receiver, before the parameters.
    pub const RECEIVER: u32 = 1;
    pub const STATIC: u32 = 2;
    pub const CONSTRUCTOR: u32 = 4;
    pub const CLASS_INITIALISER: u32 = 8;
    /// Made by the compiler: never asked about.
    pub const SYNTHETIC: u32 = 16;
    pub const BRIDGE: u32 = 32;
    pub const LAMBDA: u32 = 64;
    /// Getter, setter or another routine too small to be asked about unless wanted.
    pub const TRIVIAL: u32 = 128;
    /// Stands for one statement of another routine, which is looked at closely: its parameters are the local variables
    /// right before that statement.
    pub const PROBE: u32 = 256;
}

impl RoutineDef {
    pub fn has_receiver(&self) -> bool {
        self.flags & routine_flag::RECEIVER != 0
    }

    /// Whether a call makes an object, which is its receiver: it does not exist before the call.
    pub fn is_constructor(&self) -> bool {
        self.flags & routine_flag::CONSTRUCTOR != 0
    }

    /// Whether a call sets up a class, at a moment that the language chooses.
    pub fn is_class_initialiser(&self) -> bool {
        self.flags & routine_flag::CLASS_INITIALISER != 0
    }

    pub fn is_lambda(&self) -> bool {
        self.flags & routine_flag::LAMBDA != 0
    }
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopDef {
    pub id: u32,
    pub routine: u32,
    /// The loop around it, or 0.
    pub parent: u32,
    pub first_line: u32,
    pub last_line: u32,
    pub locals: Vec<Local>,
    /// How many words of block bits precede the locals in `ITERATION`, `ITERATIONS`, `LOOP_EXIT` and `LOOP_BREAK`.
    pub block_words: u8,
    pub blocks: Vec<Block>,
}

/// A strand: a thread or a task with a call stack of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrandDef {
    /// Numbers start at 1; the main thread's is the smallest.
    pub id: u32,
    pub name: String,
}

/// Code that could not be recorded, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedDef {
    pub name: String,
    pub reason: String,
}

impl SkippedDef {
    /// The reason where the name is a pattern of what to leave out, and something was left out because of it.
    pub const LEFT_OUT: &str = "the scope leaves it out";
}

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    File(FileDef),
    Class(ClassDef),
    Field(FieldDef),
    Routine(RoutineDef),
    Loop(LoopDef),
    Strand(StrandDef),
    Skipped(SkippedDef),
}

/// The table of all definitions known so far.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    files: Vec<Option<FileDef>>,
    classes: Vec<Option<ClassDef>>,
    fields: Vec<Option<FieldDef>>,
    routines: Vec<Option<RoutineDef>>,
    loops: Vec<Option<LoopDef>>,
    strands: std::collections::BTreeMap<u32, StrandDef>,
    skipped: Vec<SkippedDef>,
    layouts: Layouts,
    /// The first number of each field, and the numbers that repeat it.
    field_numbers: HashMap<(u32, String, String, bool), u32>,
    aliases: HashMap<u32, u32>,
}

/// Why a definition cannot be taken into the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    #[error("number {0} is 0 or above {MAX_ID}, which records cannot hold")]
    Number(u32),
    #[error("number {0} skips too many numbers; hand them out one after the other")]
    Gap(u32),
    #[error("number {0} was defined before with another meaning; a definition never changes")]
    Redefined(u32),
}

impl Definitions {
    /// Takes in one definition. Defining the same thing twice is allowed, changing it is not.
    pub fn add(&mut self, definition: Definition) -> Result<(), DefinitionError> {
        let lengths = definition.clone();
        match definition {
            Definition::File(def) => place(&mut self.files, def.id, def)?,
            Definition::Class(def) => place(&mut self.classes, def.id, def)?,
            Definition::Field(def) => {
                let (name, type_name) = (def.name.clone(), def.type_name.clone());
                let (id, key) = (def.id, (def.class, name, type_name, def.is_static()));
                place(&mut self.fields, id, def)?;
                match *self.field_numbers.entry(key).or_insert(id) {
                    first if first != id => {
                        self.aliases.insert(id, first);
                    }
                    _ => {}
                }
            }
            Definition::Routine(def) => place(&mut self.routines, def.id, def)?,
            Definition::Loop(def) => place(&mut self.loops, def.id, def)?,
            Definition::Strand(def) => {
                self.strands.insert(def.id, def);
            }
            Definition::Skipped(def) => self.skipped.push(def),
        }
        self.layouts.add(&lengths);
        Ok(())
    }

    /// How long the records that use these definitions are.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    pub fn file(&self, id: u32) -> Option<&FileDef> {
        self.files.get(id as usize)?.as_ref()
    }

    pub fn class(&self, id: u32) -> Option<&ClassDef> {
        self.classes.get(id as usize)?.as_ref()
    }

    pub fn field(&self, id: u32) -> Option<&FieldDef> {
        self.fields.get(id as usize)?.as_ref()
    }

    pub fn routine(&self, id: u32) -> Option<&RoutineDef> {
        self.routines.get(id as usize)?.as_ref()
    }

    pub fn loop_(&self, id: u32) -> Option<&LoopDef> {
        self.loops.get(id as usize)?.as_ref()
    }

    /// The number that stands for a field: the smallest of those that define the same one. A recorder that finds an
    /// inherited field under two owners defines it twice.
    pub fn canonical_field(&self, id: u32) -> u32 {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    pub fn strand(&self, id: u32) -> Option<&StrandDef> {
        self.strands.get(&id)
    }

    /// Every class, routine and so on, by number.
    pub fn classes(&self) -> impl Iterator<Item = &ClassDef> {
        self.classes.iter().flatten()
    }

    pub fn fields(&self) -> impl Iterator<Item = &FieldDef> {
        self.fields.iter().flatten()
    }

    pub fn routines(&self) -> impl Iterator<Item = &RoutineDef> {
        self.routines.iter().flatten()
    }

    pub fn loops(&self) -> impl Iterator<Item = &LoopDef> {
        self.loops.iter().flatten()
    }

    pub fn files(&self) -> impl Iterator<Item = &FileDef> {
        self.files.iter().flatten()
    }

    pub fn skipped(&self) -> &[SkippedDef] {
        &self.skipped
    }
}

/// Puts a definition at its number.
fn place<T: PartialEq>(table: &mut Vec<Option<T>>, id: u32, def: T) -> Result<(), DefinitionError> {
    if id == 0 || id > MAX_ID {
        return Err(DefinitionError::Number(id));
    }
    let index = id as usize;
    if index >= table.len() {
        if index - table.len() > MAX_GAP {
            return Err(DefinitionError::Gap(id));
        }
        table.resize_with(index + 1, || None);
    }
    match &table[index] {
        Some(known) if *known != def => Err(DefinitionError::Redefined(id)),
        _ => {
            table[index] = Some(def);
            Ok(())
        }
    }
}
