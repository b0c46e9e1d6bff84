//! The plan for a recorded method: its ids, its units and loops, and the new local variables.

use std::collections::{BTreeMap, HashMap};

use crate::classfile::code::Code;
use crate::classfile::descriptor::{kind, text};
use crate::classfile::frames::{Frame, TypeNames, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::{ClassError, Result};
use crate::contract::{
    Definitions, Kind, LocalDef, LoopDef, LoopKind, ParameterDef, RoutineDef, Trivial, UnitDef,
};

use super::debug::{Lines, Variable, local_variables};
use super::flow::{Flow, Loop};
use super::method::Method;
use super::simulate::{Context, step, walk};
use super::units::Units;

/// A local variable that the records of a loop carry.
#[derive(Debug, Clone, Copy)]
pub struct LoopLocal {
    /// Its slot.
    pub slot: u16,
    /// How its value is written.
    pub kind: Kind,
    /// Its verified type: at the header, or for a variable of the body at the end of every iteration.
    pub verified: VType,
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
    /// The blocks that test its condition at the top: leaving from one is not the end of an iteration.
    pub conditions: Vec<usize>,
}

/// Where the bits of one nesting level live.
#[derive(Debug, Clone, Copy)]
pub struct Bits {
    /// The slot of word 0, word 1 two slots on; none when no region of the level has more than one unit.
    pub slot: Option<u16>,
    /// The number of words.
    pub words: u16,
}

/// The new local variables of a recorded method. They are assigned before anything else and live everywhere.
pub struct Layout {
    /// The depth of the shadow stack, in methods with handlers or loops.
    pub depth: Option<u16>,
    /// Bits by nesting level; level 0 is the routine itself.
    pub levels: Vec<Bits>,
    /// The first slot after them, free for short-lived temporaries.
    pub end: u16,
}

impl Layout {
    /// Adds the new locals to a frame.
    pub fn add_to(&self, frame: &mut Frame) {
        if let Some(slot) = self.depth {
            frame.set_local(slot, VType::Int);
        }
        for bits in &self.levels {
            if let Some(slot) = bits.slot {
                for word in 0..bits.words {
                    frame.set_local(slot + 2 * word, VType::Long);
                }
            }
        }
    }
}

/// The plan for one recorded method.
pub struct Plan {
    /// The id given to the routine.
    pub routine: u32,
    /// Slots and kinds of its parameters.
    pub parameters: Vec<(u16, Kind)>,
    /// The kind of its result.
    pub result: Option<Kind>,
    /// Why it is trivial, if so.
    pub trivial: Option<Trivial>,
    /// Its units.
    pub units: Units,
    /// Its loops, in the order of [`Flow::loops`].
    pub loops: Vec<LoopPlan>,
    /// Its new locals.
    pub layout: Layout,
}

/// Everything known of a method's code when it is planned.
pub struct Analysed<'m> {
    /// The method.
    pub method: &'m Method<'m>,
    /// Its code.
    pub code: &'m Code<'m>,
    /// Its control flow.
    pub flow: &'m Flow,
    /// Its lines.
    pub lines: &'m Lines,
    /// The frame it starts with.
    pub initial: &'m Frame,
    /// The frames where paths join.
    pub known: &'m BTreeMap<usize, Frame>,
    /// The id of its class.
    pub class: u32,
    /// The hash of its code.
    pub code_hash: u64,
    /// Names from the MethodParameters attribute.
    pub parameter_names: Vec<Option<String>>,
}

impl Plan {
    /// Plans a method and defines it.
    pub fn new(
        analysed: &Analysed<'_>,
        pool: &Pool<'_>,
        names: &mut TypeNames,
        definitions: &mut dyn Definitions,
    ) -> Result<Plan> {
        let Analysed {
            method,
            code,
            flow,
            lines,
            ..
        } = *analysed;
        let variables = local_variables(code, pool);
        let units = Units::new(code, flow, lines);
        let parameters = parameters(analysed, pool, &variables)?;
        let trivial = super::trivial::classify(method, code, pool);
        let (first_line, last_line) = lines.range(0..code.insns.len());
        let routine = definitions.routine(&RoutineDef {
            class: analysed.class,
            name: text(method.name),
            descriptor: text(method.descriptor),
            access: method.access,
            trivial,
            parameters: parameters.clone(),
            first_line,
            last_line,
            code_hash: analysed.code_hash,
            units: units
                .units
                .iter()
                .map(|u| UnitDef {
                    region: u.region as u16,
                    lines: u.lines.clone(),
                })
                .collect(),
        });
        let finder = LocalFinder {
            analysed,
            pool,
            variables: &variables,
            parameters: &parameters,
        };
        let at_latches = states_at_latches(analysed, pool, names)?;
        let mut loops = Vec::with_capacity(flow.loops.len());
        for (index, l) in flow.loops.iter().enumerate() {
            let locals = finder.locals(l, &at_latches, names)?;
            let insns = || {
                l.blocks
                    .iter()
                    .flat_map(|&b| flow.blocks[b].start..flow.blocks[b].end)
            };
            let (first_line, last_line) = lines.range(insns());
            let id = definitions.r#loop(&LoopDef {
                routine,
                index: index as u16,
                parent: l.parent.map(|p| p as u16),
                level: l.level,
                kind: loop_kind(analysed, pool, l),
                header_line: lines.of(flow.blocks[l.header].start),
                first_line,
                last_line,
                locals: locals.iter().map(|(_, def)| def.clone()).collect(),
            });
            loops.push(LoopPlan {
                id,
                locals: locals.into_iter().map(|(local, _)| local).collect(),
                conditions: conditions(analysed, l),
            });
        }
        Ok(Plan {
            routine,
            parameters: parameters
                .iter()
                .map(|p| Ok((p.slot, kind(p.descriptor.as_bytes())?)))
                .collect::<Result<_>>()?,
            result: method.parsed.result.map(kind).transpose()?,
            trivial,
            layout: layout(code, flow, &units)?,
            units,
            loops,
        })
    }
}

fn parameters(
    analysed: &Analysed<'_>,
    pool: &Pool<'_>,
    variables: &[Variable],
) -> Result<Vec<ParameterDef>> {
    let mut slot = u16::from(!analysed.method.is_static);
    let mut parameters = Vec::new();
    for (position, descriptor) in analysed.method.parsed.parameters.iter().enumerate() {
        let from_table = variables.iter().find(|v| v.slot == slot && v.start == 0);
        let given = analysed.parameter_names.get(position).cloned().flatten();
        let name = given.or_else(|| Some(text(pool.utf8(from_table?.name).ok()?)));
        parameters.push(ParameterDef {
            slot,
            name,
            descriptor: text(descriptor),
        });
        slot += 1 + u16::from(kind(descriptor)?.is_wide());
    }
    if slot > analysed.code.max_locals {
        return Err(ClassError::Malformed(
            "a method has no room for its parameters",
        ));
    }
    Ok(parameters)
}

/// Assigns slots after the method's own.
fn layout(code: &Code<'_>, flow: &Flow, units: &Units) -> Result<Layout> {
    let mut end = code.max_locals;
    let mut take = |slots: u16| -> Result<u16> {
        let slot = end;
        end = end
            .checked_add(slots)
            .ok_or(ClassError::TooLarge("the number of locals"))?;
        Ok(slot)
    };
    let needs_depth = !code.handlers.is_empty() || !flow.loops.is_empty();
    let depth = if needs_depth { Some(take(1)?) } else { None };
    let deepest = flow.loops.iter().map(|l| l.level).max().unwrap_or(0);
    let mut levels = Vec::new();
    for level in 0..=deepest {
        let at_level = flow
            .loops
            .iter()
            .enumerate()
            .filter(|(_, l)| l.level == level);
        let regions = at_level
            .map(|(index, _)| index + 1)
            .chain((level == 0).then_some(0));
        let most = regions
            .map(|region| units.counts[region])
            .max()
            .unwrap_or(0);
        let words = most.div_ceil(64).max(1) as u16;
        let slot = if most > 1 {
            Some(take(2 * words)?)
        } else {
            None
        };
        levels.push(Bits { slot, words });
    }
    Ok(Layout { depth, levels, end })
}

/// The states in which loops are repeated, by the instruction that jumps back.
fn states_at_latches(
    analysed: &Analysed<'_>,
    pool: &Pool<'_>,
    names: &mut TypeNames,
) -> Result<HashMap<usize, Frame>> {
    let mut states = HashMap::new();
    if analysed.flow.loops.is_empty() {
        return Ok(states);
    }
    let mut latches: Vec<usize> = analysed
        .flow
        .loops
        .iter()
        .flat_map(|l| l.latches.iter().copied())
        .collect();
    latches.sort_unstable();
    let context = Context {
        code: analysed.code,
        pool,
        class: analysed.method.class,
    };
    walk(
        &context,
        names,
        analysed.initial,
        analysed.known,
        |insn, frame| {
            if latches.binary_search(&insn).is_ok() {
                states.insert(insn, frame.clone());
            }
            Ok(())
        },
    )?;
    for (&insn, frame) in &mut states {
        step(&context, names, insn, frame)?;
    }
    Ok(states)
}

struct LocalFinder<'f, 'm> {
    analysed: &'f Analysed<'m>,
    pool: &'f Pool<'f>,
    variables: &'f [Variable],
    parameters: &'f [ParameterDef],
}

impl LocalFinder<'_, '_> {
    /// The locals of a loop: those live at the header, then those of the body.
    ///
    /// With a LocalVariableTable only named variables count: the others are the compiler's own. Without one every slot
    /// at the header does.
    fn locals(
        &self,
        l: &Loop,
        at_latches: &HashMap<usize, Frame>,
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
        for variable in self.body_variables(l) {
            let mut types = l.latches.iter().map(|latch| {
                at_latches
                    .get(latch)
                    .map_or(VType::Top, |state| state.local(variable.slot))
            });
            let verified = types.next().unwrap_or(VType::Top);
            let is_free = frame.local(variable.slot) == VType::Top;
            if is_free && types.all(|other| other == verified) {
                locals.extend(self.local(l, variable.slot, verified, Some(variable), false, names));
            }
        }
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

    /// The variables whose scope ends with the body of the loop: the one of a for-each loop and the outermost ones
    /// declared in it. What ends earlier shares its slot with others.
    fn body_variables(&self, l: &Loop) -> Vec<&Variable> {
        let blocks = &self.analysed.flow.blocks;
        let first = blocks[l.header].start;
        let end = l.blocks.last().map_or(first, |&b| blocks[b].end);
        let is_inside = |v: &&Variable| v.start > first && v.end <= end && v.start < v.end;
        let Some(body_end) = self.variables.iter().filter(is_inside).map(|v| v.end).max() else {
            return Vec::new();
        };
        let mut found: Vec<&Variable> = self
            .variables
            .iter()
            .filter(is_inside)
            .filter(|v| v.end == body_end)
            .collect();
        found.sort_by_key(|v| v.slot);
        found.dedup_by_key(|v| v.slot);
        found
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
        let declared_kind = declared.as_deref().and_then(Kind::of_descriptor);
        let general = match verified {
            VType::Int => Kind::Int,
            VType::Long => Kind::Long,
            VType::Float => Kind::Float,
            VType::Double => Kind::Double,
            VType::Null | VType::Object(_) => Kind::Ref,
            _ => return None,
        };
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
                verified,
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

/// The blocks that test the condition of a loop tested at the top: from the header on, as long as a block may leave the
/// loop and is on the header's line. (`while (a && b)` and an `if (!b) break;` as its first statement are the same code; only
/// their lines tell them apart.)
fn conditions(analysed: &Analysed<'_>, l: &Loop) -> Vec<usize> {
    let Analysed {
        code, flow, lines, ..
    } = *analysed;
    let is_test = |block: usize| {
        let last = flow.blocks[block].end - 1;
        let leaves = |s: &usize| l.blocks.binary_search(s).is_err();
        op::is_conditional(code.insns[last].op)
            && l.latches.binary_search(&last).is_err()
            && flow.blocks[block].successors.iter().any(leaves)
    };
    let line = lines.of(flow.blocks[l.header].start);
    let mut found: Vec<usize> = Vec::new();
    let mut next = Some(l.header);
    while let Some(block) = next.filter(|&b| is_test(b) && !found.contains(&b)) {
        if (flow.blocks[block].start..flow.blocks[block].end).any(|insn| lines.of(insn) != line) {
            break;
        }
        found.push(block);
        let stays = |s: &&usize| l.blocks.binary_search(s).is_ok();
        next = flow.blocks[block].successors.iter().find(stays).copied();
    }
    found
}

/// Guesses how a loop was written from the blocks at its two ends and what its header reads.
fn loop_kind(analysed: &Analysed<'_>, pool: &Pool<'_>, l: &Loop) -> LoopKind {
    let Analysed { code, flow, .. } = *analysed;
    let header = &flow.blocks[l.header];
    let leaves = |block: usize| {
        let block = &flow.blocks[block];
        op::is_conditional(code.insns[block.end - 1].op)
            && block
                .successors
                .iter()
                .any(|s| l.blocks.binary_search(s).is_err())
    };
    let is_tested_below = l
        .latches
        .iter()
        .any(|&latch| op::is_conditional(code.insns[latch].op) && leaves(flow.block_of[latch]));
    if is_tested_below && !leaves(l.header) || l.latches == [header.end - 1] && is_tested_below {
        return LoopKind::Bottom;
    }
    if !leaves(l.header) {
        return LoopKind::Endless;
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
