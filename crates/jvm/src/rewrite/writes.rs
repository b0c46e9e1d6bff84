//! The code that records writes to fields, statics and array elements, by this method or by library code it calls.

use crate::classfile::Result;
use crate::classfile::assemble::Unfinished;
use crate::classfile::descriptor::{MethodDescriptor, kind, text};
use crate::classfile::frames::{Frame, VType};
use crate::classfile::opcodes as op;
use crate::contract::{
    self, CHANGED, CHANGED_RANGE, CLONED, FieldDef, Kind, RECEIVER, RELEASE, REREAD,
    STORE_BYTE_OR_BOOLEAN, TOUCH, put, put_own, set, store,
};

use super::emit::{Emitter, Guard};
use super::intercept::{self, Change, Range};
use super::silent;

type Emission<T = ()> = std::result::Result<T, Unfinished>;

impl Emitter<'_, '_, '_> {
    /// The id of the field an instruction names.
    fn field(&mut self, constant: u16, is_static: bool) -> Result<u32> {
        if let Some(&id) = self.sink.fields.get(&(constant, is_static)) {
            return Ok(id);
        }
        let field = self.sink.pool.member(constant)?;
        let id = self.sink.definitions.field(&FieldDef {
            owner: text(field.class),
            name: text(field.name),
            descriptor: text(field.descriptor),
            is_static,
        });
        self.sink.fields.insert((constant, is_static), id);
        Ok(id)
    }

    fn field_kind(&self, constant: u16) -> Result<Kind> {
        kind(self.sink.pool.member(constant)?.descriptor)
    }

    /// Records a `putfield` before it happens.
    pub(super) fn put_field(&mut self, index: usize, frame: &Frame) -> Emission {
        if index < self.source.unseen && silent::fills_receiver(self.source.code, index) {
            return self.copy(index, Some(frame));
        }
        let constant = self.source.code.constant(index);
        let object = frame.stack.len().checked_sub(2).map(|at| frame.stack[at]);
        if !object.is_some_and(VType::is_reference) {
            // Only `this` before super(): it cannot be passed on yet.
            self.early_fields.push(constant);
            if self.source.method.super_class != b"java/lang/Object" {
                self.sink.definitions.writes_early(self.source.class);
            }
            return self.copy(index, Some(frame));
        }
        let field = self.sink.pool.member(constant)?;
        if self.source.plan.is_none() && contract::is_change_counter(field.class, field.name) {
            return self.copy(index, Some(frame));
        }
        let kind = self.field_kind(constant)?;
        let id = self.field(constant, false)?;
        let own_id = match self.source.plan {
            Some(_) if self.own.is_receiver(1) => self.source.id_field,
            _ => None,
        };
        self.need(5);
        let temporary = match kind.is_wide() {
            true => Some(self.temporary(0, 2)?),
            false => None,
        };
        if let Some(value) = temporary {
            self.asm.store(kind, value);
            self.asm.op(op::DUP);
            self.asm.load(kind, value);
        } else {
            self.asm.op(op::DUP2);
        }
        self.asm.int(self.sink.pool, id as i32)?;
        match own_id {
            Some(id_field) => {
                self.push_own_id(id_field);
                self.asm.call(self.sink.pool, put_own(kind))?;
            }
            None => self.asm.call(self.sink.pool, put(kind))?,
        }
        if let Some(value) = temporary {
            self.asm.load(kind, value);
        }
        self.copy(index, Some(frame))
    }

    /// Records a `putstatic` after it happened.
    pub(super) fn put_static(&mut self, index: usize) -> Emission {
        let constant = self.source.code.constant(index);
        let kind = self.field_kind(constant)?;
        let id = self.field(constant, true)?;
        self.need(3);
        self.asm.op(if kind.is_wide() { op::DUP2 } else { op::DUP });
        self.copy(index, None)?;
        self.asm.int(self.sink.pool, id as i32)?;
        self.asm.call(self.sink.pool, set(kind))?;
        Ok(())
    }

    /// Records the store of an array element before it happens.
    pub(super) fn store_element(&mut self, index: usize, frame: &Frame) -> Emission {
        let (kind, method) = match self.source.code.insns[index].op {
            op::IASTORE => (Kind::Int, store(Kind::Int)),
            op::LASTORE => (Kind::Long, store(Kind::Long)),
            op::FASTORE => (Kind::Float, store(Kind::Float)),
            op::DASTORE => (Kind::Double, store(Kind::Double)),
            op::AASTORE => (Kind::Ref, store(Kind::Ref)),
            op::CASTORE => (Kind::Char, store(Kind::Char)),
            op::SASTORE => (Kind::Short, store(Kind::Short)),
            _ => match self.array_class(frame) {
                Some(b"[B") => (Kind::Byte, store(Kind::Byte)),
                Some(b"[Z") => (Kind::Boolean, store(Kind::Boolean)),
                _ => (Kind::Byte, STORE_BYTE_OR_BOOLEAN),
            },
        };
        self.need(3);
        let value = self.temporary(0, 1 + usize::from(kind.is_wide()))?;
        self.asm.store(kind, value);
        self.asm.op(op::DUP2);
        self.asm.load(kind, value);
        self.asm.call(self.sink.pool, method)?;
        self.asm.load(kind, value);
        self.copy(index, Some(frame))
    }

    /// The class of the array that a store instruction is about to change, if known.
    fn array_class(&self, frame: &Frame) -> Option<&[u8]> {
        match frame.stack.get(frame.stack.len().checked_sub(3)?)? {
            VType::Object(id) => Some(self.sink.names.name(*id)),
            _ => None,
        }
    }

    /// Whether an instruction calls `super()` or `this()` on the object under construction.
    pub(super) fn is_super_call(&self, index: usize, frame: &Frame) -> bool {
        let Ok(method) = self.sink.pool.member(self.source.code.constant(index)) else {
            return false;
        };
        let Ok(descriptor) = MethodDescriptor::parse(method.descriptor) else {
            return false;
        };
        let receiver = frame
            .stack
            .len()
            .checked_sub(descriptor.parameters.len() + 1);
        method.name == b"<init>" && receiver.is_some_and(|at| frame.stack[at] == VType::UninitThis)
    }

    /// Calls `super()` or `this()`, then makes up for what could not be recorded before it.
    pub(super) fn super_call(&mut self, index: usize, frame: &Frame) -> Emission {
        self.push_guard(Guard::None);
        self.copy(index, Some(frame))?;
        self.push_guard(Guard::Usual);
        if frame.local(0) != VType::UninitThis {
            return Ok(());
        }
        self.need(4);
        if let Some(plan) = self.source.plan {
            self.asm.load(Kind::Ref, 0);
            self.asm.int(self.sink.pool, plan.routine as i32)?;
            self.asm.call(self.sink.pool, RECEIVER)?;
        }
        for constant in self.early_fields.clone() {
            let kind = self.field_kind(constant)?;
            let id = self.field(constant, false)?;
            self.asm.load(Kind::Ref, 0);
            self.asm.load(Kind::Ref, 0);
            self.asm.op_constant(op::GETFIELD, constant);
            self.asm.int(self.sink.pool, id as i32)?;
            self.asm.call(self.sink.pool, put(kind))?;
        }
        Ok(())
    }

    /// Copies a call, with records around it if it is known to write into an array it is given.
    pub(super) fn call(&mut self, index: usize, frame: &Frame) -> Emission {
        let method = self.sink.pool.member(self.source.code.constant(index))?;
        if intercept::is_clone(self.source.code.insns[index].op, &method) {
            self.need(2);
            self.asm.op(op::DUP);
            self.copy(index, Some(frame))?;
            self.asm.op(op::DUP_X1);
            self.asm.call(self.sink.pool, CLONED)?;
            return Ok(());
        }
        let descriptor = MethodDescriptor::parse(method.descriptor)?;
        let opcode = self.source.code.insns[index].op;
        let is_recorded = self.source.plan.is_some();
        if is_recorded || intercept::keeps_state_in_others(self.source.method.class) {
            let change = intercept::changed_receiver(opcode, &method, &descriptor);
            if let Some(change) = change {
                return self.call_that_changes(index, frame, &descriptor, change);
            }
        }
        if is_recorded && intercept::is_wait(opcode, &method) {
            self.asm.call(self.sink.pool, RELEASE)?;
        }
        match intercept::written_array(&method, &descriptor) {
            Some((array, range)) => self.call_that_writes(index, frame, &descriptor, array, range),
            None if is_recorded => self.call_with_loans(index, frame, &method, &descriptor),
            None => self.copy(index, Some(frame)),
        }
    }

    /// Copies a call that changes the object it is called on, and has that looked at before the next record.
    fn call_that_changes(
        &mut self,
        index: usize,
        frame: &Frame,
        descriptor: &MethodDescriptor<'_>,
        change: Change,
    ) -> Emission {
        self.need(3);
        match change {
            Change::Returned => {
                // What is appended may be made by recorded code, whose records come before the change.
                self.copy(index, Some(frame))?;
                self.asm.op(op::DUP);
                self.asm.call(self.sink.pool, REREAD)?;
                return Ok(());
            }
            Change::Kept => {
                let (kept, words) = self.temporaries(descriptor)?;
                let object = self.temporary(words, 1)?;
                for &(kind, slot) in kept.iter().rev() {
                    self.asm.store(kind, slot);
                }
                self.asm.op(op::DUP);
                self.asm.store(Kind::Ref, object);
                for &(kind, slot) in &kept {
                    self.asm.load(kind, slot);
                }
                self.copy(index, Some(frame))?;
                self.asm.load(Kind::Ref, object);
                self.asm.call(self.sink.pool, REREAD)?;
                return Ok(());
            }
            Change::Below(0) => self.asm.op(op::DUP),
            Change::Below(1) => {
                self.asm.op(op::DUP2);
                self.asm.op(op::POP);
            }
            Change::Below(_) => {
                self.asm.op(op::DUP2_X1);
                self.asm.op(op::POP2);
                self.asm.op(op::DUP_X2);
            }
        }
        self.asm.call(self.sink.pool, REREAD)?;
        self.copy(index, Some(frame))
    }

    /// Temporaries for the arguments of a call, each with its kind, and how many slots they take.
    pub(super) fn temporaries(
        &mut self,
        descriptor: &MethodDescriptor<'_>,
    ) -> Emission<(Vec<(Kind, u16)>, usize)> {
        let mut kept = Vec::new();
        let mut offset = 0;
        for parameter in &descriptor.parameters {
            let kind = kind(parameter)?;
            let size = 1 + usize::from(kind.is_wide());
            kept.push((kind, self.temporary(offset, size)?));
            offset += size;
        }
        Ok((kept, offset))
    }

    /// Keeps the arguments of a call in temporaries, so that the array can be recorded before and after it.
    fn call_that_writes(
        &mut self,
        index: usize,
        frame: &Frame,
        descriptor: &MethodDescriptor<'_>,
        array: usize,
        range: Range,
    ) -> Emission {
        let (kept, _) = self.temporaries(descriptor)?;
        self.need(4);
        for &(kind, slot) in kept.iter().rev() {
            self.asm.store(kind, slot);
        }
        let (_, array) = kept[array];
        self.asm.load(Kind::Ref, array);
        self.asm.call(self.sink.pool, TOUCH)?;
        for &(kind, slot) in &kept {
            self.asm.load(kind, slot);
        }
        let start = self.asm.position();
        self.copy(index, Some(frame))?;
        self.watch_call(start, index, frame, array);
        self.asm.load(Kind::Ref, array);
        if let Range::One(at) = range {
            self.asm.load(Kind::Int, kept[at].1);
            self.asm.op(op::DUP);
            self.asm.int(self.sink.pool, 1)?;
            self.asm.op(op::IADD);
            self.asm.call(self.sink.pool, CHANGED_RANGE)?;
            return Ok(());
        }
        let mut int = |argument: usize| self.asm.load(Kind::Int, kept[argument].1);
        let method = match range {
            Range::Whole | Range::One(_) => CHANGED,
            Range::FromTo(from, to) => {
                int(from);
                int(to);
                CHANGED_RANGE
            }
            Range::FromLength(from, length) => {
                int(from);
                int(from);
                int(length);
                self.asm.op(op::IADD);
                CHANGED_RANGE
            }
            Range::Span { at, begin, end } => {
                int(at);
                int(at);
                int(end);
                int(begin);
                self.asm.op(op::ISUB);
                self.asm.op(op::IADD);
                CHANGED_RANGE
            }
        };
        self.asm.call(self.sink.pool, method)?;
        Ok(())
    }

    /// The handler of a call that failed in the middle of writing: records the array and passes the exception on.
    pub(super) fn record_failed_call(&mut self, array: u16) -> Emission {
        self.need(1);
        self.asm.load(Kind::Ref, array);
        self.asm.call(self.sink.pool, CHANGED)?;
        self.asm.op(op::ATHROW);
        Ok(())
    }
}
