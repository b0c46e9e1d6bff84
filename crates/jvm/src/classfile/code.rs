//! The Code attribute: instructions by index, jumps and ranges as indices instead of byte offsets.

use super::opcodes as op;
use super::pool::Pool;
use super::reader::Reader;
use super::{Attribute, ClassError, Result, attributes};

/// The longest code the format can hold is one byte less.
pub const CODE_LIMIT: usize = 65536;

/// A method's code. Positions are indices into `insns`; `insns.len()` stands for the end.
pub struct Code<'a> {
    /// Operand stack size in slots.
    pub max_stack: u16,
    /// Local variable slots.
    pub max_locals: u16,
    /// The bytes of the instructions.
    pub bytes: &'a [u8],
    /// The instructions.
    pub insns: Vec<Insn>,
    /// The exception table, in order.
    pub handlers: Vec<Handler>,
    /// Attributes of the code.
    pub attributes: Vec<Attribute<'a>>,
    switches: Vec<Switch>,
    index_of_pc: Vec<u32>,
}

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub struct Insn {
    /// Offset of its first byte.
    pub pc: u32,
    /// Its length in bytes.
    pub length: u32,
    /// Its opcode; of a `wide` instruction the one that is widened.
    pub op: u8,
    flow: Flow,
}

#[derive(Debug, Clone, Copy)]
enum Flow {
    Next,
    Branch(u32),
    Switch(u32),
}

/// The targets of a switch.
#[derive(Debug, Clone)]
pub struct Switch {
    /// Where unknown values go.
    pub default: usize,
    /// The other targets.
    pub targets: Vec<usize>,
    /// Values of a `lookupswitch`; for a `tableswitch` its lowest value only.
    pub keys: Vec<i32>,
}

/// A row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// First instruction covered.
    pub start: usize,
    /// First instruction no longer covered.
    pub end: usize,
    /// The handler.
    pub target: usize,
    /// Constant of the class caught, or 0 for all.
    pub catch_type: u16,
}

const NO_INSN: u32 = u32::MAX;
const BAD_TARGET: ClassError = ClassError::Malformed("a jump or range hits no instruction");

impl<'a> Code<'a> {
    /// Reads a Code attribute.
    pub fn parse(data: &'a [u8], pool: &Pool<'_>) -> Result<Code<'a>> {
        let mut reader = Reader::new(data);
        let max_stack = reader.u2()?;
        let max_locals = reader.u2()?;
        let length = reader.u4()? as usize;
        if length == 0 || length >= CODE_LIMIT {
            return Err(ClassError::Malformed("a method has no code or too much"));
        }
        let bytes = reader.take(length)?;
        let mut code = Code {
            max_stack,
            max_locals,
            bytes,
            insns: Vec::with_capacity(length / 2),
            handlers: Vec::new(),
            attributes: Vec::new(),
            switches: Vec::new(),
            index_of_pc: vec![NO_INSN; length + 1],
        };
        code.split()?;
        code.link()?;
        for _ in 0..reader.u2()? {
            let handler = Handler {
                start: code.index_at(reader.u2()?.into())?,
                end: code.index_at(reader.u2()?.into())?,
                target: code.index_at(reader.u2()?.into())?,
                catch_type: reader.u2()?,
            };
            if handler.start >= handler.end || handler.target >= code.insns.len() {
                return Err(ClassError::Malformed(
                    "a row of an exception table is empty",
                ));
            }
            code.handlers.push(handler);
        }
        code.attributes = attributes(&mut reader, pool)?;
        Ok(code)
    }

    /// Finds where the instructions start and how long they are.
    fn split(&mut self) -> Result<()> {
        let mut pc = 0;
        while pc < self.bytes.len() {
            let (op, length) = instruction_at(self.bytes, pc)?;
            if pc + length > self.bytes.len() {
                return Err(ClassError::Truncated { at: pc });
            }
            self.index_of_pc[pc] = self.insns.len() as u32;
            self.insns.push(Insn {
                pc: pc as u32,
                length: length as u32,
                op,
                flow: Flow::Next,
            });
            pc += length;
        }
        self.index_of_pc[pc] = self.insns.len() as u32;
        Ok(())
    }

    /// Turns jump offsets into indices.
    fn link(&mut self) -> Result<()> {
        for index in 0..self.insns.len() {
            let insn = self.insns[index];
            let mut reader = Reader::new(self.raw(index));
            reader.take(1)?;
            if op::is_branch(insn.op) {
                let offset = match insn.op {
                    op::GOTO_W | op::JSR_W => reader.i4()?,
                    _ => i32::from(reader.i2()?),
                };
                self.insns[index].flow = Flow::Branch(self.target(insn.pc, offset)? as u32);
            } else if op::is_switch(insn.op) {
                reader.take(3 - insn.pc as usize % 4)?;
                let switch = self.read_switch(insn, &mut reader)?;
                self.insns[index].flow = Flow::Switch(self.switches.len() as u32);
                self.switches.push(switch);
            }
        }
        Ok(())
    }

    fn read_switch(&self, insn: Insn, reader: &mut Reader<'_>) -> Result<Switch> {
        let default = self.target(insn.pc, reader.i4()?)?;
        let (mut targets, mut keys) = (Vec::new(), Vec::new());
        if insn.op == op::TABLESWITCH {
            let low = reader.i4()?;
            let high = reader.i4()?;
            keys.push(low);
            for _ in i64::from(low)..=i64::from(high) {
                targets.push(self.target(insn.pc, reader.i4()?)?);
            }
        } else {
            for _ in 0..reader.i4()? {
                keys.push(reader.i4()?);
                targets.push(self.target(insn.pc, reader.i4()?)?);
            }
        }
        Ok(Switch {
            default,
            targets,
            keys,
        })
    }

    fn target(&self, pc: u32, offset: i32) -> Result<usize> {
        let target = i64::from(pc) + i64::from(offset);
        let index = usize::try_from(target).ok().map(|pc| self.index_at(pc));
        index.ok_or(BAD_TARGET)?.and_then(|index| {
            if index < self.insns.len() {
                Ok(index)
            } else {
                Err(BAD_TARGET)
            }
        })
    }

    /// The index of the instruction at a byte offset, or of the end.
    pub fn index_at(&self, pc: usize) -> Result<usize> {
        match self.index_of_pc.get(pc) {
            Some(&index) if index != NO_INSN => Ok(index as usize),
            _ => Err(BAD_TARGET),
        }
    }

    /// The bytes of an instruction, with its `wide` prefix.
    pub fn raw(&self, index: usize) -> &'a [u8] {
        let insn = self.insns[index];
        &self.bytes[insn.pc as usize..(insn.pc + insn.length) as usize]
    }

    /// The target of a jump.
    pub fn branch_target(&self, index: usize) -> Option<usize> {
        match self.insns[index].flow {
            Flow::Branch(target) => Some(target as usize),
            _ => None,
        }
    }

    /// The targets of a switch.
    pub fn switch(&self, index: usize) -> Option<&Switch> {
        match self.insns[index].flow {
            Flow::Switch(switch) => self.switches.get(switch as usize),
            _ => None,
        }
    }

    /// Every instruction that can run right after it without an exception (a `ret` has none listed).
    pub fn successors(&self, index: usize) -> Vec<usize> {
        let mut successors = Vec::new();
        if op::falls_through(self.insns[index].op) && index + 1 < self.insns.len() {
            successors.push(index + 1);
        }
        match self.insns[index].flow {
            Flow::Next => {}
            Flow::Branch(target) => successors.push(target as usize),
            Flow::Switch(switch) => {
                let switch = &self.switches[switch as usize];
                successors.push(switch.default);
                successors.extend(&switch.targets);
            }
        }
        successors
    }

    /// The constant an instruction names: a field, method, class or loadable constant.
    pub fn constant(&self, index: usize) -> u16 {
        match *self.raw(index) {
            [op::LDC, constant] => constant.into(),
            [_, high, low, ..] => u16::from_be_bytes([high, low]),
            _ => 0,
        }
    }

    /// The local variable slot of a load, store, `iinc` or `ret`, with the opcode without the slot in it.
    pub fn local(&self, index: usize) -> Option<(u8, u16)> {
        let opcode = self.insns[index].op;
        let raw = self.raw(index);
        match opcode {
            op::ILOAD_0..=op::ALOAD_3 => {
                let n = opcode - op::ILOAD_0;
                Some((op::ILOAD + n / 4, u16::from(n % 4)))
            }
            op::ISTORE_0..=op::ASTORE_3 => {
                let n = opcode - op::ISTORE_0;
                Some((op::ISTORE + n / 4, u16::from(n % 4)))
            }
            op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::IINC | op::RET => {
                let slot = match *raw {
                    [op::WIDE, _, high, low, ..] => u16::from_be_bytes([high, low]),
                    [_, slot, ..] => slot.into(),
                    _ => return None,
                };
                Some((opcode, slot))
            }
            _ => None,
        }
    }

    /// Whether it uses subroutines.
    pub fn has_subroutines(&self) -> bool {
        self.insns
            .iter()
            .any(|insn| op::is_jsr(insn.op) || insn.op == op::RET)
    }

    /// Whether some instruction leads back to an earlier one, as that of a loop does.
    pub fn leads_back(&self) -> bool {
        let leads_back = |index| self.successors(index).iter().any(|&next| next <= index);
        (0..self.insns.len()).any(leads_back)
    }

    /// The contents of the attribute of that name.
    pub fn attribute(&self, pool: &Pool<'_>, name: &[u8]) -> Option<&[u8]> {
        super::find_attribute(&self.attributes, pool, name)
    }
}

/// Whether a Code attribute has a StackMapTable; its instructions are not looked at.
pub fn has_frames(data: &[u8], pool: &Pool<'_>) -> Result<bool> {
    let mut reader = Reader::new(data);
    reader.take(4)?;
    let length = reader.u4()? as usize;
    reader.take(length)?;
    let handlers = usize::from(reader.u2()?);
    reader.take(8 * handlers)?;
    let attributes = attributes(&mut reader, pool)?;
    Ok(super::find_attribute(&attributes, pool, b"StackMapTable").is_some())
}

/// Opcode and length of the instruction at an offset.
fn instruction_at(bytes: &[u8], pc: usize) -> Result<(u8, usize)> {
    let opcode = bytes[pc];
    let int_at = |at: usize| {
        let mut reader = Reader::new(bytes.get(at..).unwrap_or_default());
        reader.i4().map(i64::from)
    };
    let operands = pc + 4 - pc % 4;
    let length = match opcode {
        op::WIDE => {
            let inner = *bytes.get(pc + 1).ok_or(ClassError::Truncated { at: pc })?;
            return match inner {
                op::IINC => Ok((inner, 6)),
                op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => Ok((inner, 4)),
                _ => Err(ClassError::Malformed("an instruction cannot be wide")),
            };
        }
        op::TABLESWITCH => {
            let count = int_at(operands + 8)? - int_at(operands + 4)? + 1;
            (operands - pc) as i64 + 12 + checked_count(count)? * 4
        }
        op::LOOKUPSWITCH => (operands - pc) as i64 + 8 + checked_count(int_at(operands + 4)?)? * 8,
        _ => op::length(opcode) as i64,
    };
    match usize::try_from(length) {
        Ok(length) if length > 0 => Ok((opcode, length)),
        _ => Err(ClassError::Malformed("an opcode is unknown")),
    }
}

fn checked_count(count: i64) -> Result<i64> {
    if (0..CODE_LIMIT as i64).contains(&count) {
        Ok(count)
    } else {
        Err(ClassError::Malformed("a switch has a bad number of cases"))
    }
}
