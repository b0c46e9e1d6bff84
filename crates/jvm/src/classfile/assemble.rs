//! Writing instructions with labels instead of offsets.
//!
//! The size of every instruction is fixed when it is written, so that positions are known at once. A conditional jump
//! has 16 bits for its distance; code that turns out to be too long for that is written a second time with wide jumps.

use super::code::{CODE_LIMIT, Switch};
use super::opcodes as op;
use super::pool::Pool;
use super::{ClassError, Result};
use crate::contract::{Kind, RUNTIME_CLASS, RuntimeMethod, WRITES_CLASS};

/// A place in the code that jumps can name before it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// Why code cannot be finished.
#[derive(Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// A short jump does not reach its target.
    NeedsWideJumps,
    /// The code exceeds the limit of the format.
    TooLong,
    /// Something else is wrong.
    Error(ClassError),
}

impl From<ClassError> for Unfinished {
    fn from(error: ClassError) -> Unfinished {
        Unfinished::Error(error)
    }
}

struct Fixup {
    /// Where the offset is to be written.
    at: usize,
    /// What it is relative to.
    origin: usize,
    label: Label,
    wide: bool,
}

const UNBOUND: usize = usize::MAX;

/// Code under construction.
#[derive(Default)]
pub struct Assembler {
    /// Whether calls go to [`WRITES_CLASS`].
    writes_only: bool,
    bytes: Vec<u8>,
    labels: Vec<usize>,
    fixups: Vec<Fixup>,
}

impl Assembler {
    /// Empty code of a method that is recorded, or of one with only its writes recorded.
    pub fn new(writes_only: bool) -> Self {
        Assembler {
            writes_only,
            ..Assembler::default()
        }
    }

    /// The offset of the next instruction.
    pub fn position(&self) -> usize {
        self.bytes.len()
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts a label here.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.bytes.len();
    }

    /// Copies an instruction as it is.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes an instruction without operands.
    pub fn op(&mut self, opcode: u8) {
        self.bytes.push(opcode);
    }

    /// Writes an instruction that names a constant by two bytes.
    pub fn op_constant(&mut self, opcode: u8, constant: u16) {
        self.bytes.push(opcode);
        self.bytes.extend(constant.to_be_bytes());
    }

    /// Writes a jump with a 16-bit distance.
    pub fn branch(&mut self, opcode: u8, label: Label) {
        let origin = self.bytes.len();
        self.bytes.extend([opcode, 0, 0]);
        self.fixups.push(Fixup {
            at: origin + 1,
            origin,
            label,
            wide: false,
        });
    }

    /// Writes a `goto_w` or `jsr_w`.
    pub fn branch_wide(&mut self, opcode: u8, label: Label) {
        let origin = self.bytes.len();
        self.bytes.extend([opcode, 0, 0, 0, 0]);
        self.fixups.push(Fixup {
            at: origin + 1,
            origin,
            label,
            wide: true,
        });
    }

    /// Writes a switch with other targets.
    pub fn switch(&mut self, opcode: u8, switch: &Switch, default: Label, targets: &[Label]) {
        let origin = self.bytes.len();
        self.bytes.push(opcode);
        self.bytes.resize(origin + 4 - origin % 4, 0);
        self.switch_target(origin, default);
        if opcode == op::TABLESWITCH {
            let low = switch.keys.first().copied().unwrap_or(0);
            self.bytes.extend(low.to_be_bytes());
            let high = low.wrapping_add(targets.len() as i32).wrapping_sub(1);
            self.bytes.extend(high.to_be_bytes());
            for &target in targets {
                self.switch_target(origin, target);
            }
        } else {
            self.bytes.extend((targets.len() as i32).to_be_bytes());
            for (key, &target) in switch.keys.iter().zip(targets) {
                self.bytes.extend(key.to_be_bytes());
                self.switch_target(origin, target);
            }
        }
    }

    fn switch_target(&mut self, origin: usize, label: Label) {
        self.fixups.push(Fixup {
            at: self.bytes.len(),
            origin,
            label,
            wide: true,
        });
        self.bytes.extend([0; 4]);
    }

    /// Writes a load or store, by the opcode that names its slot in an operand (`iload` … `astore`).
    pub fn local(&mut self, opcode: u8, slot: u16) {
        match u8::try_from(slot) {
            Ok(slot @ 0..=3) => {
                let (family, short) = if opcode >= op::ISTORE {
                    (op::ISTORE, op::ISTORE_0)
                } else {
                    (op::ILOAD, op::ILOAD_0)
                };
                self.bytes.push(short + (opcode - family) * 4 + slot);
            }
            Ok(slot) => self.bytes.extend([opcode, slot]),
            Err(_) => {
                self.bytes.extend([op::WIDE, opcode]);
                self.bytes.extend(slot.to_be_bytes());
            }
        }
    }

    /// Loads a local variable.
    pub fn load(&mut self, kind: Kind, slot: u16) {
        self.local(op::ILOAD + family(kind), slot);
    }

    /// Stores into a local variable.
    pub fn store(&mut self, kind: Kind, slot: u16) {
        self.local(op::ISTORE + family(kind), slot);
    }

    /// Adds a constant to an `int` variable.
    pub fn increase(&mut self, slot: u16, by: i16) {
        match (u8::try_from(slot), i8::try_from(by)) {
            (Ok(slot), Ok(by)) => self.bytes.extend([op::IINC, slot, by as u8]),
            _ => {
                self.bytes.extend([op::WIDE, op::IINC]);
                self.bytes.extend(slot.to_be_bytes());
                self.bytes.extend(by.to_be_bytes());
            }
        }
    }

    /// Pushes an `int`.
    pub fn int(&mut self, pool: &mut Pool<'_>, value: i32) -> Result<()> {
        match value {
            -1..=5 => self.bytes.push((i32::from(op::ICONST_0) + value) as u8),
            -128..=127 => self.bytes.extend([op::BIPUSH, value as u8]),
            -32768..=32767 => self.op_constant(op::SIPUSH, value as u16),
            _ => {
                let constant = pool.add_int(value)?;
                self.op_constant(op::LDC_W, constant);
            }
        }
        Ok(())
    }

    /// Pushes a `long`.
    pub fn long(&mut self, pool: &mut Pool<'_>, value: i64) -> Result<()> {
        match value {
            0..=1 => self.bytes.push(op::LCONST_0 + value as u8),
            _ => {
                let constant = pool.add_long(value)?;
                self.op_constant(op::LDC2_W, constant);
            }
        }
        Ok(())
    }

    /// Calls a method of the runtime class.
    pub fn call(&mut self, pool: &mut Pool<'_>, method: RuntimeMethod) -> Result<()> {
        let class = if self.writes_only {
            WRITES_CLASS
        } else {
            RUNTIME_CLASS
        };
        let constant = pool.add_method(
            class.as_bytes(),
            method.name.as_bytes(),
            method.descriptor.as_bytes(),
        )?;
        self.op_constant(op::INVOKESTATIC, constant);
        Ok(())
    }

    /// Writes the distances of all jumps and gives the code.
    pub fn finish(mut self) -> std::result::Result<Vec<u8>, Unfinished> {
        if self.bytes.len() >= CODE_LIMIT {
            return Err(Unfinished::TooLong);
        }
        for fixup in &self.fixups {
            let target = self.labels[fixup.label.0 as usize];
            if target == UNBOUND {
                return Err(ClassError::Malformed("a jump leads nowhere").into());
            }
            // Both are below CODE_LIMIT, so the difference fits.
            let distance = target as i32 - fixup.origin as i32;
            if fixup.wide {
                self.bytes[fixup.at..fixup.at + 4].copy_from_slice(&distance.to_be_bytes());
            } else {
                let distance = i16::try_from(distance).map_err(|_| Unfinished::NeedsWideJumps)?;
                self.bytes[fixup.at..fixup.at + 2].copy_from_slice(&distance.to_be_bytes());
            }
        }
        Ok(self.bytes)
    }
}

/// Where a kind's instruction stands in the families `iload`, `lload`, `fload`, `dload`, `aload`.
fn family(kind: Kind) -> u8 {
    match kind {
        Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => 0,
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Double => 3,
        Kind::Ref => 4,
    }
}
