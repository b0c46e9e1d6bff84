//! Probes: in the one routine that is looked at closely, the local variables are recorded at every statement.
//!
//! A probe is recorded as the call of a routine that does nothing and is given the variables, named after its line
//! ([`PROBE_NAME`]). So a recording with probes is a recording like any other. A statement starts where an entry of the
//! line table does while the operand stack is empty; its lines are those of the instructions up to the next one.

use std::collections::{BTreeMap, BTreeSet};

use crate::classfile::Result;
use crate::classfile::access;
use crate::classfile::assemble::Unfinished;
use crate::classfile::descriptor::text;
use crate::classfile::frames::{Frame, TypeNames, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::contract::{
    Definitions, END, ENTER, Kind, PROBE_NAME, ParameterDef, RoutineDef, Trivial, UnitDef, exit,
    value,
};

use super::debug::{Variable, local_variables};
use super::emit::Emitter;
use super::loop_plan::general_kind;
use super::plan::Analysed;
use super::simulate::{Context, step};

/// More variables than this are not recorded at one statement: a routine has no more parameters.
const MOST_VARIABLES: usize = 250;

/// The probes of a method by the instructions they stand before.
pub struct Probes(BTreeMap<usize, Probe>);

struct Probe {
    /// The routine that stands for it.
    routine: u32,
    has_receiver: bool,
    variables: Vec<(u16, Kind)>,
}

/// A place for a probe.
struct Place {
    insn: usize,
    has_receiver: bool,
    variables: Vec<ParameterDef>,
}

impl Probes {
    /// Plans the probes of a method and defines them.
    pub fn new(
        analysed: &Analysed<'_>,
        initial: &Frame,
        pool: &Pool<'_>,
        names: &mut TypeNames,
        definitions: &mut dyn Definitions,
    ) -> Result<Probes> {
        let places = places(analysed, initial, pool, names)?;
        let mut probes = BTreeMap::new();
        for (position, place) in places.iter().enumerate() {
            let end = places
                .get(position + 1)
                .map_or(analysed.code.insns.len(), |next| next.insn);
            let lines: BTreeSet<u32> = (place.insn..end)
                .filter_map(|insn| analysed.lines.of(insn))
                .collect();
            let Some(line) = analysed.lines.of(place.insn) else {
                continue;
            };
            let types = place.variables.iter().map(|v| v.descriptor.as_str());
            let routine = definitions.routine(&RoutineDef {
                class: analysed.class,
                name: format!("{PROBE_NAME}{line}"),
                descriptor: format!("({})V", types.collect::<String>()),
                access: match place.has_receiver {
                    true => access::SYNTHETIC,
                    false => access::SYNTHETIC | access::STATIC,
                },
                trivial: Some(Trivial::Generated),
                parameters: place.variables.clone(),
                first_line: Some(line),
                last_line: lines.last().copied(),
                code_hash: 0,
                units: vec![UnitDef {
                    region: 0,
                    lines: lines.into_iter().collect(),
                }],
            });
            let kind =
                |v: &ParameterDef| Some((v.slot, Kind::of_descriptor(v.descriptor.as_bytes())?));
            probes.insert(
                place.insn,
                Probe {
                    routine,
                    has_receiver: place.has_receiver,
                    variables: place.variables.iter().filter_map(kind).collect(),
                },
            );
        }
        Ok(Probes(probes))
    }
}

/// Where statements start, and the variables that have a value there.
fn places(
    analysed: &Analysed<'_>,
    initial: &Frame,
    pool: &Pool<'_>,
    names: &mut TypeNames,
) -> Result<Vec<Place>> {
    let Analysed { code, method, .. } = *analysed;
    let variables = local_variables(code, pool);
    let context = Context {
        code,
        pool,
        class: method.class,
    };
    let mut places = Vec::new();
    let mut state = Some(initial.clone());
    for insn in 0..code.insns.len() {
        if let Some(known) = analysed.known.get(&insn) {
            state = Some(known.clone());
        }
        let Some(frame) = &mut state else { continue };
        // Before `super()` the receiver cannot be shown to anybody.
        let is_raw = frame.locals.contains(&VType::UninitThis);
        if frame.stack.is_empty() && !is_raw && analysed.lines.starts_at(insn) {
            places.push(Place {
                insn,
                has_receiver: !method.is_static,
                variables: in_scope(&variables, insn, frame, method.is_static, pool),
            });
        }
        step(&context, names, insn, frame)?;
        if !op::falls_through(code.insns[insn].op) {
            state = None;
        }
    }
    Ok(places)
}

/// The variables with a name that have a value at an instruction.
fn in_scope(
    variables: &[Variable],
    insn: usize,
    frame: &Frame,
    is_static: bool,
    pool: &Pool<'_>,
) -> Vec<ParameterDef> {
    let is_there = |v: &&Variable| (v.start..v.end).contains(&insn) && (is_static || v.slot > 0);
    let definition = |v: &Variable| {
        let descriptor = pool.utf8(v.descriptor).ok()?;
        let general = general_kind(frame.local(v.slot))?;
        let kind = Kind::of_descriptor(descriptor)?;
        let fits = kind == general || general == Kind::Int && kind < Kind::Int;
        fits.then(|| ParameterDef {
            slot: v.slot,
            name: pool.utf8(v.name).ok().map(text),
            descriptor: text(descriptor),
        })
    };
    let mut found: Vec<ParameterDef> = variables
        .iter()
        .filter(is_there)
        .filter_map(definition)
        .collect();
    found.sort_by_key(|v| v.slot);
    found.truncate(MOST_VARIABLES);
    found
}

impl Emitter<'_, '_, '_> {
    /// Records the local variables, if a statement starts at an instruction and is looked at closely.
    pub(super) fn look_closely(&mut self, index: usize) -> std::result::Result<(), Unfinished> {
        let probe = self.source.probes.and_then(|Probes(all)| all.get(&index));
        let Some(probe) = probe else {
            return Ok(());
        };
        self.need(4);
        self.asm.int(self.sink.pool, probe.routine as i32)?;
        self.asm.call(self.sink.pool, ENTER)?;
        if probe.has_receiver {
            self.asm.load(Kind::Ref, 0);
            self.asm.call(self.sink.pool, value(Kind::Ref))?;
        }
        for &(slot, kind) in &probe.variables {
            self.asm.load(kind, slot);
            self.asm.call(self.sink.pool, value(kind))?;
        }
        self.asm.call(self.sink.pool, END)?;
        // Its only unit has run.
        self.asm.op(op::LCONST_1);
        self.asm.int(self.sink.pool, probe.routine as i32)?;
        self.asm.call(self.sink.pool, exit(None))?;
        Ok(())
    }
}
