//! Made-up traces: a program that never was, run by a random number generator, recorded for real.
//!
//! - [`program`]: the classes and routines it pretends to have.
//! - [`actor`]: one strand of it, writing records.
//! - This page: plans, and playing one into a sealer or any other sink of slots.
//!
//! The same plan always gives the same records. A [`Witness`] is told the truth as it happens, so that tests can compare what a
//! reader makes of the records with what was meant.

pub mod actor;
pub mod program;

use crate::error::Error;
use crate::frame::Stamp;
use crate::sealer::Sealer;
use crate::value::Target;
use actor::{Actor, Ids};

/// What the made-up program mostly does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Calls and hardly anything else.
    Calls,
    /// Calls, loops, objects and writes.
    Mixed,
    /// A few writes of fields and array elements for every call, like a parser.
    Writes,
}

/// A made-up run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Calls to make, over all strands.
    pub calls: u64,
    /// Strands; the first starts the others.
    pub strands: u32,
    /// Whether all strands share one ring, as virtual threads do.
    pub shared_ring: bool,
    pub profile: Profile,
    pub seed: u64,
    /// Bytes of records in a slot.
    pub slot_bytes: usize,
    /// Whether every call returns in the end.
    pub finish: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            calls: 1000,
            strands: 1,
            shared_ring: false,
            profile: Profile::Mixed,
            seed: 1,
            slot_bytes: (256 << 10) - crate::ring::SLOT_HEADER,
            finish: true,
        }
    }
}

/// What a node of the made-up program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Call(u32),
    Loop(u32),
    Pass(u32),
}

/// Is told what the program does. Every method does nothing unless it is overridden.
pub trait Witness {
    fn open(&mut self, _strand: u32, _part: Part) {}
    /// The innermost node ended; a pass that was no iteration and holds no nodes counts as never begun.
    fn close(&mut self, _strand: u32, _was_iteration: bool) {}
    /// A place got these bits.
    fn put(&mut self, _target: Target, _bits: u64) {}
    /// A strand was started by the innermost node of another.
    fn start(&mut self, _strand: u32, _started: u32) {}
    fn print(&mut self, _strand: u32, _bytes: &[u8]) {}
}

/// The witness that looks away.
impl Witness for () {}

/// Takes the slots of a made-up run, in order for each ring.
pub trait Sink {
    fn slot(&mut self, stamp: Stamp, records: &[u8]) -> Result<(), Error>;
}

impl Sink for &Sealer {
    fn slot(&mut self, stamp: Stamp, records: &[u8]) -> Result<(), Error> {
        self.seal(stamp, records)
    }
}

/// Defines the made-up program in a sealer and plays a plan into it.
pub fn record(plan: Plan, mut sealer: &Sealer, witness: &mut impl Witness) -> Result<(), Error> {
    for definition in program::definitions(plan.strands) {
        sealer.add_definition(definition)?;
    }
    play(plan, &mut sealer, witness)
}

/// Plays a plan. The definitions of [`program::definitions`] are taken to be known.
pub fn play(plan: Plan, sink: &mut impl Sink, witness: &mut impl Witness) -> Result<(), Error> {
    let mut ids = Ids::default();
    let strands = plan.strands.max(1);
    let share = plan.calls / u64::from(strands);
    let mut actors: Vec<Actor> = (1..=strands)
        .map(|number| {
            let first = plan.calls - share * u64::from(strands - 1);
            let calls = if number == 1 { first } else { share };
            Actor::new(number, calls, &plan)
        })
        .collect();
    let mut rings: Vec<Ring> = match plan.shared_ring {
        true => vec![Ring::new(1)],
        false => (1..=strands).map(Ring::new).collect(),
    };
    // Strands take turns; the first starts one more at each of its turns until all are there.
    let mut started = 1;
    let mut turn = 0u32;
    let mut handed_over = 0;
    loop {
        let mut active = false;
        for (index, actor) in actors.iter_mut().enumerate() {
            if index >= started as usize {
                break;
            }
            let ring = &mut rings[if plan.shared_ring { 0 } else { index }];
            if actor.is_done() {
                continue;
            }
            active = true;
            ring.switch(actor);
            if index == 0 && turn > 0 && started < strands && actor.has_begun() {
                started += 1;
                actor.start_strand(started, &mut ring.writer, witness);
                ring.publish(actor, &plan, sink, &mut handed_over)?;
            }
            for _ in 0..TURN {
                actor.act(&plan, &mut ids, &mut ring.writer, witness);
                ring.publish(actor, &plan, sink, &mut handed_over)?;
                if actor.is_done() {
                    break;
                }
            }
        }
        turn += 1;
        if !active && started == strands {
            break;
        }
        if !active {
            started += 1;
        }
    }
    for ring in &mut rings {
        ring.flush(sink, &mut handed_over)?;
    }
    Ok(())
}

/// Actions a strand takes before the next has its turn.
const TURN: usize = 500;

/// The slot that is being filled.
struct Ring {
    number: u32,
    sequence: u64,
    writer: crate::raw::write::RecordWriter,
    /// Bytes of the slot that whole records fill.
    filled: usize,
    stamp: Option<Stamp>,
    current: Option<u32>,
}

impl Ring {
    fn new(number: u32) -> Ring {
        Ring {
            number,
            sequence: 0,
            writer: Default::default(),
            filled: 0,
            stamp: None,
            current: None,
        }
    }

    /// Makes an actor the one whose records come next.
    fn switch(&mut self, actor: &mut Actor) {
        if self.current == Some(actor.number()) {
            return;
        }
        if self.current.is_some() {
            let step = actor.next_step();
            self.writer
                .head(crate::raw::tag::SWITCH, 0)
                .word(actor.number())
                .word(step);
        }
        self.current = Some(actor.number());
    }

    /// Takes in the records written since the last time; when they no longer fit, the slot before them is handed over.
    fn publish(
        &mut self,
        actor: &Actor,
        plan: &Plan,
        sink: &mut impl Sink,
        handed_over: &mut u64,
    ) -> Result<(), Error> {
        if self.writer.bytes.len() > plan.slot_bytes && self.filled > 0 {
            let rest = self.writer.bytes.split_off(self.filled);
            self.flush(sink, handed_over)?;
            self.writer.bytes = rest;
        }
        if self.stamp.is_none() {
            self.sequence += 1;
            self.stamp = Some(Stamp {
                ring: self.number,
                sequence: self.sequence,
                strand: actor.number(),
                step: actor.step(),
                depth: actor.depth_at_last_action(),
                turn: 0,
            });
        }
        self.filled = self.writer.bytes.len();
        Ok(())
    }

    /// Hands the slot over; `handed_over` counts those of all rings.
    fn flush(&mut self, sink: &mut impl Sink, handed_over: &mut u64) -> Result<(), Error> {
        if let Some(stamp) = self.stamp.take() {
            *handed_over += 1;
            let turn = *handed_over;
            sink.slot(Stamp { turn, ..stamp }, &self.writer.bytes[..self.filled])?;
        }
        self.writer.bytes.clear();
        self.filled = 0;
        Ok(())
    }
}
