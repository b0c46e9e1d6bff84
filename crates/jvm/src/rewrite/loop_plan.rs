//! What is recorded of a loop: its kind, its condition and its locals.

use std::collections::BTreeSet;

use crate::classfile::descriptor::text;
use crate::classfile::frames::{TypeNames, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::{ClassError, Result};
use crate::contract::{Kind, LocalDef, LoopKind, ParameterDef};

use super::debug::{Variable, local_variables};
use super::loops::Loop;
use super::plan::Analysed;

/// The bytes of locals that a loop's records carry at most. The runtime class makes room for twice as much before it
/// opens a record, which has line bits and values seen for the first time in it too.
const MAX_LOCALS_BYTES: usize = 4096;

/// A local variable that the records of a loop carry.
#[derive(Debug, Clone, Copy)]
pub struct LoopLocal {
    /// The slot it is read from: its own, or the copy of a for-each loop's variable.
    pub slot: u16,
    /// How its value is written.
    pub kind: Kind,
    /// Whether it is live at the header.
    pub at_header: bool,
    /// Whether iterations and the exit write it.
    pub is_repeated: bool,
}

/// A loop with its id.
pub struct LoopPlan {
    /// The id given to it.
    pub id: u32,
    /// The locals of its records, in order.
    pub locals: Vec<LoopLocal>,
    /// The variable of a for-each loop.
    pub element: Option<Element>,
    /// The blocks that test its condition at the top: leaving from one is not the end of an iteration.
    pub conditions: Vec<usize>,
}

/// The variable that a for-each loop assigns at the start of its body.
///
/// It is an input of the iteration, but its scope ends before the jump back, so the verifier no longer knows it there.
/// A new local keeps a copy of it until the iteration is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// The instruction that stores it.
    pub store: usize,
    /// Its slot.
    pub slot: u16,
    /// The kind of the store, which does not know the narrow ones.
    pub stored: Kind,
    /// The slot of the copy.
    pub copy: u16,
}

/// Finds the locals of loops.
pub struct LocalFinder<'f, 'm> {
    /// The method.
    pub analysed: &'f Analysed<'m>,
    /// Its constants.
    pub pool: &'f Pool<'f>,
    /// Its LocalVariableTable.
    pub variables: &'f [Variable],
    /// Its parameters.
    pub parameters: &'f [ParameterDef],
}

impl LocalFinder<'_, '_> {
    /// The locals of a loop: those live at the header, then the variable of a for-each loop.
    ///
    /// With a LocalVariableTable only named variables count: the others are the compiler's own. Without one every slot
    /// at the header does. Of more than [`MAX_LOCALS_BYTES`] the later ones are left out.
    pub fn locals(
        &self,
        l: &Loop,
        element: Option<Element>,
        names: &TypeNames,
    ) -> Result<Vec<(LoopLocal, LocalDef)>> {
        let flow = self.analysed.flow;
        let header = flow.blocks[l.header].start;
        let frame = self.analysed.known.get(&header);
        let frame = frame.ok_or(ClassError::Malformed("a loop has no frame"))?;
        let mut locals = Vec::new();
        for slot in u16::from(!self.analysed.method.is_static)..frame.locals.len() as u16 {
            let verified = frame.local(slot);
            let variable = self
                .variables
                .iter()
                .find(|v| v.slot == slot && (v.start..v.end).contains(&header));
            if variable.is_some() || self.variables.is_empty() {
                locals.extend(self.local(l, slot, verified, variable, true, names));
            }
        }
        if let Some(element) = element {
            let variable = self.variable_stored_by(element.store, element.slot);
            let verified = match element.stored {
                Kind::Long => VType::Long,
                Kind::Float => VType::Float,
                Kind::Double => VType::Double,
                Kind::Ref => VType::Null,
                _ => VType::Int,
            };
            let found = self.local(l, element.slot, verified, variable, false, names);
            locals.extend(found.map(|(local, definition)| {
                let slot = element.copy;
                (LoopLocal { slot, ..local }, definition)
            }));
        }
        let mut room = MAX_LOCALS_BYTES;
        locals.retain(|(local, _)| {
            let left = room.checked_sub(if local.kind.is_wide() { 8 } else { 4 });
            room = left.unwrap_or(room);
            left.is_some()
        });
        Ok(locals)
    }

    /// Whether some instruction of the loop writes the slot.
    fn assigns(&self, l: &Loop, slot: u16) -> bool {
        let Analysed { code, flow, .. } = *self.analysed;
        let blocks = l.blocks.iter().map(|&block| &flow.blocks[block]);
        blocks
            .flat_map(|block| block.start..block.end)
            .filter_map(|insn| code.local(insn))
            .any(|(opcode, written)| {
                written == slot
                    && (opcode == op::IINC || (op::ISTORE..=op::ASTORE).contains(&opcode))
            })
    }

    /// The variable whose scope starts right after an instruction that stores it.
    fn variable_stored_by(&self, store: usize, slot: u16) -> Option<&Variable> {
        let variables = self.variables.iter();
        variables
            .into_iter()
            .find(|v| v.slot == slot && v.start == store + 1)
    }

    /// The variable of a for-each loop, or of one that looks like it: what the first store of the body assigns.
    pub fn element(&self, l: &Loop, kind: LoopKind) -> Option<Element> {
        let Analysed { code, flow, .. } = *self.analysed;
        if !matches!(kind, LoopKind::Array | LoopKind::Iterator) {
            return None;
        }
        let body = flow.blocks[l.header].end;
        let block = *flow.block_of.get(body)?;
        l.blocks.binary_search(&block).ok()?;
        let is_store = |opcode: u8| (op::ISTORE..=op::ASTORE).contains(&opcode);
        let (store, (opcode, slot)) = (body..flow.blocks[block].end)
            .filter_map(|insn| Some((insn, code.local(insn)?)))
            .find(|(_, (opcode, _))| is_store(*opcode))?;
        if !self.variables.is_empty() {
            self.variable_stored_by(store, slot)?;
        }
        let stored = match opcode {
            op::ISTORE => Kind::Int,
            op::LSTORE => Kind::Long,
            op::FSTORE => Kind::Float,
            op::DSTORE => Kind::Double,
            _ => Kind::Ref,
        };
        Some(Element {
            store,
            slot,
            stored,
            copy: 0,
        })
    }

    fn local(
        &self,
        l: &Loop,
        slot: u16,
        verified: VType,
        variable: Option<&Variable>,
        at_header: bool,
        names: &TypeNames,
    ) -> Option<(LoopLocal, LocalDef)> {
        let parameter = self.parameters.iter().find(|p| p.slot == slot);
        let declared = match variable {
            Some(variable) => self.pool.utf8(variable.descriptor).ok().map(text),
            None => parameter.map(|p| p.descriptor.clone()),
        };
        let declared_kind = declared
            .as_deref()
            .and_then(|text| Kind::of_descriptor(text.as_bytes()));
        let general = general_kind(verified)?;
        let kind = declared_kind.filter(|&k| k == general || general == Kind::Int && k < Kind::Int);
        let descriptor = match (kind, verified) {
            (Some(_), _) => declared,
            (None, VType::Object(id)) => Some(match names.name(id) {
                array @ [b'[', ..] => text(array),
                class => format!("L{};", text(class)),
            }),
            _ => None,
        };
        let name = match variable {
            Some(variable) => self.pool.utf8(variable.name).ok().map(text),
            None => parameter.and_then(|p| p.name.clone()),
        };
        let kind = kind.unwrap_or(general);
        let varies = self.assigns(l, slot);
        Some((
            LoopLocal {
                slot,
                kind,
                at_header,
                is_repeated: varies || !at_header,
            },
            LocalDef {
                slot,
                name,
                kind,
                descriptor,
                at_header,
                varies,
            },
        ))
    }
}

/// How a value of a verified type is written; the verifier does not know the narrow kinds.
pub fn general_kind(verified: VType) -> Option<Kind> {
    Some(match verified {
        VType::Int => Kind::Int,
        VType::Long => Kind::Long,
        VType::Float => Kind::Float,
        VType::Double => Kind::Double,
        VType::Null | VType::Object(_) => Kind::Ref,
        _ => return None,
    })
}

/// The blocks that test the condition of a loop tested at the top, none if there is no such test.
///
/// From the header on, blocks that end in a conditional jump belong to the condition (`a && b`, `a || b`) until a new
/// statement starts. `if (a || b) break;` as the first statement is the same code as a longer condition; only the line
/// table tells where a statement starts. `while (!(x instanceof A a))` gives `a` its value on the way out.
pub fn conditions(analysed: &Analysed<'_>, l: &Loop) -> Vec<usize> {
    let Analysed {
        code, flow, lines, ..
    } = *analysed;
    let stays = |block: usize| l.blocks.binary_search(&block).is_ok();
    let line = lines.of(flow.blocks[l.header].start);
    let is_test = |block: usize| {
        let start = flow.blocks[block].start;
        let last = flow.blocks[block].end - 1;
        let is_statement = lines.starts_at(start) && lines.of(start) != line;
        let opcode = |index: usize| code.local(index).map_or(code.insns[index].op, |(op, _)| op);
        let binds = || {
            let shape = [op::ALOAD, op::CHECKCAST, op::ASTORE, op::GOTO];
            (start..=last).map(opcode).eq(shape)
        };
        (op::is_conditional(code.insns[last].op) || binds())
            && l.latches.binary_search(&last).is_err()
            && (block == l.header || !is_statement)
    };
    let mut found = BTreeSet::new();
    let mut work = vec![l.header];
    while let Some(block) = work.pop() {
        if stays(block) && is_test(block) && found.insert(block) {
            work.extend(&flow.blocks[block].successors);
        }
    }
    let leaves = |block: usize| flow.blocks[block].successors.iter().any(|&s| !stays(s));
    if !found.iter().any(|&block| leaves(block)) {
        found.clear();
    }
    found.into_iter().collect()
}

/// Guesses how a loop was written from where it is tested and what its header reads.
pub fn loop_kind(
    analysed: &Analysed<'_>,
    pool: &Pool<'_>,
    l: &Loop,
    conditions: &[usize],
) -> LoopKind {
    let Analysed { code, flow, .. } = *analysed;
    let header = &flow.blocks[l.header];
    if conditions.is_empty() {
        let mut latches = l.latches.iter();
        let leaves = |block: usize| {
            let mut successors = flow.blocks[block].successors.iter();
            successors.any(|s| l.blocks.binary_search(s).is_err())
        };
        let is_tested = latches.any(|&latch| leaves(flow.block_of[latch]));
        return if is_tested {
            LoopKind::Bottom
        } else {
            LoopKind::Endless
        };
    }
    let calls_has_next = (header.start..header.end).any(|index| {
        code.insns[index].op == op::INVOKEINTERFACE
            && pool
                .member(code.constant(index))
                .is_ok_and(|m| m.class == b"java/util/Iterator" && m.name == b"hasNext")
    });
    if calls_has_next {
        return LoopKind::Iterator;
    }
    if is_array_loop(analysed, pool, l) {
        LoopKind::Array
    } else {
        LoopKind::Top
    }
}

/// A for-each loop over an array compares two locals that have no names and starts by loading an element.
fn is_array_loop(analysed: &Analysed<'_>, pool: &Pool<'_>, l: &Loop) -> bool {
    let Analysed { code, flow, .. } = *analysed;
    let variables = local_variables(code, pool);
    let header = &flow.blocks[l.header];
    let ops: Vec<u8> = (header.start..header.end)
        .map(|i| code.insns[i].op)
        .collect();
    let is_unnamed_load = |index: usize| {
        code.local(index).is_some_and(|(opcode, slot)| {
            opcode <= op::ALOAD
                && !variables
                    .iter()
                    .any(|v| v.slot == slot && (v.start..v.end).contains(&header.start))
        })
    };
    let compares = header.end - header.start == 3
        && ops.last() == Some(&op::IF_ICMPGE)
        && is_unnamed_load(header.start)
        && is_unnamed_load(header.start + 1);
    let body = header.end;
    compares
        && body + 2 < code.insns.len()
        && is_unnamed_load(body)
        && is_unnamed_load(body + 1)
        && matches!(code.insns[body + 2].op, op::IALOAD..=op::SALOAD)
}
