//! What the constants of enums hold: a part of the state that every call can reach, as static fields are.
//!
//! A constant is known by its name wherever it is met. Its fields come from the constructor of its enum, and may change.

use std::collections::HashMap;

use elenchus_trace::definition::{ClassDef, Definitions, FieldDef, Level, class_flag, field_flag};

/// The fields of the constants of a program.
#[derive(Debug, Default)]
pub struct ConstantFields {
    /// Their numbers by the number of the enum.
    of: HashMap<u32, Vec<u32>>,
}

impl ConstantFields {
    /// Finds those of all enums that are recorded. A constant with a body of its own has a class below its enum, and its fields.
    pub fn of(definitions: &Definitions) -> ConstantFields {
        let mut of: HashMap<u32, Vec<u32>> = HashMap::new();
        for (class, field) in fields(definitions) {
            let parent = definitions.class(class.parent);
            let owner = parent.filter(|parent| is_recorded_enum(parent));
            let owner = owner.map_or(class.id, |owner| owner.id);
            of.entry(owner).or_default().push(field.id);
        }
        ConstantFields { of }
    }

    /// The fields that constants of an enum may have.
    pub fn of_enum(&self, class: u32) -> &[u32] {
        self.of.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The enums whose constants have fields.
    pub fn enums(&self) -> impl Iterator<Item = u32> {
        self.of.keys().copied()
    }
}

/// Whether constants of a class are known by their names, and their fields are recorded.
pub fn is_recorded_enum(class: &ClassDef) -> bool {
    class.level == Level::Recorded && class.flags & class_flag::ENUM != 0
}

/// The fields that constants have, each once, with the class that declares it.
fn fields(definitions: &Definitions) -> impl Iterator<Item = (&ClassDef, &FieldDef)> {
    definitions.fields().filter_map(|field| {
        let class = definitions.class(field.class)?;
        let is_its_own = definitions.canonical_field(field.id) == field.id;
        let is_written = field.flags & (field_flag::STATIC | field_flag::SYNTHETIC) == 0;
        (is_its_own && is_written && is_recorded_enum(class)).then_some((class, field))
    })
}
