//! Puts instructions before and after others of a method, and changes nothing else.
//!
//! What is put in is covered by the handlers that cover the instruction it stands beside, has no jumps in it and leaves the
//! types of the variables as they are: the frames stay true and only move.

use std::collections::BTreeMap;

use crate::classfile::assemble::{Assembler, Label, Unfinished};
use crate::classfile::code::Code;
use crate::classfile::frames::TypeNames;
use crate::classfile::opcodes as op;
use crate::classfile::{ClassError, ClassFile, Result};

use super::debug::Lines;
use super::emit::Emitted;
use super::finish;
use super::known_frames;
use super::method::Method;
use super::simulate::initial_frame;

/// What to put where, by indices of instructions.
#[derive(Debug, Default)]
pub struct Insertions {
    /// Before an instruction; who jumps to it comes through this too.
    pub before: BTreeMap<usize, Vec<u8>>,
    /// After an instruction, when it has ended without an exception.
    pub after: BTreeMap<usize, Vec<u8>>,
    /// How many more slots of the operand stack all this takes.
    pub stack: usize,
}

impl Insertions {
    /// Whether there is nothing to put in.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// The new Code attribute of a method of the class.
pub fn insert(
    class: &mut ClassFile<'_>,
    method: usize,
    code: &Code<'_>,
    insertions: &Insertions,
) -> Result<Vec<u8>> {
    let method = Method::new(class, &class.methods[method])?;
    let pool = &mut class.pool;
    let mut names = TypeNames::default();
    let initial = initial_frame(&method, &mut names);
    let (known, has_table) = known_frames(&method, code, pool, &mut names, &initial)?;
    let mut asm = Assembler::new(false);
    let labels: Vec<Label> = code.insns.iter().map(|_| asm.label()).collect();
    let (mut starts, mut ends, mut selves) = (Vec::new(), Vec::new(), Vec::new());
    let put = |asm: &mut Assembler, at: &BTreeMap<usize, Vec<u8>>, index| {
        if let Some(bytes) = at.get(&index) {
            asm.raw(bytes);
        }
    };
    for (index, &label) in labels.iter().enumerate() {
        asm.bind(label);
        starts.push(asm.position());
        put(&mut asm, &insertions.before, index);
        selves.push(asm.position());
        copy(&mut asm, code, &labels, index);
        put(&mut asm, &insertions.after, index);
        ends.push(asm.position());
    }
    let frames = match has_table {
        true => known.into_iter().map(|(at, f)| (starts[at], f)).collect(),
        false => BTreeMap::new(),
    };
    let bytes = asm.finish().map_err(|unfinished| match unfinished {
        Unfinished::Error(error) => error,
        Unfinished::NeedsWideJumps | Unfinished::TooLong => ClassError::TooLarge("a method"),
    })?;
    let emitted = Emitted {
        bytes,
        starts,
        ends,
        selves,
        frames,
        outlying: Vec::new(),
        watches: Vec::new(),
        guards: Vec::new(),
        max_stack: usize::from(code.max_stack) + insertions.stack,
        max_locals: code.max_locals.into(),
    };
    let lines = Lines::read(code, pool);
    finish::code_attribute(&emitted, code, &lines, &initial, pool, &mut names)
}

/// Writes an instruction with its jumps to the labels.
fn copy(asm: &mut Assembler, code: &Code<'_>, labels: &[Label], index: usize) {
    let opcode = code.insns[index].op;
    if let Some(target) = code.branch_target(index) {
        match opcode {
            op::GOTO_W | op::JSR_W => asm.branch_wide(opcode, labels[target]),
            _ => asm.branch(opcode, labels[target]),
        }
    } else if let Some(switch) = code.switch(index) {
        let targets: Vec<Label> = switch.targets.iter().map(|&at| labels[at]).collect();
        asm.switch(opcode, switch, labels[switch.default], &targets);
    } else {
        asm.raw(code.raw(index));
    }
}
