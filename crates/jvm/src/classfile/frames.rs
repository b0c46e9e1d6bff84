//! Verification types and the StackMapTable.
//!
//! In memory a [`Frame`] is always complete: the differences the format stores are undone on reading and found again on
//! writing, so that frames can be changed, added and moved freely.

use std::collections::HashMap;

use super::code::Code;
use super::pool::Pool;
use super::reader::Reader;
use super::{ClassError, Result};

/// What the verifier knows about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VType {
    /// Nothing usable.
    Top,
    /// `int` and everything narrower.
    Int,
    /// `float`
    Float,
    /// `long`
    Long,
    /// `double`
    Double,
    /// The null reference.
    Null,
    /// `this` before the call of `super()` or `this()`.
    UninitThis,
    /// An object or array of this class.
    Object(TypeId),
    /// What the `new` instruction of this index made, before its constructor ran.
    Uninit(u32),
    /// The return address of a subroutine (only in code without frames).
    ReturnAddress,
}

impl VType {
    /// Whether it takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, VType::Long | VType::Double)
    }

    /// Whether it is a reference that may be passed to a method.
    pub fn is_reference(self) -> bool {
        matches!(self, VType::Null | VType::Object(_))
    }
}

/// An interned internal class name, or the descriptor of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeId(u32);

/// The class names met in one class file.
#[derive(Default)]
pub struct TypeNames {
    names: Vec<(Box<[u8]>, Option<u16>)>,
    ids: HashMap<Box<[u8]>, TypeId>,
}

impl TypeNames {
    /// The id of a name.
    pub fn id(&mut self, name: &[u8]) -> TypeId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = TypeId(self.names.len() as u32);
        self.names.push((name.into(), None));
        self.ids.insert(name.into(), id);
        id
    }

    /// The name of an id.
    pub fn name(&self, id: TypeId) -> &[u8] {
        &self.names[id.0 as usize].0
    }

    /// The type of a value with this field descriptor.
    pub fn of_descriptor(&mut self, descriptor: &[u8]) -> VType {
        match descriptor {
            [b'Z' | b'B' | b'C' | b'S' | b'I', ..] => VType::Int,
            [b'J', ..] => VType::Long,
            [b'F', ..] => VType::Float,
            [b'D', ..] => VType::Double,
            [b'L', name @ .., b';'] => VType::Object(self.id(name)),
            _ => VType::Object(self.id(descriptor)),
        }
    }

    /// The type of an array's elements, for `aaload`.
    pub fn element(&mut self, array: VType) -> VType {
        let VType::Object(id) = array else {
            return VType::Null;
        };
        match self.name(id).strip_prefix(b"[") {
            Some(element) => {
                let element = element.to_vec();
                self.of_descriptor(&element)
            }
            None => VType::Object(self.id(b"java/lang/Object")),
        }
    }

    /// The array class whose elements are of this class (an internal name or array descriptor).
    pub fn array_of(&mut self, element: &[u8]) -> VType {
        let mut name = vec![b'['];
        if element.first() == Some(&b'[') {
            name.extend(element);
        } else {
            name.push(b'L');
            name.extend(element);
            name.push(b';');
        }
        VType::Object(self.id(&name))
    }

    fn of_constant(&mut self, pool: &Pool<'_>, constant: u16) -> Result<TypeId> {
        let id = self.id(pool.class_name(constant)?);
        self.names[id.0 as usize].1.get_or_insert(constant);
        Ok(id)
    }

    fn constant(&mut self, pool: &mut Pool<'_>, id: TypeId) -> Result<u16> {
        let (name, constant) = &mut self.names[id.0 as usize];
        match constant {
            Some(constant) => Ok(*constant),
            None => Ok(*constant.insert(pool.add_class(name)?)),
        }
    }
}

/// The types of all local variables and of the operand stack at one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Frame {
    /// One entry per slot; the second slot of a wide value is [`VType::Top`].
    pub locals: Vec<VType>,
    /// One entry per value, bottom first.
    pub stack: Vec<VType>,
}

impl Frame {
    /// The type of a slot.
    pub fn local(&self, slot: u16) -> VType {
        self.locals
            .get(usize::from(slot))
            .copied()
            .unwrap_or(VType::Top)
    }

    /// Sets the type of a slot as a store does: a wide value that is overwritten in part is lost.
    pub fn set_local(&mut self, slot: u16, value: VType) {
        let slot = usize::from(slot);
        let end = slot + 1 + usize::from(value.is_wide());
        if self.locals.len() < end {
            self.locals.resize(end, VType::Top);
        }
        if slot > 0 && self.locals[slot - 1].is_wide() {
            self.locals[slot - 1] = VType::Top;
        }
        if self.locals[end - 1].is_wide() && end < self.locals.len() {
            self.locals[end] = VType::Top;
        }
        self.locals[slot] = value;
        if value.is_wide() {
            self.locals[slot + 1] = VType::Top;
        }
    }

    /// The number of stack slots in use.
    pub fn stack_slots(&self) -> usize {
        self.stack
            .iter()
            .map(|v| 1 + usize::from(v.is_wide()))
            .sum()
    }

    /// The locals as the format lists them: wide values once, nothing after the last known one.
    fn listed_locals(&self) -> Vec<VType> {
        let used = self
            .locals
            .iter()
            .rposition(|&v| v != VType::Top)
            .map_or(0, |last| last + 1);
        let mut listed = Vec::with_capacity(used);
        let mut slot = 0;
        while slot < used {
            listed.push(self.locals[slot]);
            slot += 1 + usize::from(self.locals[slot].is_wide());
        }
        listed
    }

    fn from_listed(listed: &[VType], stack: Vec<VType>) -> Frame {
        let mut locals = Vec::with_capacity(listed.len() + 2);
        for &value in listed {
            locals.push(value);
            if value.is_wide() {
                locals.push(VType::Top);
            }
        }
        Frame { locals, stack }
    }
}

const MALFORMED: ClassError = ClassError::Malformed("a StackMapTable does not parse");

/// No real table comes near this; it keeps a hostile one from eating the memory.
const TABLE_BUDGET: usize = 1 << 22;

/// Reads a StackMapTable: instruction indices, ascending, with their complete frames.
pub fn read_table(
    data: &[u8],
    code: &Code<'_>,
    pool: &Pool<'_>,
    names: &mut TypeNames,
    initial: &Frame,
) -> Result<Vec<(usize, Frame)>> {
    let mut reader = Reader::new(data);
    let mut locals = initial.listed_locals();
    let mut frames = Vec::new();
    let mut next_pc = 0;
    let mut budget = TABLE_BUDGET;
    for _ in 0..reader.u2()? {
        let tag = reader.u1()?;
        let mut stack = Vec::new();
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => {
                stack.push(read_type(&mut reader, code, pool, names)?);
                u16::from(tag - 64)
            }
            247..=255 => reader.u2()?,
            _ => return Err(MALFORMED),
        };
        match tag {
            247 => stack.push(read_type(&mut reader, code, pool, names)?),
            248..=250 => {
                let kept = locals
                    .len()
                    .checked_sub(usize::from(251 - tag))
                    .ok_or(MALFORMED)?;
                locals.truncate(kept);
            }
            252..=254 => {
                for _ in 0..tag - 251 {
                    locals.push(read_type(&mut reader, code, pool, names)?);
                }
            }
            255 => {
                locals.clear();
                for _ in 0..reader.u2()? {
                    locals.push(read_type(&mut reader, code, pool, names)?);
                }
                for _ in 0..reader.u2()? {
                    stack.push(read_type(&mut reader, code, pool, names)?);
                }
            }
            _ => {}
        }
        let pc = next_pc + usize::from(delta);
        next_pc = pc + 1;
        let index = code.index_at(pc)?;
        let frame = Frame::from_listed(&locals, stack);
        if index >= code.insns.len() || frame.locals.len() > usize::from(code.max_locals) {
            return Err(MALFORMED);
        }
        budget = budget
            .checked_sub(frame.locals.len() + 1)
            .ok_or(MALFORMED)?;
        frames.push((index, frame));
    }
    Ok(frames)
}

fn read_type(
    reader: &mut Reader<'_>,
    code: &Code<'_>,
    pool: &Pool<'_>,
    names: &mut TypeNames,
) -> Result<VType> {
    Ok(match reader.u1()? {
        0 => VType::Top,
        1 => VType::Int,
        2 => VType::Float,
        3 => VType::Double,
        4 => VType::Long,
        5 => VType::Null,
        6 => VType::UninitThis,
        7 => VType::Object(names.of_constant(pool, reader.u2()?)?),
        8 => {
            let index = code.index_at(reader.u2()?.into())?;
            match code.insns.get(index) {
                Some(insn) if insn.op == super::opcodes::NEW => VType::Uninit(index as u32),
                _ => return Err(MALFORMED),
            }
        }
        _ => return Err(MALFORMED),
    })
}

/// Writes a StackMapTable. `frames` are (offset, frame), ascending by offset and without repetition; `position_of` tells
/// the new offset of a `new` instruction.
pub fn write_table(
    frames: &[(usize, Frame)],
    pool: &mut Pool<'_>,
    names: &mut TypeNames,
    initial: &Frame,
    position_of: impl Fn(u32) -> usize,
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    out.extend(super::count(frames.len(), "the number of frames")?);
    let mut previous = initial.listed_locals();
    let mut next_offset = 0;
    for (offset, frame) in frames {
        let delta = offset
            .checked_sub(next_offset)
            .and_then(|d| u16::try_from(d).ok());
        let delta = delta.ok_or(MALFORMED)?;
        next_offset = offset + 1;
        let locals = frame.listed_locals();
        let mut write = |out: &mut Vec<u8>, types: &[VType]| -> Result<()> {
            for &value in types {
                write_type(value, out, pool, names, &position_of)?;
            }
            Ok(())
        };
        let common = previous
            .iter()
            .zip(&locals)
            .take_while(|(a, b)| a == b)
            .count();
        let (chopped, appended) = (previous.len() - common, locals.len() - common);
        match (chopped, appended, frame.stack.as_slice()) {
            (0, 0, []) if delta < 64 => out.push(delta as u8),
            (0, 0, []) => {
                out.push(251);
                out.extend(delta.to_be_bytes());
            }
            (0, 0, [_]) if delta < 64 => {
                out.push(64 + delta as u8);
                write(&mut out, &frame.stack)?;
            }
            (0, 0, [_]) => {
                out.push(247);
                out.extend(delta.to_be_bytes());
                write(&mut out, &frame.stack)?;
            }
            (1..=3, 0, []) => {
                out.push(251 - chopped as u8);
                out.extend(delta.to_be_bytes());
            }
            (0, 1..=3, []) => {
                out.push(251 + appended as u8);
                out.extend(delta.to_be_bytes());
                write(&mut out, &locals[common..])?;
            }
            _ => {
                out.push(255);
                out.extend(delta.to_be_bytes());
                out.extend(super::count(locals.len(), "the size of a frame")?);
                write(&mut out, &locals)?;
                out.extend(super::count(frame.stack.len(), "the size of a frame")?);
                write(&mut out, &frame.stack)?;
            }
        }
        previous = locals;
    }
    Ok(out)
}

fn write_type(
    value: VType,
    out: &mut Vec<u8>,
    pool: &mut Pool<'_>,
    names: &mut TypeNames,
    position_of: &impl Fn(u32) -> usize,
) -> Result<()> {
    let tag = match value {
        VType::Top | VType::ReturnAddress => 0,
        VType::Int => 1,
        VType::Float => 2,
        VType::Double => 3,
        VType::Long => 4,
        VType::Null => 5,
        VType::UninitThis => 6,
        VType::Object(id) => {
            out.push(7);
            out.extend(names.constant(pool, id)?.to_be_bytes());
            return Ok(());
        }
        VType::Uninit(index) => {
            out.push(8);
            out.extend(super::count(
                position_of(index),
                "the offset of a new instruction",
            )?);
            return Ok(());
        }
    };
    out.push(tag);
    Ok(())
}
