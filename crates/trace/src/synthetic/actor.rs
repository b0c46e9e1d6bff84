//! One strand of the made-up program: decides at random what to do next and writes the records of it.

use super::program::{self, LOOPS, ROUTINES};
use super::{Part, Plan, Profile, Witness};
use crate::kind::Kind;
use crate::raw::reference::FIRST_OBJECT;
use crate::raw::tag;
use crate::raw::write::RecordWriter;
use crate::value::{Ref, Target};

/// Deeper calls are not made.
const MAX_DEPTH: usize = 60;
/// Objects a strand remembers.
const POOL: usize = 64;
/// Elements of every array.
pub const ARRAY: u32 = 200;

/// Hands out identities; shared by all strands.
#[derive(Debug)]
pub struct Ids {
    next: u32,
}

impl Default for Ids {
    fn default() -> Self {
        Ids { next: FIRST_OBJECT }
    }
}

impl Ids {
    fn take(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

/// xorshift64*: quick, and good enough for made-up programs.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[derive(Clone, Debug)]
struct OpenLoop {
    id: u32,
    iterations: u32,
    made: u32,
    actions: u32,
}

#[derive(Clone, Debug)]
struct Frame {
    routine: u32,
    actions: u32,
    loops: Vec<OpenLoop>,
}

/// One strand.
#[derive(Debug)]
pub struct Actor {
    number: u32,
    calls_left: u64,
    random: Random,
    frames: Vec<Frame>,
    begun: bool,
    done: bool,
    step: u32,
    depth_before: u32,
    /// Calls made.
    clock: u32,
    nodes: Vec<u32>,
    ints: Vec<u32>,
    chars: Vec<u32>,
}

impl Actor {
    pub fn new(number: u32, calls: u64, plan: &Plan) -> Actor {
        let seed = plan
            .seed
            .wrapping_mul(0x9E37_79B9)
            .wrapping_add(u64::from(number))
            | 1;
        Actor {
            number,
            calls_left: calls,
            random: Random(seed),
            frames: Vec::new(),
            begun: false,
            done: calls == 0,
            step: 0,
            depth_before: 0,
            clock: 0,
            nodes: Vec::new(),
            ints: Vec::new(),
            chars: Vec::new(),
        }
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn is_done(&self) -> bool {
        self.done
    }

    pub fn has_begun(&self) -> bool {
        !self.frames.is_empty()
    }

    pub fn step(&self) -> u32 {
        self.step
    }

    /// The step of the switch to this strand that is made now.
    pub fn next_step(&mut self) -> u32 {
        let step = if self.begun { self.step + 1 } else { 0 };
        self.step = step;
        step
    }

    /// Open calls before the action whose records came last.
    pub fn depth_at_last_action(&self) -> u32 {
        self.depth_before
    }

    /// Starts another strand from the innermost node.
    pub fn start_strand(
        &mut self,
        started: u32,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) {
        self.depth_before = self.frames.len() as u32;
        out.head(tag::STRAND_START, 0).word(started);
        witness.start(self.number, started);
    }

    /// Does one thing.
    pub fn act(
        &mut self,
        plan: &Plan,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) {
        self.depth_before = self.frames.len() as u32;
        self.begun = true;
        if self.frames.is_empty() {
            if self.calls_left == 0 {
                self.done = true;
                return;
            }
            return self.call(1, ids, out, witness);
        }
        if self.calls_left == 0 {
            if plan.finish {
                self.leave(out, witness);
            } else {
                self.done = true;
            }
            return;
        }
        let frame = self.frames.last_mut().expect("a call is open");
        let actions = match frame.loops.last_mut() {
            Some(around) => &mut around.actions,
            None => &mut frame.actions,
        };
        if *actions == 0 {
            let outermost = self.frames.len() == 1 && self.frames[0].loops.is_empty();
            if outermost {
                // The outermost call goes on until all calls have been made.
                self.frames[0].actions = 1;
            } else {
                return self.leave(out, witness);
            }
        } else {
            *actions -= 1;
        }
        self.choose(plan.profile, ids, out, witness);
    }

    fn choose(
        &mut self,
        profile: Profile,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) {
        let (calls, loops, fields, elements) = match profile {
            Profile::Calls => (960, 5, 15, 5),
            Profile::Mixed => (450, 60, 250, 120),
            Profile::Writes => (220, 30, 420, 300),
        };
        // Code is static: the same place in a routine mostly does the same thing.
        let frame = self.frames.last().expect("a call is open");
        let left = frame
            .loops
            .last()
            .map_or(frame.actions, |open| open.actions + 8 * open.id);
        let place = mix(u64::from(frame.routine) << 32 | u64::from(left));
        let surprise = self.random.below(12) == 0;
        let choice = if surprise {
            self.random.below(1000)
        } else {
            place % 1000
        };
        let deep = self.frames.len() >= MAX_DEPTH;
        if choice < calls {
            if deep {
                return;
            }
            let callee = if surprise {
                self.random.next()
            } else {
                mix(place)
            };
            let routine = 2 + (callee % (u64::from(ROUTINES) - 1)) as u32;
            self.call(routine, ids, out, witness);
        } else if choice < calls + loops {
            self.enter_loop(out, witness);
        } else if choice < calls + loops + fields {
            self.put_field(ids, out, witness);
        } else if choice < calls + loops + fields + elements {
            self.store(ids, out, witness);
        } else {
            self.something_else(ids, out, witness);
        }
    }

    fn call(&mut self, id: u32, ids: &mut Ids, out: &mut RecordWriter, witness: &mut impl Witness) {
        self.calls_left -= 1;
        self.clock = self.clock.wrapping_add(1);
        let def = program::routine(id);
        let receiver = def.has_receiver().then(|| self.node(ids, out, witness));
        let values: Vec<(Kind, u64)> = def
            .parameters
            .iter()
            .map(|parameter| {
                (
                    parameter.kind,
                    self.value(parameter.kind, ids, out, witness),
                )
            })
            .collect();
        out.head(tag::ENTER, id);
        if let Some(receiver) = receiver {
            out.word(receiver);
        }
        for (kind, bits) in values {
            out.value(kind, bits);
        }
        witness.open(self.number, Part::Call(id));
        // Half of all calls do nothing that is recorded, as in real programs.
        let actions = self.random.below(14).saturating_sub(7) as u32;
        self.frames.push(Frame {
            routine: id,
            actions,
            loops: Vec::new(),
        });
    }

    fn enter_loop(&mut self, out: &mut RecordWriter, witness: &mut impl Witness) {
        let id = 1 + self.random.below(u64::from(LOOPS)) as u32;
        let frame = self.frames.last().expect("a call is open");
        // The same loop cannot be entered inside itself in one call, and few loops are nested deeply.
        if frame.loops.len() > 2 || frame.loops.iter().any(|open| open.id == id) {
            return;
        }
        let iterations = self.random.below(6) as u32;
        let actions = self.random.below(4) as u32;
        out.head(tag::LOOP_ENTER, id).word(iterations).word(0);
        witness.open(self.number, Part::Loop(id));
        witness.open(self.number, Part::Pass(id));
        let frame = self.frames.last_mut().expect("a call is open");
        frame.loops.push(OpenLoop {
            id,
            iterations,
            made: 0,
            actions,
        });
    }

    /// Ends the innermost iteration, loop or call.
    fn leave(&mut self, out: &mut RecordWriter, witness: &mut impl Witness) {
        let random = self.random.next();
        let frame = self.frames.last_mut().expect("a call is open");
        if let Some(around) = frame.loops.last_mut() {
            let blocks = usize::from(program::loop_(around.id).block_words);
            let ended = around.made >= around.iterations || self.calls_left == 0;
            let left_by_break = ended && random.is_multiple_of(4);
            let tag = match (ended, left_by_break) {
                (false, _) => tag::ITERATION,
                (true, true) => tag::LOOP_BREAK,
                (true, false) => tag::LOOP_EXIT,
            };
            out.head(tag, around.id);
            for _ in 0..blocks {
                out.word(random as u32 >> 8 & 0xF);
            }
            around.made += 1;
            out.word(around.made).word(0);
            witness.close(self.number, !ended || left_by_break);
            if ended {
                frame.loops.pop();
                witness.close(self.number, true);
            } else {
                around.actions = (random >> 16) as u32 % 4;
                witness.open(self.number, Part::Pass(around.id));
            }
            return;
        }
        let def = program::routine(frame.routine);
        if random.is_multiple_of(64) {
            out.head(tag::THROW, def.id).word(0);
        } else {
            out.head(tag::EXIT, def.id);
            let bits = if def.result == Kind::Ref {
                0
            } else {
                random >> 32 & 0xFF
            };
            out.value(def.result, bits);
        }
        for _ in 0..def.block_words {
            out.word(random as u32 & 0x3FF);
        }
        self.frames.pop();
        witness.close(self.number, true);
        self.done = self.frames.is_empty();
    }

    fn put_field(&mut self, ids: &mut Ids, out: &mut RecordWriter, witness: &mut impl Witness) {
        if self.random.below(16) == 0 {
            let bits = self.random.below(1000);
            out.head(tag::PUT_STATIC, program::COUNTER)
                .word(bits as u32);
            let field = program::COUNTER;
            return witness.put(Target::Static { field }, bits);
        }
        let object = self.node(ids, out, witness);
        let (field, kind) = match self.random.below(3) {
            0 => (program::VALUE, Kind::Int),
            1 => (program::NEXT, Kind::Ref),
            _ => (program::TOTAL, Kind::Long),
        };
        let bits = self.value(kind, ids, out, witness);
        out.head(tag::PUT_FIELD, field)
            .word(object)
            .value(kind, bits);
        let object = Ref(object);
        witness.put(Target::Field { object, field }, bits);
    }

    fn store(&mut self, ids: &mut Ids, out: &mut RecordWriter, witness: &mut impl Witness) {
        let wide = self.random.below(2) == 0;
        let class = if wide { program::INTS } else { program::CHARS };
        let array = self.array(class, ids, out, witness);
        let kind = if wide { Kind::Int } else { Kind::Char };
        let index = self.random.below(u64::from(ARRAY)) as u32;
        let bits = self.random.below(128);
        let target = |index| Target::Element {
            array: Ref(array),
            index,
        };
        match self.random.below(32) {
            0 => {
                let to = (index + 20).min(ARRAY);
                out.head(tag::FILL, u32::from(kind.code()));
                out.word(array).word(index).word(to).long(bits);
                (index..to).for_each(|index| witness.put(target(index), bits));
            }
            1 => {
                let count = 20.min(ARRAY - index);
                let values: Vec<u8> = (0..count)
                    .flat_map(|nth| {
                        (bits as u32 + nth).to_le_bytes()[..kind.element_bytes()].to_vec()
                    })
                    .collect();
                out.head(tag::BULK, u32::from(kind.code()));
                out.word(array).word(index).word(count).padded(&values);
                (0..count).for_each(|nth| witness.put(target(index + nth), bits + u64::from(nth)));
            }
            _ => {
                let tag = if wide { tag::STORE_4 } else { tag::STORE_2 };
                out.head(tag, index).word(array).word(bits as u32);
                witness.put(target(index), bits);
            }
        }
    }

    fn something_else(
        &mut self,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) {
        match self.random.below(8) {
            0 => {
                let text = format!("line {}\n", self.random.below(1000));
                out.stream(1, text.as_bytes());
                witness.print(self.number, text.as_bytes());
            }
            1 | 2 => {
                let text = format!("text {}", self.random.below(100));
                out.text(program::STRING, ids.take(), &text);
            }
            3 => {
                let ordinal = self.random.below(2) as u32;
                out.head(tag::ENUM, program::COLOUR)
                    .word(ids.take())
                    .word(ordinal);
            }
            4 => {
                let value = self.random.below(1 << 20) as u32;
                out.head(tag::BOX, program::INTEGER)
                    .word(ids.take())
                    .word(value);
            }
            _ => {
                self.new_node(ids, out, witness);
            }
        }
    }

    /// An object of the pool, most often a recent one.
    fn node(&mut self, ids: &mut Ids, out: &mut RecordWriter, witness: &mut impl Witness) -> u32 {
        if self.nodes.is_empty() || self.random.below(24) == 0 {
            return self.new_node(ids, out, witness);
        }
        // Programs work on the same few objects for a while.
        let recent = usize::try_from(self.clock >> 6).unwrap_or(0);
        let index = match self.random.below(4) {
            0 => self.random.below(self.nodes.len() as u64) as usize,
            near => (recent + near as usize) % self.nodes.len(),
        };
        self.nodes[index]
    }

    fn new_node(
        &mut self,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) -> u32 {
        let word = ids.take();
        let object = Ref(word);
        let mut fields = [0u64; 3];
        if self.random.below(4) == 0 {
            fields = [self.random.below(100), 0, self.random.below(1000)];
            out.head(tag::SIGHT, program::NODE).word(word);
            out.word(fields[0] as u32).word(0).long(fields[2]);
        } else {
            out.head(tag::NEW, program::NODE).word(word);
        }
        for (field, bits) in [program::VALUE, program::NEXT, program::TOTAL]
            .into_iter()
            .zip(fields)
        {
            witness.put(Target::Field { object, field }, bits);
        }
        remember(&mut self.nodes, word, &mut self.random);
        word
    }

    fn array(
        &mut self,
        class: u32,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) -> u32 {
        let fresh = self.random.below(50) == 0;
        let pool = if class == program::INTS {
            &mut self.ints
        } else {
            &mut self.chars
        };
        if !pool.is_empty() && !fresh {
            let recent = (self.clock >> 8) as usize;
            return pool[(recent + self.random.below(2) as usize) % pool.len()];
        }
        let word = ids.take();
        out.head(tag::NEW_ARRAY, class).word(word).word(ARRAY);
        for index in 0..ARRAY {
            let array = Ref(word);
            witness.put(Target::Element { array, index }, 0);
        }
        remember(pool, word, &mut self.random);
        word
    }

    fn value(
        &mut self,
        kind: Kind,
        ids: &mut Ids,
        out: &mut RecordWriter,
        witness: &mut impl Witness,
    ) -> u64 {
        match kind {
            Kind::Ref if self.random.below(4) == 0 => 0,
            Kind::Ref => u64::from(self.node(ids, out, witness)),
            Kind::Double => (self.random.below(1000) as f64 / 8.0).to_bits(),
            // Counters, and now and then something else.
            _ if self.random.below(4) > 0 => u64::from(self.clock >> 4 & 0xFF),
            _ => self.random.below(1000),
        }
    }
}

/// Scatters the bits of a number.
fn mix(value: u64) -> u64 {
    let mixed = (value ^ value >> 31).wrapping_mul(0x7FB5_D329_728E_A185);
    (mixed ^ mixed >> 27).wrapping_mul(0x81DA_DEF4_BC2D_D44D) >> 11
}

/// Puts an object into a pool, in place of another when it is full.
fn remember(pool: &mut Vec<u32>, word: u32, random: &mut Random) {
    if pool.len() < POOL {
        pool.push(word);
    } else {
        let index = random.below(POOL as u64) as usize;
        pool[index] = word;
    }
}
