//! The plan for a recorded method: its ids, its units and loops, and the new local variables.

use std::collections::BTreeMap;

use crate::classfile::code::Code;
use crate::classfile::descriptor::{kind, text};
use crate::classfile::frames::{Frame, TypeNames, VType};
use crate::classfile::pool::Pool;
use crate::classfile::{ClassError, Result, access};
use crate::contract::{
    Definitions, Kind, LoopDef, LoopKind, ParameterDef, RoutineDef, Trivial, UnitDef,
};

use super::debug::{Lines, Variable, local_variables};
use super::flow::Flow;
use super::loop_plan::{Element, LocalFinder, LoopPlan, conditions, loop_kind};
use super::method::Method;
use super::units::{Unit, Units};

/// Where the bits of one nesting level live.
#[derive(Debug, Clone, Copy)]
pub struct Bits {
    /// The slot of word 0, word 1 two slots on; none when each region of the level has no unit but its first code.
    pub slot: Option<u16>,
    /// The number of words.
    pub words: u16,
    /// Whether it is one `int` to which every unit, running at most once, adds its bit: `iinc` is much shorter code
    /// than `lor`. JIT compilers inline short methods only.
    pub is_int: bool,
}

/// The bits that `iinc` can add.
const INT_BITS: usize = 15;

/// The new local variables of a recorded method. They are assigned before anything else and live everywhere.
pub struct Layout {
    /// The depth of the shadow stack, in methods with handlers or loops.
    pub depth: Option<u16>,
    /// Bits by nesting level; level 0 is the routine itself.
    pub levels: Vec<Bits>,
    /// Copies of the variables of for-each loops.
    pub copies: Vec<(u16, Kind)>,
    /// The first slot after them, free for short-lived temporaries.
    pub end: u16,
}

impl Layout {
    /// Adds the new locals to a frame.
    pub fn add_to(&self, frame: &mut Frame, names: &mut TypeNames) {
        for &(slot, kind) in &self.copies {
            let verified = match kind {
                Kind::Long => VType::Long,
                Kind::Float => VType::Float,
                Kind::Double => VType::Double,
                // Everything is an Object, without a class being loaded to prove it.
                Kind::Ref => VType::Object(names.id(b"java/lang/Object")),
                _ => VType::Int,
            };
            frame.set_local(slot, verified);
        }
        if let Some(slot) = self.depth {
            frame.set_local(slot, VType::Int);
        }
        for bits in &self.levels {
            if let Some(slot) = bits.slot {
                for word in 0..bits.words {
                    let verified = if bits.is_int { VType::Int } else { VType::Long };
                    frame.set_local(slot + 2 * word, verified);
                }
            }
        }
    }
}

/// The plan for one recorded method.
pub struct Plan<'m> {
    /// Its control flow.
    pub flow: &'m Flow,
    /// The id given to the routine.
    pub routine: u32,
    /// Slots and kinds of its parameters.
    pub parameters: Vec<(u16, Kind)>,
    /// The kind of its result.
    pub result: Option<Kind>,
    /// Whether it holds a monitor from its beginning to its end.
    pub is_synchronized: bool,
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
    /// The frames where paths join.
    pub known: &'m BTreeMap<usize, Frame>,
    /// The id of its class.
    pub class: u32,
    /// The hash of its code.
    pub code_hash: u64,
    /// Names from the MethodParameters attribute.
    pub parameter_names: Vec<Option<String>>,
}

impl<'m> Plan<'m> {
    /// Plans a method and defines it.
    pub fn new(
        analysed: &Analysed<'m>,
        pool: &Pool<'_>,
        names: &mut TypeNames,
        definitions: &mut dyn Definitions,
    ) -> Result<Plan<'m>> {
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
        let mut conditions: Vec<Vec<usize>> =
            flow.loops.iter().map(|l| conditions(analysed, l)).collect();
        let kinds: Vec<LoopKind> = flow
            .loops
            .iter()
            .zip(&conditions)
            .map(|(l, conditions)| loop_kind(analysed, pool, l, conditions))
            .collect();
        let elements = flow.loops.iter().zip(&kinds);
        let mut elements: Vec<Option<Element>> =
            elements.map(|(l, &kind)| finder.element(l, kind)).collect();
        let layout = layout(code, flow, &units, &mut elements)?;
        let mut loops = Vec::with_capacity(flow.loops.len());
        for (index, l) in flow.loops.iter().enumerate() {
            let locals = finder.locals(l, elements[index], names)?;
            let blocks = l.blocks.iter().map(|&block| &flow.blocks[block]);
            let (first_line, last_line) = lines.range(blocks.flat_map(|b| b.start..b.end));
            let id = definitions.r#loop(&LoopDef {
                routine,
                index: index as u16,
                parent: l.parent.map(|p| p as u16),
                level: l.level,
                kind: kinds[index],
                header_line: lines.of(flow.blocks[l.header].start),
                first_line,
                last_line,
                locals: locals.iter().map(|(_, def)| def.clone()).collect(),
            });
            loops.push(LoopPlan {
                id,
                locals: locals.into_iter().map(|(local, _)| local).collect(),
                element: elements[index],
                conditions: std::mem::take(&mut conditions[index]),
            });
        }
        Ok(Plan {
            flow,
            routine,
            is_synchronized: method.access & access::SYNCHRONIZED != 0,
            parameters: parameters
                .iter()
                .map(|p| Ok((p.slot, kind(p.descriptor.as_bytes())?)))
                .collect::<Result<_>>()?,
            result: method.parsed.result.map(kind).transpose()?,
            trivial,
            layout,
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
fn layout(
    code: &Code<'_>,
    flow: &Flow,
    units: &Units,
    elements: &mut [Option<Element>],
) -> Result<Layout> {
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
        let entries = at_level.map(|(index, l)| (index + 1, flow.blocks[l.header].start));
        let entries: Vec<(usize, usize)> = entries.chain((level == 0).then_some((0, 0))).collect();
        let counts = entries.iter().map(|&(region, _)| units.counts[region]);
        let most = counts.max().unwrap_or(0);
        let is_always_run = |unit: &Unit| {
            let mut entries = entries.iter().filter(|(region, _)| *region == unit.region);
            entries.all(|&(_, entry)| unit.start == entry)
        };
        let words = most.div_ceil(64).max(1) as u16;
        // Iterations that are passed over add up, so a loop's units may run more than once between two records.
        let is_int = level == 0 && most <= INT_BITS && flow.repeats_only_in_loops();
        let slot = if !units.units.iter().all(is_always_run) {
            Some(take(if is_int { 1 } else { 2 * words })?)
        } else {
            None
        };
        levels.push(Bits {
            slot,
            words,
            is_int,
        });
    }
    let mut copies = Vec::new();
    for element in elements.iter_mut().flatten() {
        element.copy = take(1 + u16::from(element.stored.is_wide()))?;
        copies.push((element.copy, element.stored));
    }
    Ok(Layout {
        depth,
        levels,
        copies,
        end,
    })
}
