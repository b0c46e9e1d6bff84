//! Counts the children of a node without going through them.
//!
//! Inside a node the depth is never below that of its children, and exactly theirs where one of them begins. So whole
//! blocks are counted at once, by how many of their positions have the smallest depth of the block.

use super::{BLOCK_BITS, BYTES, GROUP, Shape};
use std::ops::Range;

/// At how many positions the depth is the smallest there is in a block, and in a group of blocks.
#[derive(Debug)]
pub(super) struct LowestTimes {
    blocks: Box<[u16]>,
    groups: Box<[u32]>,
}

impl Shape {
    /// How many children of a node begin before the node `before`, which lies in its subtree or right behind it.
    pub fn children_before(&self, node: u32, before: u32) -> u32 {
        let first = self.position(node) + 1;
        let depth = self.depth_at(first - 1, node) + 1;
        let behind = match self.size(node) {
            Some(size) => first - 1 + 2 * size as usize - 1,
            None => self.length,
        };
        let end = match before < self.nodes {
            true => self.position(before).min(behind),
            false => behind,
        };
        self.times_at(first..end.max(first), depth)
    }

    /// At how many positions the depth is `target`, given that it is nowhere smaller.
    fn times_at(&self, positions: Range<usize>, target: u32) -> u32 {
        const GROUP_BITS: usize = GROUP * BLOCK_BITS;
        let Range { start, end } = positions;
        let mut depth = 2 * i64::from(self.nodes_before(start)) - start as i64;
        let wanted = i64::from(target);
        let (mut position, mut times) = (start, 0);
        while position < end {
            let block = position / BLOCK_BITS;
            if position.is_multiple_of(GROUP_BITS) && position + GROUP_BITS <= end {
                if self.groups[block / GROUP] == target {
                    times += self.lowest_times().groups[block / GROUP];
                }
                position += GROUP_BITS;
                continue;
            }
            if position.is_multiple_of(BLOCK_BITS) {
                if position + BLOCK_BITS <= end {
                    if self.blocks[block].min == target {
                        times += u32::from(self.lowest_times().blocks[block]);
                    }
                    position += BLOCK_BITS;
                    continue;
                }
                depth = i64::from(self.blocks[block].start);
            }
            if position.is_multiple_of(8) && position + 8 <= end {
                let byte = self.byte(position);
                if depth + i64::from(BYTES.min[byte]) == wanted {
                    times += u32::from(BYTES.min_times[byte]);
                }
                depth += i64::from(BYTES.total[byte]);
                position += 8;
                continue;
            }
            times += u32::from(depth == wanted);
            depth += if self.bit(position) { 1 } else { -1 };
            position += 1;
        }
        times
    }

    fn byte(&self, position: usize) -> usize {
        usize::from((self.word(position / 64) >> (position % 64)) as u8)
    }

    /// Counted once, in one walk over all bits. A block that is not whole is never asked for.
    fn lowest_times(&self) -> &LowestTimes {
        self.lowest_times.get_or_init(|| {
            let whole = self.length / BLOCK_BITS;
            let blocks: Box<[u16]> = (0..whole).map(|block| self.times_in(block)).collect();
            let in_group = |(group, times): (usize, &[u16])| {
                let mins = self.blocks[group * GROUP..].iter().map(|block| block.min);
                let lowest = mins
                    .zip(times)
                    .filter(|&(min, _)| min == self.groups[group]);
                lowest.map(|(_, &times)| u32::from(times)).sum()
            };
            let groups = blocks.chunks(GROUP).enumerate().map(in_group).collect();
            LowestTimes { blocks, groups }
        })
    }

    /// At how many positions of a whole block the depth is the smallest in it.
    fn times_in(&self, block: usize) -> u16 {
        let summary = self.blocks[block];
        let (mut depth, min) = (summary.start as i32, summary.min as i32);
        let mut times = 0;
        for index in block * BLOCK_BITS / 64..(block + 1) * BLOCK_BITS / 64 {
            for byte in self.word(index).to_le_bytes().map(usize::from) {
                if depth + i32::from(BYTES.min[byte]) == min {
                    times += u16::from(BYTES.min_times[byte]);
                }
                depth += i32::from(BYTES.total[byte]);
            }
        }
        times
    }
}
