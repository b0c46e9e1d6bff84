//! The shape of a strand's tree as balanced parentheses: one bit for each node's beginning and one for its end.
//!
//! Appending is all that ever happens, which suits a run that is still going on: a node that has not finished has no closing
//! bit yet. Every question about the shape (parent, size, next sibling) is a search for a depth in the sequence, which a
//! summary of the smallest depth in each block makes quick. A node costs two bits and about a twentieth more.
//!
//! Terms: *position* is an index into the bits, 1 for opening; the *depth at* a position is how many nodes are open before that bit.

mod children;

use self::children::LowestTimes;
use crate::error::Error;
use crate::read::storage::pages::{Column, PageFile, View};
use std::sync::{Arc, OnceLock};

/// Bits of a block; one summary each.
const BLOCK_BITS: usize = 4096;
const BLOCK_WORDS: usize = BLOCK_BITS / 64;
/// Blocks of a group; a second level of summaries.
const GROUP: usize = 64;

/// What is known about one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The depth at its first position.
    pub start: u32,
    /// The smallest depth at any of its positions.
    pub min: u32,
}

/// For each byte of bits: the change of depth over it, the smallest depth at one of its positions, relative to its start, and at how many
/// of them the depth is that.
struct ByteTable {
    total: [i8; 256],
    min: [i8; 256],
    min_times: [u8; 256],
}

const BYTES: ByteTable = {
    let mut table = ByteTable {
        total: [0; 256],
        min: [0; 256],
        min_times: [0; 256],
    };
    let mut byte = 0;
    while byte < 256 {
        let (mut depth, mut min, mut times, mut bit) = (0i8, 0i8, 0, 0);
        while bit < 8 {
            if depth < min {
                (min, times) = (depth, 0);
            }
            if depth == min {
                times += 1;
            }
            depth += if byte >> bit & 1 == 1 { 1 } else { -1 };
            bit += 1;
        }
        table.total[byte] = depth;
        table.min[byte] = min;
        table.min_times[byte] = times;
        byte += 1;
    }
    table
};

/// The growing sequence.
#[derive(Debug, Default)]
pub struct Parens {
    words: Column<u64>,
    /// Bits not yet in a whole word.
    partial: u64,
    length: usize,
    depth: u32,
    nodes: u32,
    blocks: Vec<Summary>,
}

impl Parens {
    /// Opens a node and returns its number.
    #[inline]
    pub fn open(&mut self, file: &mut PageFile) -> Result<u32, Error> {
        let node = self.nodes;
        self.push(true, file)?;
        self.nodes += 1;
        self.depth += 1;
        Ok(node)
    }

    /// Closes the innermost open node. The caller knows that there is one.
    #[inline]
    pub fn close(&mut self, file: &mut PageFile) -> Result<(), Error> {
        debug_assert!(self.depth > 0);
        self.push(false, file)?;
        self.depth -= 1;
        Ok(())
    }

    /// How many nodes have been opened.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// How many are open.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    #[inline]
    fn push(&mut self, bit: bool, file: &mut PageFile) -> Result<(), Error> {
        if self.length.is_multiple_of(BLOCK_BITS) {
            self.blocks.push(Summary {
                start: self.depth,
                min: self.depth,
            });
        }
        let block = self.blocks.last_mut().expect("a block was just begun");
        block.min = block.min.min(self.depth);
        self.partial |= u64::from(bit) << (self.length % 64);
        self.length += 1;
        if self.length.is_multiple_of(64) {
            self.words.push(self.partial, file)?;
            self.partial = 0;
        }
        Ok(())
    }

    /// The column of whole words, the bits after them, and how many bits there are in all.
    pub fn parts(&self) -> (&Column<u64>, u64, usize) {
        (&self.words, self.partial, self.length)
    }

    /// Puts a finished sequence together again; summaries are computed anew. `None` when it is not a sequence of parentheses.
    pub fn from_parts(
        words: Column<u64>,
        partial: u64,
        length: usize,
        file: &PageFile,
    ) -> Option<Parens> {
        if length / 64 != words.len() {
            return None;
        }
        let view = words.view(file);
        let (mut depth, mut nodes) = (0u32, 0u32);
        let mut blocks = Vec::with_capacity(length.div_ceil(BLOCK_BITS));
        for index in 0..length.div_ceil(64) {
            let word = if index < words.len() {
                view.get(index)
            } else {
                partial
            };
            if index.is_multiple_of(BLOCK_WORDS) {
                blocks.push(Summary {
                    start: depth,
                    min: depth,
                });
            }
            let bits = (length - index * 64).min(64);
            let min = min_depth(word, bits, depth)?;
            let block = blocks.last_mut().expect("a block was just begun");
            block.min = block.min.min(min.0);
            depth = min.1;
            let used = if bits == 64 {
                word
            } else {
                word & ((1 << bits) - 1)
            };
            nodes = nodes.checked_add(used.count_ones())?;
        }
        Some(Parens {
            words,
            partial,
            length,
            depth,
            nodes,
            blocks,
        })
    }

    /// The sequence as it is now.
    pub fn view(&self, file: &PageFile) -> Shape {
        let groups = self
            .blocks
            .chunks(GROUP)
            .map(|blocks| blocks.iter().map(|block| block.min).min().unwrap_or(0))
            .collect();
        Shape {
            words: self.words.view(file),
            partial: self.partial,
            length: self.length,
            nodes: self.nodes,
            depth: self.depth,
            blocks: self.blocks.as_slice().into(),
            groups,
            lowest_times: Arc::default(),
        }
    }
}

/// The smallest depth at the first `bits` positions of a word, and the depth after them. `None` when it falls below 0.
fn min_depth(word: u64, bits: usize, start: u32) -> Option<(u32, u32)> {
    let (mut depth, mut min) = (i64::from(start), i64::from(start));
    for byte in word.to_le_bytes().into_iter().take(bits / 8) {
        min = min.min(depth + i64::from(BYTES.min[usize::from(byte)]));
        depth += i64::from(BYTES.total[usize::from(byte)]);
    }
    for bit in bits / 8 * 8..bits {
        min = min.min(depth);
        depth += if word >> bit & 1 == 1 { 1 } else { -1 };
    }
    Some((u32::try_from(min).ok()?, u32::try_from(depth).ok()?))
}

/// The shape of a strand's tree at one moment. Nodes are numbered by when they began.
#[derive(Clone, Debug)]
pub struct Shape {
    words: View<u64>,
    partial: u64,
    length: usize,
    nodes: u32,
    depth: u32,
    blocks: Arc<[Summary]>,
    groups: Vec<u32>,
    /// Counted when somebody wants to know it first.
    lowest_times: Arc<OnceLock<LowestTimes>>,
}

impl Shape {
    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// How many of them have not finished.
    pub fn open(&self) -> u32 {
        self.depth
    }

    /// The parent of a node; `None` for one at the top.
    pub fn parent(&self, node: u32) -> Option<u32> {
        let position = self.position(node);
        let depth = self.depth_at(position, node);
        let parent = self.search_back(position, depth.checked_sub(1)?)?;
        Some(self.nodes_before(parent))
    }

    /// How many nodes lie above a node.
    pub fn depth(&self, node: u32) -> u32 {
        self.depth_at(self.position(node), node)
    }

    /// The node at a depth of at most its own that a node is, or lies below.
    pub fn ancestor_at(&self, node: u32, depth: u32) -> u32 {
        let position = self.position(node);
        if self.depth_at(position, node) <= depth {
            return node;
        }
        self.search_back(position, depth)
            .map_or(node, |found| self.nodes_before(found))
    }

    /// The size of a finished node's subtree; `None` for one that has not finished.
    pub fn size(&self, node: u32) -> Option<u32> {
        let position = self.position(node);
        if position + 1 < self.length && !self.bit(position + 1) {
            return Some(1);
        }
        let end = self.search(position + 1, self.depth_at(position, node))?;
        Some(((end - position) / 2) as u32)
    }

    /// One past the last node of a node's subtree, as far as it has grown.
    pub fn end(&self, node: u32) -> u32 {
        self.size(node).map_or(self.nodes, |size| node + size)
    }

    /// The sibling that ended right before a node began.
    pub fn previous_sibling(&self, node: u32) -> Option<u32> {
        let position = self.position(node);
        let before = position.checked_sub(1)?;
        if self.bit(before) {
            return None;
        }
        // The sibling's closing bit is right before; its opening one is the last place at the same depth.
        let depth = self.depth_at(position, node);
        let found = self.search_back(before, depth)?;
        Some(self.nodes_before(found))
    }

    /// The innermost node that was open when `begun` nodes had begun and `depth` of them were open.
    pub fn innermost(&self, begun: u32, depth: u32) -> Option<u32> {
        let position = (2 * u64::from(begun)).checked_sub(u64::from(depth))? as usize;
        let found = self.search_back(position, depth.checked_sub(1)?)?;
        Some(self.nodes_before(found))
    }

    /// The nodes that have not finished, outermost first.
    pub fn open_nodes(&self) -> Vec<u32> {
        let mut found = Vec::with_capacity(self.depth as usize);
        let mut from = self.length;
        for depth in (0..self.depth).rev() {
            let Some(position) = self.search_back(from, depth) else {
                break;
            };
            found.push(self.nodes_before(position));
            from = position;
        }
        found.reverse();
        found
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        if index == self.length / 64 {
            self.partial
        } else {
            self.words.get(index)
        }
    }

    #[inline]
    fn bit(&self, position: usize) -> bool {
        self.word(position / 64) >> (position % 64) & 1 == 1
    }

    /// The depth at the position of a node: `position` bits hold `node` openings.
    #[inline]
    fn depth_at(&self, position: usize, node: u32) -> u32 {
        (2 * u64::from(node) - position as u64) as u32
    }

    /// How many nodes begin before the first position of a block.
    #[inline]
    fn nodes_before_block(&self, block: usize) -> u32 {
        match self.blocks.get(block) {
            Some(summary) => ((block * BLOCK_BITS + summary.start as usize) / 2) as u32,
            None => self.nodes,
        }
    }

    /// How many nodes begin before a position.
    fn nodes_before(&self, position: usize) -> u32 {
        let block = position / BLOCK_BITS;
        let mut count = self.nodes_before_block(block);
        for index in block * BLOCK_WORDS..position / 64 {
            count += self.word(index).count_ones();
        }
        let rest = position % 64;
        if rest > 0 {
            count += (self.word(position / 64) & ((1 << rest) - 1)).count_ones();
        }
        count
    }

    /// The position at which a node begins.
    fn position(&self, node: u32) -> usize {
        debug_assert!(node < self.nodes);
        // The last block with at most `node` nodes before it.
        let (mut low, mut high) = (0, self.blocks.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            if self.nodes_before_block(middle) <= node {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut rest = node - self.nodes_before_block(low);
        let mut index = low * BLOCK_WORDS;
        loop {
            let word = self.word(index);
            let ones = word.count_ones();
            if rest < ones {
                return index * 64 + select(word, rest);
            }
            rest -= ones;
            index += 1;
        }
    }

    /// The first position after `from` (or the end of the sequence) at which the depth is `target`, given that it is greater at `from`.
    fn search(&self, from: usize, target: u32) -> Option<usize> {
        let mut depth = 2 * i64::from(self.nodes_before(from)) - from as i64;
        let target = i64::from(target);
        let mut position = from;
        while position < self.length {
            // Whole blocks and groups whose depth stays above the target are stepped over.
            if position.is_multiple_of(BLOCK_BITS) {
                let block = self.skip(position / BLOCK_BITS, target);
                position = block * BLOCK_BITS;
                if position >= self.length {
                    break;
                }
                depth = i64::from(self.blocks[block].start);
            }
            if depth == target {
                return Some(position);
            }
            if position.is_multiple_of(8) && position + 8 <= self.length {
                let byte = (self.word(position / 64) >> (position % 64)) as u8 as usize;
                if depth + i64::from(BYTES.min[byte]) > target {
                    depth += i64::from(BYTES.total[byte]);
                    position += 8;
                    continue;
                }
            }
            depth += if self.bit(position) { 1 } else { -1 };
            position += 1;
        }
        (i64::from(self.depth) == target).then_some(self.length)
    }

    /// The first block from `block` on with a depth of at most `target` in it, or one past the last.
    fn skip(&self, mut block: usize, target: i64) -> usize {
        while block < self.blocks.len() {
            if block.is_multiple_of(GROUP) && i64::from(self.groups[block / GROUP]) > target {
                block += GROUP;
            } else if i64::from(self.blocks[block].min) > target {
                block += 1;
            } else {
                return block;
            }
        }
        self.blocks.len()
    }

    /// The last position before `from` at which the depth is `target`, given that it is greater at `from`.
    fn search_back(&self, from: usize, target: u32) -> Option<usize> {
        let mut depth = 2 * i64::from(self.nodes_before(from)) - from as i64;
        let wanted = i64::from(target);
        let mut position = from;
        while position > 0 {
            if position.is_multiple_of(BLOCK_BITS) {
                let block = self.skip_back(position / BLOCK_BITS, wanted)?;
                if (block + 1) * BLOCK_BITS != position {
                    position = (block + 1) * BLOCK_BITS;
                    depth = i64::from(self.blocks[block + 1].start);
                }
            }
            if position.is_multiple_of(8) {
                let start = position - 8;
                let byte = (self.word(start / 64) >> (start % 64)) as u8 as usize;
                let before = depth - i64::from(BYTES.total[byte]);
                if before + i64::from(BYTES.min[byte]) > wanted {
                    depth = before;
                    position = start;
                    continue;
                }
            }
            position -= 1;
            depth -= if self.bit(position) { 1 } else { -1 };
            if depth == wanted {
                return Some(position);
            }
        }
        None
    }

    /// The last block before `block` with a depth of at most `target` in it.
    fn skip_back(&self, mut block: usize, target: i64) -> Option<usize> {
        while block > 0 {
            if block.is_multiple_of(GROUP) && i64::from(self.groups[block / GROUP - 1]) > target {
                block -= GROUP;
            } else if i64::from(self.blocks[block - 1].min) > target {
                block -= 1;
            } else {
                return Some(block - 1);
            }
        }
        None
    }
}

/// The position of the one bit with `rank` one bits below it.
fn select(mut word: u64, rank: u32) -> usize {
    for _ in 0..rank {
        word &= word - 1;
    }
    word.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Parents, sizes, how many children there are and unfinished nodes by the plain method.
    #[derive(Default)]
    struct Plain {
        parent: Vec<Option<u32>>,
        size: Vec<Option<u32>>,
        children: Vec<u32>,
        /// How many siblings began before each node.
        elder: Vec<u32>,
        open: Vec<u32>,
    }

    fn plain(bits: &[bool]) -> Plain {
        let mut plain = Plain::default();
        for &bit in bits {
            if bit {
                let parent = plain.open.last().copied();
                let siblings = parent.map(|parent| &mut plain.children[parent as usize]);
                plain.elder.push(siblings.map_or(0, |siblings| {
                    *siblings += 1;
                    *siblings - 1
                }));
                plain.open.push(plain.parent.len() as u32);
                plain.parent.push(parent);
                plain.size.push(None);
                plain.children.push(0);
            } else if let Some(node) = plain.open.pop() {
                plain.size[node as usize] = Some(plain.parent.len() as u32 - node);
            }
        }
        plain
    }

    fn build(bits: &[bool]) -> (tempfile::TempDir, Shape, Parens, PageFile) {
        let folder = tempfile::tempdir().unwrap();
        let mut file = PageFile::create(&folder.path().join("pages")).unwrap();
        let mut parens = Parens::default();
        for &bit in bits {
            if bit {
                parens.open(&mut file).unwrap();
            } else if parens.depth() > 0 {
                parens.close(&mut file).unwrap();
            }
        }
        file.flush().unwrap();
        let shape = parens.view(&file);
        (folder, shape, parens, file)
    }

    fn check(bits: &[bool], step: usize) {
        let expected = plain(bits);
        let (_folder, shape, parens, file) = build(bits);
        assert_eq!(shape.nodes() as usize, expected.parent.len());
        assert_eq!(shape.open_nodes(), expected.open);
        for node in (0..shape.nodes()).step_by(step) {
            assert_eq!(
                shape.parent(node),
                expected.parent[node as usize],
                "parent of {node}"
            );
            assert_eq!(
                shape.size(node),
                expected.size[node as usize],
                "size of {node}"
            );
            let children = shape.children_before(node, shape.end(node));
            assert_eq!(children, expected.children[node as usize], "of {node}");
            let Some(parent) = shape.parent(node) else {
                continue;
            };
            let elder = expected.elder[node as usize];
            assert_eq!(shape.children_before(parent, node), elder, "before {node}");
            if let Some(above) = shape.parent(parent) {
                let through = expected.elder[parent as usize] + 1;
                assert_eq!(shape.children_before(above, node), through, "at {node}");
            }
        }
        let (words, partial, length) = parens.parts();
        let again = Parens::from_parts(words.clone(), partial, length, &file).unwrap();
        assert_eq!(again.blocks, parens.blocks);
        assert_eq!((again.depth, again.nodes), (parens.depth, parens.nodes));
    }

    proptest! {
        #[test]
        fn random_shapes_agree_with_the_plain_method(
            bits in proptest::collection::vec(any::<bool>(), 0..600),
        ) {
            check(&bits, 1);
        }

        #[test]
        fn shapes_over_many_blocks_agree(seed: u64, bias in 40u64..60) {
            let mut state = seed | 1;
            let bits: Vec<bool> = (0..40_000)
                .map(|_| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    state % 100 < bias
                })
                .collect();
            check(&bits, 97);
        }
    }

    #[test]
    fn chains_and_stars_of_many_blocks_agree() {
        let deep: Vec<bool> = (0..700_000).map(|at| at < 350_000).collect();
        check(&deep, 9973);
        let mut wide = vec![true];
        wide.extend((0..700_000).map(|at| at % 2 == 0));
        check(&wide, 9973);
        wide.push(false);
        check(&wide, 9973);
    }
}
