//! One strand while it is being read: the shape of its tree so far, what each node is, and which nodes are open.

use super::machine::{Stack, label};
use super::parens::Parens;
use crate::error::Error;
use crate::read::storage::pages::{Column, PageFile};

/// A landmark among the passes through a loop: the number of its first iteration does not have to be counted out.
///
/// Few passes are landmarks; the numbers of those in between follow from them. Whether a pass stands for one iteration,
/// for many or (the last check of a condition) for none is told by the record that ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub node: u32,
    /// The number of its first iteration, from 1.
    pub first: u64,
    /// Whether passes before it, or it itself, stand for other than one iteration.
    pub irregular: bool,
}

/// Passes from one landmark to the next while each stands for one iteration, and when not.
const REGULAR_STEP: u32 = 1024;
const IRREGULAR_STEP: u32 = 64;

/// A strand with this many nodes is full; numbers of nodes are 32 bits.
const FULL: u32 = u32::MAX - 16;

#[derive(Clone, Copy, Debug)]
struct OpenNode {
    what: u32,
    node: u32,
}

#[derive(Clone, Copy, Debug)]
struct OpenLoop {
    iterations: u64,
    /// Whether a pass stood for other than one iteration, so that places among siblings no longer tell numbers.
    irregular: bool,
    /// Passes since the last landmark.
    since: u32,
}

/// A strand that is being read.
#[derive(Debug, Default)]
pub struct Strand {
    /// The recorder's number for it.
    pub number: u32,
    pub parens: Parens,
    pub labels: Column<u32>,
    pub passes: Vec<Pass>,
    /// Indexes of its segments.
    pub segments: Vec<u32>,
    /// Calls among its nodes.
    pub calls: u64,
    pub ended: bool,
    /// How often it was switched to, as far as is known.
    pub next_step: u32,
    open: Vec<OpenNode>,
    open_calls: u32,
    loops: Vec<OpenLoop>,
    /// Smallest number of open nodes since the segment began.
    min_depth: u32,
    /// Whether the latest thing that happened at this level was the end of a node.
    after_sibling: bool,
    /// The object the innermost node created last; writing to it changes nothing older.
    newest: u32,
}

impl Strand {
    pub fn new(number: u32) -> Strand {
        Strand {
            number,
            ..Strand::default()
        }
    }

    /// How many nodes are open.
    pub fn depth(&self) -> u32 {
        self.parens.depth()
    }

    pub fn open_calls(&self) -> u32 {
        self.open_calls
    }

    /// The innermost open node.
    pub fn innermost(&self) -> Option<u32> {
        self.open.last().map(|open| open.node)
    }

    /// Starts watching the depth anew.
    pub fn reset_min_depth(&mut self) {
        self.min_depth = self.depth();
    }

    pub fn min_depth(&self) -> u32 {
        self.min_depth
    }

    /// An object was created by the innermost node.
    #[inline]
    pub fn created(&mut self, object: u32) {
        self.newest = object;
    }

    /// The innermost node wrote to an object (0: to a static field).
    #[inline]
    pub fn wrote(&mut self, object: u32) {
        if object == 0 || object != self.newest {
            self.after_sibling = false;
        }
    }

    /// Room for nodes with a way to write full pages, for the length of one block.
    pub fn writing<'s>(&'s mut self, file: &'s mut PageFile) -> WritingStrand<'s> {
        WritingStrand {
            strand: self,
            file,
            pass_count: 1,
            failed: None,
        }
    }

    /// Whether no more nodes fit.
    pub fn is_full(&self) -> bool {
        self.parens.nodes() >= FULL
    }
}

/// A strand that takes in records.
pub struct WritingStrand<'s> {
    pub strand: &'s mut Strand,
    file: &'s mut PageFile,
    /// How many iterations the pass that the current record ends stands for.
    pub pass_count: u32,
    /// The first error of writing, if any; later nodes are dropped.
    pub failed: Option<Error>,
}

impl WritingStrand<'_> {
    fn keep(&mut self, result: Result<(), Error>) {
        if let Err(error) = result {
            self.failed.get_or_insert(error);
        }
    }
}

impl Stack for WritingStrand<'_> {
    #[inline]
    fn open(&mut self, what: u32) {
        let strand = &mut *self.strand;
        let opened = strand.parens.open(self.file);
        let node = match opened {
            Ok(node) => node,
            Err(error) => return self.keep(Err(error)),
        };
        let chained = if strand.after_sibling {
            label::CHAINED
        } else {
            0
        };
        let pushed = strand.labels.push(what | chained, self.file);
        strand.open.push(OpenNode { what, node });
        match what & label::KIND {
            label::ROUTINE => {
                strand.open_calls += 1;
                strand.calls += 1;
            }
            label::LOST => strand.open_calls += 1,
            label::LOOP => strand.loops.push(OpenLoop {
                iterations: 0,
                irregular: false,
                since: 0,
            }),
            _ => {}
        }
        strand.after_sibling = false;
        strand.newest = 0;
        self.keep(pushed);
    }

    #[inline]
    fn close(&mut self) {
        let strand = &mut *self.strand;
        let Some(open) = strand.open.pop() else {
            return;
        };
        match open.what & label::KIND {
            label::ROUTINE | label::LOST => strand.open_calls -= 1,
            label::LOOP => {
                strand.loops.pop();
            }
            _ => {
                if let Some(around) = strand.loops.last_mut() {
                    around.since += 1;
                    let many = self.pass_count > 1;
                    let step = if around.irregular {
                        IRREGULAR_STEP
                    } else {
                        REGULAR_STEP
                    };
                    if many && !around.irregular || around.since >= step {
                        around.since = 0;
                        around.irregular |= many;
                        strand.passes.push(Pass {
                            node: open.node,
                            first: around.iterations + 1,
                            irregular: around.irregular,
                        });
                    }
                    around.iterations += u64::from(self.pass_count);
                }
            }
        }
        strand.after_sibling = true;
        strand.newest = 0;
        let closed = strand.parens.close(self.file);
        strand.min_depth = strand.min_depth.min(strand.parens.depth());
        self.keep(closed);
    }

    #[inline]
    fn nth(&mut self, nth: usize) -> Option<u32> {
        let index = self.strand.open.len().checked_sub(nth + 1)?;
        Some(self.strand.open[index].what)
    }

    fn calls(&self) -> u32 {
        self.strand.open_calls
    }
}
