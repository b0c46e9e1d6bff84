//! The fewest insertions and removals that make one row of elements of another.

use std::ops::Range;

/// What became of an element, by its place before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    Kept(usize, usize),
    Removed(usize),
    Added(usize),
}

impl Edit {
    /// The same in rows with so many elements in front.
    pub fn moved(self, front: usize) -> Edit {
        match self {
            Edit::Kept(from, to) => Edit::Kept(from + front, to + front),
            Edit::Removed(at) => Edit::Removed(at + front),
            Edit::Added(at) => Edit::Added(at + front),
        }
    }
}

/// Larger parts that differ are taken as replaced altogether: comparing each with each would take too long.
const MOST_COMPARED: usize = 1 << 16;

/// How `new` came of `old`, in order.
pub fn edits<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Edit> {
    let pairs = old.iter().zip(new);
    let front = pairs.take_while(|(a, b)| a == b).count();
    let (rest_old, rest_new) = (&old[front..], &new[front..]);
    let pairs = rest_old.iter().rev().zip(rest_new.iter().rev());
    let back = pairs.take_while(|(a, b)| a == b).count();
    let (end_old, end_new) = (old.len() - back, new.len() - back);
    let mut edits: Vec<Edit> = (0..front).map(|at| Edit::Kept(at, at)).collect();
    edits.extend(middle(old, new, front..end_old, front..end_new));
    edits.extend((0..back).map(|at| Edit::Kept(end_old + at, end_new + at)));
    edits
}

/// Whether elements have gone from some places and others have come at other places: one has to move the rest in mind to put
/// that together.
pub fn is_rearranged(edits: &[Edit]) -> bool {
    let (mut has_gone, mut has_come) = (false, false);
    let mut edits = edits.iter().peekable();
    while let Some(edit) = edits.next() {
        match *edit {
            Edit::Kept(..) => {}
            Edit::Removed(at) => {
                has_gone |= edits.next_if(|next| **next == Edit::Added(at)).is_none();
            }
            Edit::Added(_) => has_come = true,
        }
    }
    has_gone && has_come
}

/// The edits of two parts that begin and end differently, by the longest row that both have in common.
fn middle<T: PartialEq>(old: &[T], new: &[T], a: Range<usize>, b: Range<usize>) -> Vec<Edit> {
    let (rows, columns) = (a.len(), b.len());
    if rows * columns > MOST_COMPARED {
        return a.map(Edit::Removed).chain(b.map(Edit::Added)).collect();
    }
    // How many elements two ends of the parts have in common, for each place that they begin at.
    let mut common = vec![0u32; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            common[at(row, column)] = match old[a.start + row] == new[b.start + column] {
                true => common[at(row + 1, column + 1)] + 1,
                false => common[at(row + 1, column)].max(common[at(row, column + 1)]),
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut edits = Vec::with_capacity(rows + columns);
    while row < rows || column < columns {
        let (from, to) = (a.start + row, b.start + column);
        if row < rows && column < columns && old[from] == new[to] {
            edits.push(Edit::Kept(from, to));
            (row, column) = (row + 1, column + 1);
        } else if row < rows
            && (column == columns || common[at(row + 1, column)] >= common[at(row, column + 1)])
        {
            edits.push(Edit::Removed(from));
            row += 1;
        } else {
            edits.push(Edit::Added(to));
            column += 1;
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The length of the longest row that two others have in common, by trying everything.
    fn longest(old: &[u8], new: &[u8]) -> usize {
        match (old, new) {
            ([], _) | (_, []) => 0,
            ([a, old @ ..], [b, new @ ..]) if a == b => 1 + longest(old, new),
            ([_, shorter @ ..], [_, narrower @ ..]) => {
                longest(shorter, new).max(longest(old, narrower))
            }
        }
    }

    proptest! {
        #[test]
        fn edits_lead_from_one_row_to_the_other_in_the_fewest_steps(
            old in prop::collection::vec(0u8..3, 0..9),
            new in prop::collection::vec(0u8..3, 0..9),
        ) {
            let (mut from, mut to, mut kept) = (Vec::new(), Vec::new(), 0);
            for edit in edits(&old, &new) {
                match edit {
                    Edit::Kept(a, b) => {
                        prop_assert_eq!(old[a], new[b]);
                        from.push(a);
                        to.push(b);
                        kept += 1;
                    }
                    Edit::Removed(a) => from.push(a),
                    Edit::Added(b) => to.push(b),
                }
            }
            prop_assert_eq!(from, (0..old.len()).collect::<Vec<_>>());
            prop_assert_eq!(to, (0..new.len()).collect::<Vec<_>>());
            prop_assert_eq!(kept, longest(&old, &new));
        }
    }
}
