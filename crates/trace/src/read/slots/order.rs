//! The order of blocks in time.
//!
//! Blocks are numbered as readers come across them, which differs from reader to reader. What happened first is told by the turns in which
//! slots were handed over: a recorder hands a slot over before other strands can see what its strand has done. So a block that is still being
//! filled comes after all that were handed over, however long ago it was begun: nobody who wrote into those knew of it.
//!
//! A block is *settled* once its place can no longer change. Turns have no gaps, so while the recording goes on a block is settled when all
//! turns before its own were read; afterwards the turns that are missing will not come. Whoever reads, and when, finds the same order.

use super::store::SlotKey;
use std::collections::HashMap;

/// When a block was handed over, as far as can be told. The order of the kinds is that of blocks of different kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// In this turn.
    HandedOver(u64),
    /// The recorder does not count turns (format 1.0), and the block was sealed at this time: such recorders seal in the order in which slots
    /// are handed over.
    Sealed(u64),
    /// It is being filled, or was when the recorder died, or it is not sealed and the recorder does not count.
    Open,
}

/// Which blocks come before which. A block's *place* counts those before it.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Numbers of blocks by place.
    blocks: Vec<u32>,
    /// Places by number of block.
    places: Vec<u32>,
    /// How many blocks have their place for good.
    settled: usize,
    /// Turns of others, as far as they were met: while a slot is begun anew, its old turn is nowhere to be found.
    turns: HashMap<u32, Turn>,
}

impl Order {
    /// The finished order of blocks, given by their numbers; `None` when these are not all numbers from 0 on.
    pub fn finished(blocks: Vec<u32>) -> Option<Order> {
        let mut places = vec![u32::MAX; blocks.len()];
        for (place, &block) in blocks.iter().enumerate() {
            let known = places.get_mut(block as usize)?;
            if *known != u32::MAX {
                return None;
            }
            *known = place as u32;
        }
        Some(Order {
            settled: blocks.len(),
            blocks,
            places,
            turns: HashMap::new(),
        })
    }

    /// Adds the block with the next number, at the end for now.
    pub fn add(&mut self) {
        let next = self.blocks.len() as u32;
        self.blocks.push(next);
        self.places.push(next);
    }

    /// The blocks that are not settled.
    pub fn unsettled(&self) -> &[u32] {
        &self.blocks[self.settled..]
    }

    /// Keeps the turn in which a block was handed over, if it was.
    pub fn learn(&mut self, block: u32, turn: Turn) {
        if turn != Turn::Open {
            self.turns.entry(block).or_insert(turn);
        }
    }

    /// Puts the blocks that are not settled in order, by their keys where turns do not tell, and settles those that can be. `turn_of` tells about a block whose turn is not known so far, `is_due` whether none of
    /// an earlier turn will come, and `unread` the first turn of a block that was not read to its end.
    pub fn settle(
        &mut self,
        turn_of: impl Fn(u32) -> Turn,
        key_of: impl Fn(u32) -> SlotKey,
        is_due: impl Fn(Turn) -> bool,
        unread: impl FnOnce() -> Option<Turn>,
    ) {
        for block in self.unsettled().to_vec() {
            self.learn(block, turn_of(block));
        }
        let turns = self.unsettled().iter().map(|&block| {
            let known = self.turns.get(&block).copied();
            ((known.unwrap_or(Turn::Open), key_of(block)), block)
        });
        let mut turns: Vec<_> = turns.collect();
        turns.sort_unstable();
        for (place, &((_, _), block)) in (self.settled..).zip(&turns) {
            self.blocks[place] = block;
            self.places[block as usize] = place as u32;
        }
        // Asked for after the turns: what was committed to a slot before it was handed over is seen now.
        let unread = unread();
        for ((turn, _), block) in turns {
            if !is_due(turn) || unread.is_some_and(|unread| turn >= unread) {
                break;
            }
            self.settled += 1;
            self.turns.remove(&block);
        }
    }

    /// How many blocks have their place for good.
    pub fn settled(&self) -> u32 {
        self.settled as u32
    }

    /// How many blocks there are.
    pub fn len(&self) -> u32 {
        self.blocks.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many blocks come before one.
    pub fn place(&self, block: u32) -> u32 {
        self.places.get(block as usize).copied().unwrap_or(0)
    }

    /// The block at this place, counted from 0.
    pub fn block(&self, place: u32) -> Option<u32> {
        self.blocks.get(place as usize).copied()
    }

    /// All blocks, in order.
    pub fn blocks(&self) -> &[u32] {
        &self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Settles blocks whose turns are given by number, when those up to `horizon` are known and all but `unread` were read to their ends.
    fn settle(order: &mut Order, turns: &[Turn], horizon: Turn, unread: Option<Turn>) -> Vec<u32> {
        while order.len() < turns.len() as u32 {
            order.add();
        }
        let (turn_of, key_of) = (|block: u32| turns[block as usize], |block| (block, 1));
        order.settle(turn_of, key_of, |turn| turn <= horizon, || unread);
        for (place, &block) in order.blocks().iter().enumerate() {
            assert_eq!(order.place(block), place as u32);
        }
        order.blocks()[..order.settled() as usize].to_vec()
    }

    #[test]
    fn what_is_open_comes_last_until_its_turn_comes() {
        use Turn::{HandedOver, Open};
        let mut order = Order::default();
        let mut turns = vec![Open, HandedOver(3), HandedOver(1)];
        assert_eq!(settle(&mut order, &turns, HandedOver(1), None), [2]);
        assert_eq!(order.blocks(), [2, 1, 0]);
        turns.push(HandedOver(2));
        turns.push(Open);
        assert_eq!(settle(&mut order, &turns, HandedOver(3), None), [2, 3, 1]);
        assert_eq!(order.blocks(), [2, 3, 1, 0, 4]);
        turns[4] = HandedOver(5);
        assert_eq!(settle(&mut order, &turns, HandedOver(3), None), [2, 3, 1]);
        assert_eq!(settle(&mut order, &turns, Open, None), [2, 3, 1, 4, 0]);
    }

    #[test]
    fn nothing_is_settled_before_what_is_not_read() {
        use Turn::{HandedOver, Open, Sealed};
        let mut order = Order::default();
        let turns = [Sealed(10), Sealed(30), Sealed(20)];
        let all = Sealed(u64::MAX);
        assert_eq!(settle(&mut order, &turns, all, Some(Sealed(25))), [0, 2]);
        assert_eq!(settle(&mut order, &turns, all, None), [0, 2, 1]);
        let mut order = Order::default();
        let turns = [HandedOver(1), HandedOver(2)];
        let unread = Some(HandedOver(2));
        assert_eq!(settle(&mut order, &turns, Open, unread), [0]);
        assert_eq!(settle(&mut order, &turns, Open, Some(Open)), [0, 1]);
    }

    #[test]
    fn only_permutations_are_orders() {
        assert!(Order::finished(vec![2, 0, 1]).is_some_and(|order| order.place(2) == 0));
        assert!(Order::finished(vec![2, 0, 2]).is_none());
        assert!(Order::finished(vec![3, 0, 1]).is_none());
    }
}
