//! How far a trace that grows may be read at one look, so that nothing is seen without what it rests on.
//!
//! Threads go on while their slots are looked at one after the other. What one did because of what another had done must not be read while the other's
//! part is missing. A recorder hands a slot over before others can see what was done in it; so two things suffice. Slots that were handed
//! over are read in turn, up to the first turn that is missing. And slots that are being filled are read as far as they were committed *before*
//! it was looked which had been handed over: whatever that rests on had been handed over by then.
//!
//! The steps of a look, in this order: new rings; lengths of what is being filled; rings that are newer still, which others' slots may rest on;
//! turns in rings; frames. A slot is sealed before it is begun anew, so a turn that is gone from its ring is found in a frame.

use super::order::Turn;
use super::store::SlotKey;
use crate::ring::{Handing, RingReader};
use std::collections::{BTreeSet, HashMap};

/// What may be read at one look.
#[derive(Debug, Default)]
pub struct Cut {
    /// Everything: the recorder is gone.
    everything: bool,
    /// Turns may be missing for ever.
    lossy: bool,
    /// All turns up to this one are there.
    horizon: u64,
    /// Bytes that may be read of slots without a turn.
    open: HashMap<SlotKey, usize>,
}

impl Cut {
    /// The cut when nothing will be added any more.
    pub fn everything() -> Cut {
        Cut {
            everything: true,
            horizon: u64::MAX,
            ..Cut::default()
        }
    }

    /// How far slots without a turn are committed now.
    pub fn begin<'r>(rings: impl Iterator<Item = &'r RingReader>) -> Cut {
        let mut open = HashMap::new();
        for ring in rings {
            let slots = ring.in_use().into_iter();
            let without = slots.filter(|slot| slot.handing.turn().is_none());
            open.extend(without.map(|slot| ((ring.ring(), slot.sequence), slot.bytes)));
        }
        Cut {
            open,
            ..Cut::default()
        }
    }

    /// The turns found in rings afterwards, and after that in frames. Where frames are `lossy`, turns that are missing will not come.
    pub fn end(mut self, mut in_rings: BTreeSet<u64>, sealed: &Turns, lossy: bool) -> Cut {
        self.horizon = sealed.through;
        in_rings.extend(&sealed.ahead);
        for turn in in_rings.into_iter().filter(|&turn| turn > sealed.through) {
            if turn != self.horizon + 1 {
                break;
            }
            self.horizon = turn;
        }
        if lossy {
            self.horizon = u64::MAX;
        }
        self.lossy = lossy;
        self
    }

    /// Whether all blocks of earlier turns are there, so that none will come before this one.
    pub fn is_due(&self, turn: Turn) -> bool {
        self.everything
            || match turn {
                Turn::HandedOver(turn) => turn <= self.horizon,
                // Sealed one after the other.
                Turn::Sealed(_) => true,
                Turn::Open => false,
            }
    }

    /// Whether a block of this turn, should it be nowhere right now, is in a frame by now.
    pub fn is_awaited(&self, turn: Turn) -> bool {
        !self.everything && !self.lossy && self.is_due(turn)
    }

    /// How many bytes of a block may be read.
    pub fn bytes(&self, key: SlotKey, turn: Turn) -> usize {
        match self.is_due(turn) {
            true => usize::MAX,
            false => self.open.get(&key).copied().unwrap_or(0),
        }
    }
}

/// The turns of slots that waited to be sealed.
pub fn turns_in<'r>(rings: impl Iterator<Item = &'r RingReader>) -> BTreeSet<u64> {
    let slots = rings.flat_map(RingReader::in_use);
    slots.filter_map(|slot| slot.handing.turn()).collect()
}

/// Turns that were found in frames.
#[derive(Debug, Default)]
pub struct Turns {
    /// All up to this one.
    through: u64,
    /// Others.
    ahead: BTreeSet<u64>,
}

impl Turns {
    pub fn add(&mut self, turn: u64) {
        if turn > self.through {
            self.ahead.insert(turn);
        }
        while self.ahead.remove(&(self.through + 1)) {
            self.through += 1;
        }
    }
}

impl Handing {
    /// The turn in which it was handed over, if it was and the recorder counts.
    fn turn(self) -> Option<u64> {
        match self {
            Handing::Over(turn) if turn != 0 => Some(turn),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_horizon_lies_before_the_first_missing_turn() {
        let mut sealed = Turns::default();
        [2, 1, 5].into_iter().for_each(|turn| sealed.add(turn));
        let horizon = |in_rings: &[u64], lossy| {
            let in_rings = in_rings.iter().copied().collect();
            Cut::default().end(in_rings, &sealed, lossy).horizon
        };
        assert_eq!(horizon(&[], false), 2);
        assert_eq!(horizon(&[4], false), 2);
        assert_eq!(horizon(&[1, 2, 3, 4], false), 5);
        assert_eq!(horizon(&[3, 4, 6, 8], false), 6);
        assert_eq!(horizon(&[4], true), u64::MAX);
    }

    #[test]
    fn what_has_no_turn_is_read_as_far_as_it_was_committed_before() {
        let open = HashMap::from([((1, 4), 40)]);
        let cut = Cut {
            horizon: 7,
            open,
            ..Cut::default()
        };
        assert_eq!(cut.bytes((1, 4), Turn::Open), 40);
        assert_eq!(cut.bytes((1, 4), Turn::HandedOver(8)), 40);
        assert_eq!(cut.bytes((1, 4), Turn::HandedOver(7)), usize::MAX);
        assert_eq!(cut.bytes((1, 5), Turn::Open), 0);
        assert_eq!(Cut::everything().bytes((1, 5), Turn::Open), usize::MAX);
    }
}
