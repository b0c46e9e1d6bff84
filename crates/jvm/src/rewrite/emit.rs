//! Writing the new code of a method.
//!
//! Instructions are copied in order, with code put around them. Every instruction keeps a label at which jumps arrive,
//! before what was put in front of it. Code that belongs to an edge of the control flow (leaving a loop, repeating it)
//! stands in line where control falls through or jumps unconditionally, and behind the method's own code where a
//! conditional jump or a switch would have to pass it. Code put there is covered by the handlers that cover the place
//! it is reached from, so that an error in it takes the same way.

use std::collections::{BTreeMap, HashMap};

use crate::classfile::Result;
use crate::classfile::assemble::{Assembler, Label, Unfinished};
use crate::classfile::code::Code;
use crate::classfile::frames::{Frame, TypeNames, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::contract::{Definitions, RELEASE};

use super::flow::Action;
use super::method::Method;
use super::own::Own;
use super::plan::Plan;
use super::simulate::{Context, step};
use super::zoom::Probes;

/// What an emitter reads.
pub struct Source<'m> {
    /// The id of the class.
    pub class: u32,
    /// The method.
    pub method: &'m Method<'m>,
    /// Its code.
    pub code: &'m Code<'m>,
    /// The frame it starts with.
    pub initial: &'m Frame,
    /// The frames where paths join.
    pub known: &'m BTreeMap<usize, Frame>,
    /// Whether `known` comes from a StackMapTable, and a new one is to be written.
    pub has_table: bool,
    /// The constant that names the id field of the class, if it has one.
    pub id_field: Option<u16>,
    /// The methods of the class, each with whether its writes are recorded.
    pub declared: &'m HashMap<(Vec<u8>, Vec<u8>), bool>,
    /// Whether only writes to fields of other classes are told.
    pub only_foreign: bool,
    /// The instruction up to which nobody has seen the receiver, if only writes are recorded; see [`super::silent`].
    pub unseen: usize,
    /// The plan, if calls are recorded and not only writes.
    pub plan: Option<&'m Plan<'m>>,
    /// Its probes, if it is looked at closely.
    pub probes: Option<&'m Probes>,
}

/// What an emitter adds to.
pub struct Sink<'s, 'a> {
    /// The constants.
    pub pool: &'s mut Pool<'a>,
    /// The class names in frames.
    pub names: &'s mut TypeNames,
    /// The ids.
    pub definitions: &'s mut dyn Definitions,
    /// Ids of fields already asked for, by constant and whether they are static.
    pub fields: &'s mut HashMap<(u16, bool), u32>,
}

/// Which handler for exceptional exits covers a stretch of a constructor (or of any other method).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// None: the call of `super()` itself, where `this` is neither raw nor made.
    None,
    /// Before it: `this` must stay in slot 0.
    BeforeSuper,
    /// After it, and everywhere else.
    Usual,
}

/// The new code and where everything went.
pub struct Emitted {
    /// The instructions.
    pub bytes: Vec<u8>,
    /// Offsets at which jumps to an instruction arrive.
    pub starts: Vec<usize>,
    /// Offsets after an instruction and what follows it unconditionally.
    pub ends: Vec<usize>,
    /// Offsets of the instructions themselves.
    pub selves: Vec<usize>,
    /// The frames by offset.
    pub frames: BTreeMap<usize, Frame>,
    /// Stretches behind the code (from, to, instruction whose handlers cover it).
    pub outlying: Vec<(usize, usize, usize)>,
    /// Rows for the start of the exception table: (from, to, handler), each catching everything.
    pub watches: Vec<(usize, usize, usize)>,
    /// Rows for the end of the exception table: (from, to, handler), each catching everything.
    pub guards: Vec<(usize, usize, usize)>,
    /// Operand stack size.
    pub max_stack: usize,
    /// Local variable slots.
    pub max_locals: usize,
}

/// Code behind the method's own that serves all edges with the same actions.
struct Shared {
    label: Label,
    to: usize,
    actions: Vec<Action>,
}

struct Trampoline {
    label: Label,
    frame: Frame,
    leaves: Vec<usize>,
    target: Label,
    source: usize,
}

/// A call that may fail after it has written into an array.
struct WatchedCall {
    start: usize,
    end: usize,
    source: usize,
    /// The state at its handler.
    frame: Frame,
    array: u16,
}

/// Writes one method.
pub struct Emitter<'e, 's, 'a> {
    pub(super) source: &'e Source<'e>,
    pub(super) sink: &'e mut Sink<'s, 'a>,
    pub(super) asm: Assembler,
    /// Whether conditional jumps are written in their long form.
    is_wide: bool,
    labels: Vec<Label>,
    starts: Vec<usize>,
    ends: Vec<usize>,
    selves: Vec<usize>,
    frames: BTreeMap<usize, Frame>,
    shared: Vec<Shared>,
    trampolines: Vec<Trampoline>,
    watched: Vec<WatchedCall>,
    outlying: Vec<(usize, usize, usize)>,
    guards: Vec<(usize, Guard)>,
    /// Fields set before `super()`, by their constants.
    pub(super) early_fields: Vec<u16>,
    /// Which values on the stack are the receiver.
    pub(super) own: Own,
    /// Stack slots in use before the current instruction.
    slots: usize,
    max_stack: usize,
    temporaries: usize,
}

type Emission<T> = std::result::Result<T, Unfinished>;

impl<'e, 's, 'a> Emitter<'e, 's, 'a> {
    /// An emitter; with `is_wide` all jumps reach everywhere.
    pub fn new(source: &'e Source<'e>, sink: &'e mut Sink<'s, 'a>, is_wide: bool) -> Self {
        let mut asm = Assembler::new(source.plan.is_none());
        let labels = source.code.insns.iter().map(|_| asm.label()).collect();
        Emitter {
            source,
            sink,
            asm,
            is_wide,
            labels,
            starts: Vec::new(),
            ends: Vec::new(),
            selves: Vec::new(),
            frames: BTreeMap::new(),
            shared: Vec::new(),
            trampolines: Vec::new(),
            watched: Vec::new(),
            outlying: Vec::new(),
            guards: Vec::new(),
            early_fields: Vec::new(),
            own: Own::new(source.method, source.code),
            slots: 0,
            max_stack: usize::from(source.code.max_stack),
            temporaries: 0,
        }
    }

    /// Writes everything.
    pub fn run(mut self) -> Emission<Emitted> {
        let source = self.source;
        if let Some(plan) = source.plan {
            self.prologue(plan)?;
            for action in plan.flow.actions(None, 0) {
                self.action(action, None, source.initial)?;
            }
        }
        let mut state = Some(source.initial.clone());
        for index in 0..source.code.insns.len() {
            if let (Some(frame), true) = (&state, index > 0) {
                self.fall_through(index, frame)?;
            }
            if let Some(known) = source.known.get(&index) {
                self.own.join(known);
                state = Some(known.clone());
            }
            self.asm.bind(self.labels[index]);
            self.starts.push(self.asm.position());
            if source.has_table && source.known.contains_key(&index) {
                self.add_frame(source.known[&index].clone());
            }
            match &mut state {
                Some(frame) => {
                    self.slots = frame.stack_slots();
                    self.instruction(index, frame)?;
                    let context = Context {
                        code: source.code,
                        pool: self.sink.pool,
                        class: source.method.class,
                    };
                    step(&context, self.sink.names, index, frame)?;
                    self.own.step(source.code, index, frame);
                    if !op::falls_through(source.code.insns[index].op) {
                        state = None;
                    }
                }
                None => self.copy(index, None)?,
            }
            self.ends.push(self.asm.position());
        }
        self.outlying_code()?;
        let watches = self.failed_calls()?;
        let guards = self.guard_rows()?;
        let base = source.plan.map_or(source.code.max_locals, |p| p.layout.end);
        Ok(Emitted {
            bytes: self.asm.finish()?,
            starts: self.starts,
            ends: self.ends,
            selves: self.selves,
            frames: self.frames,
            outlying: self.outlying,
            watches,
            guards,
            max_stack: self.max_stack,
            max_locals: usize::from(base) + self.temporaries,
        })
    }

    /// Makes room for that many stack slots above those in use.
    pub(super) fn need(&mut self, slots: usize) {
        self.max_stack = self.max_stack.max(self.slots + slots);
    }

    /// The slot of a temporary that is `offset` slots into the free ones and takes `size`.
    pub(super) fn temporary(&mut self, offset: usize, size: usize) -> Result<u16> {
        self.temporaries = self.temporaries.max(offset + size);
        let base = self
            .source
            .plan
            .map_or(self.source.code.max_locals, |p| p.layout.end);
        let slot = usize::from(base) + offset;
        u16::try_from(slot)
            .ok()
            .filter(|&slot| usize::from(slot) + size <= usize::from(u16::MAX))
            .ok_or(crate::classfile::ClassError::TooLarge(
                "the number of locals",
            ))
    }

    /// Declares the types at this place.
    pub(super) fn add_frame(&mut self, mut frame: Frame) {
        if self.source.has_table {
            if let Some(plan) = self.source.plan {
                plan.layout.add_to(&mut frame, self.sink.names);
            }
            self.frames.insert(self.asm.position(), frame);
        }
    }

    fn instruction(&mut self, index: usize, frame: &Frame) -> Emission<()> {
        let code = self.source.code;
        let opcode = code.insns[index].op;
        self.set_guard(frame);
        if self.source.only_foreign {
            return self.tell_foreign(index, frame);
        }
        if let Some(plan) = self.source.plan {
            self.resynchronise(plan, index)?;
            self.probe(plan, index)?;
            self.look_closely(index)?;
        }
        match opcode {
            op::PUTFIELD => self.put_field(index, frame)?,
            op::PUTSTATIC => self.put_static(index)?,
            op::IASTORE..=op::SASTORE => self.store_element(index, frame)?,
            op::INVOKESPECIAL if self.is_super_call(index, frame) => {
                self.super_call(index, frame)?
            }
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => self.call(index, frame)?,
            op::MONITOREXIT if self.source.plan.is_some() => {
                self.asm.call(self.sink.pool, RELEASE)?;
                self.copy(index, Some(frame))?;
            }
            op::IRETURN..=op::RETURN => {
                if let Some(plan) = self.source.plan {
                    self.exit(plan, index, frame)?;
                }
                self.copy(index, Some(frame))?;
            }
            _ => self.copy(index, Some(frame))?,
        }
        if let Some(plan) = self.source.plan {
            self.keep_element(plan, index);
        }
        Ok(())
    }

    /// Copies an instruction; jumps go through the code of their edges when the state is known.
    pub(super) fn copy(&mut self, index: usize, frame: Option<&Frame>) -> Emission<()> {
        let code = self.source.code;
        let opcode = code.insns[index].op;
        if op::is_goto(opcode) || op::is_jsr(opcode) {
            let target = code.branch_target(index).unwrap_or(0);
            let label = match frame {
                Some(frame) => {
                    let (leaves, label) = self.edge(index, target);
                    for l in leaves {
                        self.leave(l, Some(index), frame)?;
                    }
                    label
                }
                None => self.labels[target],
            };
            self.selves.push(self.asm.position());
            let jump = if op::is_goto(opcode) {
                op::GOTO
            } else {
                op::JSR
            };
            self.jump(jump, label);
        } else if let Some(target) = code.branch_target(index) {
            let after = self.after(index, frame)?;
            let label = self.conditional_edge(index, target, after.as_ref());
            self.selves.push(self.asm.position());
            if self.is_wide {
                let next = self.asm.label();
                self.asm.branch(op::inverted(opcode), next);
                self.jump(op::GOTO, label);
                self.asm.bind(next);
                if let Some(after) = after {
                    self.add_frame(after);
                }
            } else {
                self.asm.branch(opcode, label);
            }
        } else if let Some(switch) = code.switch(index) {
            let after = self.after(index, frame)?;
            let default = self.conditional_edge(index, switch.default, after.as_ref());
            let targets: Vec<Label> = switch
                .targets
                .iter()
                .map(|&target| self.conditional_edge(index, target, after.as_ref()))
                .collect();
            self.selves.push(self.asm.position());
            self.asm.switch(opcode, switch, default, &targets);
        } else {
            self.selves.push(self.asm.position());
            self.asm.raw(code.raw(index));
        }
        Ok(())
    }

    /// Writes a `goto` or `jsr` of the right width.
    pub(super) fn jump(&mut self, opcode: u8, label: Label) {
        match self.is_wide {
            true => self
                .asm
                .branch_wide(opcode + (op::GOTO_W - op::GOTO), label),
            false => self.asm.branch(opcode, label),
        }
    }

    /// Starts a handler behind the code: only the exception is on the stack.
    pub(super) fn begin_handler(&mut self) {
        self.slots = 1;
    }

    /// The state after a jump has taken its operands.
    fn after(&mut self, index: usize, frame: Option<&Frame>) -> Result<Option<Frame>> {
        let Some(frame) = frame else { return Ok(None) };
        let mut after = frame.clone();
        let context = Context {
            code: self.source.code,
            pool: self.sink.pool,
            class: self.source.method.class,
        };
        step(&context, self.sink.names, index, &mut after)?;
        Ok(Some(after))
    }

    /// The loops left on an edge, innermost first, and where to go after that.
    fn edge(&mut self, from: usize, to: usize) -> (Vec<usize>, Label) {
        let mut leaves = Vec::new();
        let mut rest = Vec::new();
        if let Some(plan) = self.source.plan {
            for action in plan.flow.actions(Some(from), to) {
                match action {
                    Action::Leave(l) => leaves.push(l),
                    action => rest.push(action),
                }
            }
        }
        let label = if rest.is_empty() {
            self.labels[to]
        } else {
            self.shared(to, rest)
        };
        (leaves, label)
    }

    fn shared(&mut self, to: usize, actions: Vec<Action>) -> Label {
        if let Some(shared) = self
            .shared
            .iter()
            .find(|s| s.to == to && s.actions == actions)
        {
            return shared.label;
        }
        let label = self.asm.label();
        self.shared.push(Shared { label, to, actions });
        label
    }

    /// Where a conditional jump or switch has to go so that its edge's code runs.
    fn conditional_edge(&mut self, from: usize, to: usize, after: Option<&Frame>) -> Label {
        let Some(after) = after else {
            return self.labels[to];
        };
        let (leaves, target) = self.edge(from, to);
        if leaves.is_empty() {
            return target;
        }
        let same = self.trampolines.iter().find(|t| {
            t.source == from && t.target == target && t.leaves == leaves && t.frame == *after
        });
        if let Some(same) = same {
            return same.label;
        }
        let label = self.asm.label();
        let frame = after.clone();
        self.trampolines.push(Trampoline {
            label,
            frame,
            leaves,
            target,
            source: from,
        });
        label
    }

    /// The code of the edge by which control falls through to an instruction.
    fn fall_through(&mut self, to: usize, frame: &Frame) -> Emission<()> {
        let Some(plan) = self.source.plan else {
            return Ok(());
        };
        self.slots = frame.stack_slots();
        let actions = plan.flow.actions(Some(to - 1), to);
        if actions.iter().any(|a| matches!(a, Action::Iterate(_))) {
            let (leaves, label) = self.edge(to - 1, to);
            for l in leaves {
                self.leave(l, Some(to - 1), frame)?;
            }
            self.jump(op::GOTO, label);
        } else {
            for action in actions {
                self.action(action, Some(to - 1), frame)?;
            }
        }
        Ok(())
    }

    /// Writes what was put off: trampolines, then the shared code they may lead to.
    fn outlying_code(&mut self) -> Emission<()> {
        for trampoline in std::mem::take(&mut self.trampolines) {
            let start = self.asm.position();
            self.slots = trampoline.frame.stack_slots();
            self.set_guard(&trampoline.frame);
            self.asm.bind(trampoline.label);
            self.add_frame(trampoline.frame.clone());
            for l in trampoline.leaves {
                self.leave(l, Some(trampoline.source), &trampoline.frame)?;
            }
            self.jump(op::GOTO, trampoline.target);
            self.outlying
                .push((start, self.asm.position(), trampoline.source));
        }
        for shared in std::mem::take(&mut self.shared) {
            let Some(frame) = self.source.known.get(&shared.to).cloned() else {
                let missing = "a jump target has no frame";
                return Err(crate::classfile::ClassError::Malformed(missing).into());
            };
            let start = self.asm.position();
            self.slots = frame.stack_slots();
            self.set_guard(&frame);
            self.asm.bind(shared.label);
            self.add_frame(frame.clone());
            for &action in &shared.actions {
                self.action(action, None, &frame)?;
            }
            self.jump(op::GOTO, self.labels[shared.to]);
            self.outlying.push((start, self.asm.position(), shared.to));
        }
        Ok(())
    }

    /// Notes that a call just written, from `start` on, gets a handler of its own.
    pub(super) fn watch_call(&mut self, start: usize, source: usize, frame: &Frame, array: u16) {
        let mut frame = Frame {
            locals: frame.locals.clone(),
            stack: vec![VType::Object(self.sink.names.id(b"java/lang/Throwable"))],
        };
        frame.set_local(
            array,
            VType::Object(self.sink.names.id(b"java/lang/Object")),
        );
        self.watched.push(WatchedCall {
            start,
            end: self.asm.position(),
            source,
            frame,
            array,
        });
    }

    /// Writes the handlers of watched calls and gives their rows.
    fn failed_calls(&mut self) -> Emission<Vec<(usize, usize, usize)>> {
        let mut rows = Vec::new();
        for call in std::mem::take(&mut self.watched) {
            let handler = self.asm.position();
            self.begin_handler();
            self.set_guard(&call.frame);
            self.add_frame(call.frame);
            self.record_failed_call(call.array)?;
            self.outlying
                .push((handler, self.asm.position(), call.source));
            rows.push((call.start, call.end, handler));
        }
        Ok(rows)
    }

    /// Notes which handler for exceptional exits covers what follows.
    fn set_guard(&mut self, frame: &Frame) {
        let guard = if !frame.locals.contains(&VType::UninitThis) {
            Guard::Usual
        } else if frame.local(0) == VType::UninitThis {
            Guard::BeforeSuper
        } else {
            Guard::None
        };
        self.push_guard(guard);
    }

    pub(super) fn push_guard(&mut self, guard: Guard) {
        if self.guards.last().is_none_or(|&(_, last)| last != guard) {
            self.guards.push((self.asm.position(), guard));
        }
    }

    /// Writes the handlers for exceptional exits and gives their rows.
    fn guard_rows(&mut self) -> Emission<Vec<(usize, usize, usize)>> {
        let Some(plan) = self.source.plan.filter(|plan| !cannot_throw(plan)) else {
            return Ok(Vec::new());
        };
        let guards = std::mem::take(&mut self.guards);
        let end = self.asm.position();
        let mut rows = Vec::new();
        for wanted in [Guard::BeforeSuper, Guard::Usual] {
            let ranges: Vec<(usize, usize)> = guards
                .iter()
                .enumerate()
                .filter(|(_, (_, guard))| *guard == wanted)
                .map(|(i, &(from, _))| (from, guards.get(i + 1).map_or(end, |next| next.0)))
                .filter(|(from, to)| from < to)
                .collect();
            if !ranges.is_empty() {
                let handler = self.asm.position();
                self.exceptional_exit(plan, wanted)?;
                rows.extend(ranges.into_iter().map(|(from, to)| (from, to, handler)));
            }
        }
        Ok(rows)
    }
}

/// Whether a routine is so simple that only the recorder could fail in it.
fn cannot_throw(plan: &Plan<'_>) -> bool {
    use crate::contract::Trivial::{Empty, Getter, Setter};
    matches!(plan.trivial, Some(Empty | Getter | Setter))
}
