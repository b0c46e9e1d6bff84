//! Cells and sections: the fields and elements of objects, and those of them that are accounted for together.

use super::marks::{BUCKET, Spot, mark};

/// Set in the lower half of a cell or section when it is about fields. No language has arrays as long as that.
const FIELDS: u32 = 1 << 31;

/// A field or an element of an object, as one number: the word of the object, and below it which of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u64);

impl Cell {
    pub fn field(object: u32, field: u32) -> Cell {
        Cell(join(object, field | FIELDS))
    }

    /// An element; `None` where no array has one.
    pub fn element(array: u32, index: u32) -> Option<Cell> {
        (index < FIELDS).then(|| Cell(join(array, index)))
    }

    pub fn object(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The number of the field, or the index of the element.
    pub fn number(self) -> u32 {
        self.0 as u32 & !FIELDS
    }

    pub fn is_field(self) -> bool {
        self.0 as u32 & FIELDS != 0
    }

    /// The cells it is accounted for with.
    pub fn section(self) -> Section {
        match self.is_field() {
            true => Section::fields(self.object()),
            false => Section::bucket(self.object(), self.number() / BUCKET),
        }
    }
}

/// All fields of an object, or the elements of an array that share a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section(u64);

impl Section {
    pub fn fields(object: u32) -> Section {
        Section(join(object, FIELDS))
    }

    pub fn bucket(array: u32, bucket: u32) -> Section {
        Section(join(array, bucket))
    }

    pub fn object(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn is_fields(self) -> bool {
        self.0 as u32 == FIELDS
    }

    /// The mark of blocks at whose end it was summed up.
    pub fn mark(self) -> u32 {
        let spot = match self.is_fields() {
            true => Spot::FieldsSummed,
            false => Spot::BucketSummed(self.0 as u32),
        };
        mark(self.object(), spot)
    }

    /// As one number, for writing it down.
    pub fn code(self) -> u64 {
        self.0
    }
}

fn join(object: u32, place: u32) -> u64 {
    u64::from(object) << 32 | u64::from(place)
}
