//! The code that records calls, loops and lines.

use crate::classfile::assemble::Unfinished;
use crate::classfile::frames::{Frame, VType};
use crate::classfile::opcodes as op;
use crate::contract::{
    END, END_DEPTH, END_ITERATION, END_LEAVE, END_LOOP, ENTER, EXIT_THROW, ITERATION, Kind, LEAVE,
    LEAVE_BODY, LOOP, RAN, RELEASE, RESYNC, SELF, UNWIND, exit, value,
};

use super::emit::{Emitter, Guard};
use super::flow::Action;
use super::loop_plan::LoopLocal;
use super::plan::Plan;

type Emission = std::result::Result<(), Unfinished>;

impl Emitter<'_, '_, '_> {
    /// Records the call and sets up the new locals.
    pub(super) fn prologue(&mut self, plan: &Plan<'_>) -> Emission {
        self.need(4);
        self.asm.int(self.sink.pool, plan.routine as i32)?;
        self.asm.call(self.sink.pool, ENTER)?;
        let method = self.source.method;
        if !method.is_static && self.source.initial.local(0) != VType::UninitThis {
            self.asm.load(Kind::Ref, 0);
            match self.source.id_field {
                Some(id_field) => {
                    self.push_own_id(id_field);
                    self.asm.call(self.sink.pool, SELF)?;
                }
                None => self.asm.call(self.sink.pool, value(Kind::Ref))?,
            }
        }
        for &(slot, kind) in &plan.parameters {
            self.asm.load(kind, slot);
            self.asm.call(self.sink.pool, value(kind))?;
        }
        match plan.layout.depth {
            Some(slot) => {
                self.asm.call(self.sink.pool, END_DEPTH)?;
                self.asm.store(Kind::Int, slot);
            }
            None => self.asm.call(self.sink.pool, END)?,
        }
        self.start_bits(plan);
        for level in 1..plan.layout.levels.len() {
            self.clear_bits(plan, level);
        }
        for &(slot, kind) in &plan.layout.copies {
            self.clear(kind, slot);
        }
        Ok(())
    }

    /// Pushes the number of the receiver.
    pub(super) fn push_own_id(&mut self, id_field: u16) {
        self.asm.load(Kind::Ref, 0);
        self.asm.op_constant(op::GETFIELD, id_field);
    }

    /// Marks the unit that starts at an instruction as begun.
    pub(super) fn probe(&mut self, plan: &Plan<'_>, index: usize) -> Emission {
        let units = &plan.units.units;
        let Ok(position) = units.binary_search_by_key(&index, |unit| unit.start) else {
            return Ok(());
        };
        let unit = &units[position];
        let level = usize::from(plan.flow.level(index));
        let bits = plan.layout.levels[level];
        if index == 0 && unit.region == 0 {
            // The prologue has set it.
            return Ok(());
        }
        if let Some(slot) = bits.slot.filter(|_| bits.is_int) {
            self.asm.increase(slot, 1 << unit.bit);
        } else if let Some(slot) = bits.slot {
            self.need(4);
            let slot = slot + 2 * (unit.bit / 64) as u16;
            self.asm.load(Kind::Long, slot);
            self.asm
                .long(self.sink.pool, (1u64 << (unit.bit % 64)) as i64)?;
            self.asm.op(op::LOR);
            self.asm.store(Kind::Long, slot);
        }
        Ok(())
    }

    fn clear_bits(&mut self, plan: &Plan<'_>, level: usize) {
        let bits = plan.layout.levels[level];
        if let Some(slot) = bits.slot {
            self.need(2);
            for word in 0..bits.words {
                self.asm.op(op::LCONST_0);
                self.asm.store(Kind::Long, slot + 2 * word);
            }
        }
    }

    /// Starts the bits of the routine itself, with the unit of the first instruction unless that is in a loop.
    fn start_bits(&mut self, plan: &Plan<'_>) {
        let bits = plan.layout.levels[0];
        let has_begun = plan.units.units.first().is_some_and(|u| u.region == 0);
        if let Some(slot) = bits.slot {
            self.need(2);
            for word in 0..bits.words {
                let first = u8::from(has_begun && word == 0);
                if bits.is_int {
                    self.asm.op(op::ICONST_0 + first);
                    self.asm.store(Kind::Int, slot);
                } else {
                    self.asm.op(op::LCONST_0 + first);
                    self.asm.store(Kind::Long, slot + 2 * word);
                }
            }
        }
    }

    /// Sends the further words of a level's bits, at most `units` bits in all.
    fn send_further_bits(&mut self, plan: &Plan<'_>, level: usize, units: usize) -> Emission {
        let bits = plan.layout.levels[level];
        if let Some(slot) = bits.slot {
            for word in 1..bits
                .words
                .min(units.div_ceil(64).min(usize::from(u16::MAX)) as u16)
            {
                self.need(2);
                self.asm.load(Kind::Long, slot + 2 * word);
                self.asm.call(self.sink.pool, RAN)?;
            }
        }
        Ok(())
    }

    /// Pushes the first word of a level's bits. A level without a slot has one unit per region (or none), with which the
    /// region begins.
    fn push_bits(&mut self, plan: &Plan<'_>, level: usize, units: usize) {
        let bits = plan.layout.levels[level];
        match bits.slot {
            Some(slot) if bits.is_int => {
                self.asm.load(Kind::Int, slot);
                self.asm.op(op::I2L);
            }
            Some(slot) => self.asm.load(Kind::Long, slot),
            None => self.asm.op(op::LCONST_0 + units.min(1) as u8),
        }
    }

    /// Records the return, leaving all loops first.
    pub(super) fn exit(&mut self, plan: &Plan<'_>, index: usize, frame: &Frame) -> Emission {
        let block = plan.flow.block_of[index];
        let nest: Vec<usize> = plan.flow.nest(block).collect();
        for l in nest {
            self.leave(l, None, frame)?;
        }
        self.need(5);
        if let Some(result) = plan.result {
            self.asm
                .op(if result.is_wide() { op::DUP2 } else { op::DUP });
        }
        let units = plan.units.counts[0];
        self.send_further_bits(plan, 0, units)?;
        self.push_bits(plan, 0, units);
        self.asm.int(self.sink.pool, plan.routine as i32)?;
        self.asm.call(self.sink.pool, exit(plan.result))?;
        self.release_monitor(plan)
    }

    /// A synchronized method has ended, and its monitor is about to be released.
    fn release_monitor(&mut self, plan: &Plan<'_>) -> Emission {
        if plan.is_synchronized {
            self.asm.call(self.sink.pool, RELEASE)?;
        }
        Ok(())
    }

    /// Repairs the shadow stack at a handler.
    pub(super) fn resynchronise(&mut self, plan: &Plan<'_>, index: usize) -> Emission {
        let handlers = &self.source.code.handlers;
        let flow = plan.flow;
        let covered = handlers.iter().filter(|h| h.target == index);
        let deepest = covered
            .flat_map(|h| h.start..h.end)
            .map(|insn| flow.level(insn))
            .max();
        let (Some(deepest), Some(depth)) = (deepest, plan.layout.depth) else {
            return Ok(());
        };
        let level = flow.level(index);
        if deepest > level {
            self.unwind(plan, depth, level, deepest)?;
        } else {
            self.push_depth(depth, level)?;
            self.asm.call(self.sink.pool, RESYNC)?;
        }
        Ok(())
    }

    /// Closes the loops of the levels above `level` that an exception has left open.
    fn unwind(&mut self, plan: &Plan<'_>, depth: u16, level: u16, deepest: u16) -> Emission {
        for open in (level + 1..=deepest).rev() {
            let open = usize::from(open);
            self.send_further_bits(plan, open, usize::MAX)?;
            self.push_depth(depth, open as u16 - 1)?;
            self.push_bits(plan, open, 1);
            self.need(4);
            self.asm.call(self.sink.pool, UNWIND)?;
        }
        Ok(())
    }

    fn push_depth(&mut self, depth: u16, level: u16) -> Emission {
        self.need(2);
        self.asm.load(Kind::Int, depth);
        if level > 0 {
            self.asm.int(self.sink.pool, level.into())?;
            self.asm.op(op::IADD);
        }
        Ok(())
    }

    /// The handler for exceptions that leave the method.
    pub(super) fn exceptional_exit(&mut self, plan: &Plan<'_>, guard: Guard) -> Emission {
        let mut frame = Frame::default();
        if guard == Guard::BeforeSuper {
            frame.set_local(0, VType::UninitThis);
        }
        frame
            .stack
            .push(VType::Object(self.sink.names.id(b"java/lang/Throwable")));
        self.add_frame(frame);
        self.begin_handler();
        if let Some(depth) = plan.layout.depth {
            self.unwind(plan, depth, 0, plan.layout.levels.len() as u16 - 1)?;
        }
        self.need(4);
        self.asm.op(op::DUP);
        let units = plan.units.counts[0];
        self.send_further_bits(plan, 0, units)?;
        self.push_bits(plan, 0, units);
        self.asm.int(self.sink.pool, plan.routine as i32)?;
        self.asm.call(self.sink.pool, EXIT_THROW)?;
        self.release_monitor(plan)?;
        self.asm.op(op::ATHROW);
        Ok(())
    }

    /// Writes one action of an edge; `frame` is the state there.
    pub(super) fn action(
        &mut self,
        action: Action,
        from: Option<usize>,
        frame: &Frame,
    ) -> Emission {
        match action {
            Action::Leave(l) => self.leave(l, from, frame),
            Action::Iterate(l) => self.iterate(l, frame),
            Action::Enter(l) => self.enter_loop(l, frame),
        }
    }

    fn enter_loop(&mut self, l: usize, frame: &Frame) -> Emission {
        let Some(plan) = self.source.plan else {
            return Ok(());
        };
        self.need(4);
        self.asm.int(self.sink.pool, plan.loops[l].id as i32)?;
        self.asm.call(self.sink.pool, LOOP)?;
        for local in plan.loops[l].locals.iter().filter(|local| local.at_header) {
            self.append(local, frame)?;
        }
        self.asm.call(self.sink.pool, END_LOOP)?;
        self.clear_bits(plan, usize::from(plan.flow.loops[l].level));
        self.clear_element(plan, l);
        Ok(())
    }

    /// Records that a loop is left, by the instruction `from` or by a return.
    pub(super) fn leave(&mut self, l: usize, from: Option<usize>, frame: &Frame) -> Emission {
        let Some(plan) = self.source.plan else {
            return Ok(());
        };
        self.flush_loop(plan, l)?;
        let block = from.map(|from| plan.flow.block_of[from]);
        let by_condition = block.is_some_and(|block| plan.loops[l].conditions.contains(&block));
        let method = if by_condition { LEAVE } else { LEAVE_BODY };
        self.asm.call(self.sink.pool, method)?;
        for local in plan.loops[l]
            .locals
            .iter()
            .filter(|local| local.is_repeated)
        {
            self.append(local, frame)?;
        }
        self.asm.call(self.sink.pool, END_LEAVE)?;
        Ok(())
    }

    /// Records the end of an iteration, unless the runtime says that this one is passed over.
    fn iterate(&mut self, l: usize, frame: &Frame) -> Emission {
        let Some(plan) = self.source.plan else {
            return Ok(());
        };
        self.flush_loop(plan, l)?;
        self.asm.call(self.sink.pool, ITERATION)?;
        let (skip, next) = (self.asm.label(), self.asm.label());
        self.need(6);
        self.asm.op(op::DUP2);
        self.asm.op(op::LCONST_0);
        self.asm.op(op::LCMP);
        self.asm.branch(op::IFEQ, skip);
        self.clear_bits_above(plan, usize::from(plan.flow.loops[l].level));
        for local in plan.loops[l]
            .locals
            .iter()
            .filter(|local| local.is_repeated)
        {
            self.append(local, frame)?;
        }
        self.asm.call(self.sink.pool, END_ITERATION)?;
        self.asm.branch(op::GOTO, next);
        self.asm.bind(skip);
        let mut with_position = frame.clone();
        with_position.stack.push(VType::Long);
        self.add_frame(with_position);
        self.asm.op(op::POP2);
        self.asm.bind(next);
        self.add_frame(frame.clone());
        self.clear_element(plan, l);
        Ok(())
    }

    /// Clears bits while a record's position is on the stack.
    fn clear_bits_above(&mut self, plan: &Plan<'_>, level: usize) {
        self.need(4);
        self.clear_bits(plan, level);
    }

    fn flush_loop(&mut self, plan: &Plan<'_>, l: usize) -> Emission {
        let level = usize::from(plan.flow.loops[l].level);
        let units = plan.units.counts[l + 1];
        self.send_further_bits(plan, level, units)?;
        self.need(4);
        self.asm.int(self.sink.pool, plan.loops[l].id as i32)?;
        self.push_bits(plan, level, units);
        Ok(())
    }

    /// Appends the value of a local to an open record.
    fn append(&mut self, local: &LoopLocal, frame: &Frame) -> Emission {
        let is_there = !local.at_header
            || match frame.local(local.slot) {
                VType::Int => local.kind <= Kind::Int,
                VType::Long => local.kind == Kind::Long,
                VType::Float => local.kind == Kind::Float,
                VType::Double => local.kind == Kind::Double,
                other => local.kind == Kind::Ref && other.is_reference(),
            };
        self.need(4);
        if is_there {
            self.asm.load(local.kind, local.slot);
        } else {
            self.push_zero(local.kind);
        }
        self.asm.call(self.sink.pool, value(local.kind))?;
        Ok(())
    }

    /// Keeps a copy of the variable of a for-each loop, if an instruction has just stored it.
    pub(super) fn keep_element(&mut self, plan: &Plan<'_>, index: usize) {
        let elements = plan.loops.iter().filter_map(|l| l.element);
        if let Some(element) = elements.into_iter().find(|element| element.store == index) {
            self.need(2);
            self.asm.load(element.stored, element.slot);
            self.asm.store(element.stored, element.copy);
        }
    }

    /// Forgets the variable of a for-each loop before an iteration.
    fn clear_element(&mut self, plan: &Plan<'_>, l: usize) {
        if let Some(element) = plan.loops[l].element {
            self.clear(element.stored, element.copy);
        }
    }

    fn clear(&mut self, kind: Kind, slot: u16) {
        self.need(2);
        self.push_zero(kind);
        self.asm.store(kind, slot);
    }

    fn push_zero(&mut self, kind: Kind) {
        self.asm.op(match kind {
            Kind::Long => op::LCONST_0,
            Kind::Float => op::FCONST_0,
            Kind::Double => op::DCONST_0,
            Kind::Ref => op::ACONST_NULL,
            _ => op::ICONST_0,
        });
    }
}
