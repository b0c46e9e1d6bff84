//! Places in a source text: byte ranges, line ranges and sets of lines.
//!
//! Bytes count from 0 and always refer to the *decoded* text of one [`SourceFile`](crate::SourceFile);
//! lines count from 1, as people, compilers and class files do.

use std::collections::BTreeSet;
use std::ops::Range;

/// A half-open byte range of a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`; an end before the start gives an empty span.
    pub fn new(start: usize, end: usize) -> Self {
        Span {
            start,
            end: end.max(start),
        }
    }

    /// Whether `inner` lies within this span.
    pub fn encloses(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// The same bytes as a standard range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the span holds no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Lines `first..=last`, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineRange {
    /// First line.
    pub first: u32,
    /// Last line, included.
    pub last: u32,
}

impl LineRange {
    /// The lines from `first` to `last`; a last line before the first gives the first line alone.
    pub fn new(first: u32, last: u32) -> Self {
        LineRange {
            first,
            last: last.max(first),
        }
    }

    /// A single line.
    pub fn line(line: u32) -> Self {
        LineRange::new(line, line)
    }

    /// Whether `line` is one of these lines.
    pub fn contains(self, line: u32) -> bool {
        (self.first..=self.last).contains(&line)
    }

    /// The lines in order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        self.first..=self.last
    }
}

/// A set of lines of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineSet(BTreeSet<u32>);

impl LineSet {
    /// The empty set.
    pub fn new() -> Self {
        LineSet::default()
    }

    /// Adds a line.
    pub fn insert(&mut self, line: u32) {
        self.0.insert(line);
    }

    /// Whether `line` is in the set.
    pub fn contains(&self, line: u32) -> bool {
        self.0.contains(&line)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The lines in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// The lines of the set that lie in `range`, in ascending order.
    pub fn within(&self, range: LineRange) -> impl Iterator<Item = u32> + '_ {
        self.0.range(range.first..=range.last).copied()
    }
}

impl FromIterator<u32> for LineSet {
    fn from_iter<I: IntoIterator<Item = u32>>(lines: I) -> Self {
        LineSet(lines.into_iter().collect())
    }
}

impl Extend<u32> for LineSet {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, lines: I) {
        self.0.extend(lines);
    }
}
