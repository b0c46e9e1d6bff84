//! The heap of a run as far as two versions of a program have it in common: a field that only one of them has is left out, or
//! every object of its class would differ.

use std::collections::{HashMap, HashSet};

use elenchus_trace::Time;
use elenchus_trace::definition::Definitions;

use crate::constants::ConstantFields;
use crate::heap::{Heap, Ref, Thing, Value};
use crate::language::Language;
use crate::run::Run;

/// Fields that only one of two versions has, by the class of the objects.
#[derive(Clone, Debug, Default)]
pub struct Apart(HashMap<String, HashSet<String>>);

impl Apart {
    /// Compares the classes that both runs know.
    pub fn between(run: &Run, good: &Run) -> Apart {
        let there = fields(good.definitions());
        let mut apart = HashMap::new();
        for (class, ours) in fields(run.definitions()) {
            let Some(theirs) = there.get(&class) else {
                continue;
            };
            let only: HashSet<String> = ours.symmetric_difference(theirs).cloned().collect();
            if !only.is_empty() {
                apart.insert(class, only);
            }
        }
        Apart(apart)
    }

    /// Whether there are such fields.
    pub fn is_any(&self) -> bool {
        !self.0.is_empty()
    }
}

/// The names of the fields of each class that is laid out, inherited ones included.
fn fields(definitions: &Definitions) -> HashMap<String, HashSet<String>> {
    let classes = definitions
        .classes()
        .filter(|class| !class.layout.is_empty());
    let named = classes.map(|class| {
        let fields = class.layout.iter();
        let fields = fields.filter_map(|&field| definitions.field(field));
        let names = fields.map(|field| field.name.clone());
        (class.name.clone(), names.collect())
    });
    let mut names: HashMap<String, HashSet<String>> = named.collect();
    let constants = ConstantFields::of(definitions);
    for class in constants.enums().filter_map(|id| definitions.class(id)) {
        let fields = constants.of_enum(class.id).iter();
        let fields = fields.filter_map(|&field| definitions.field(field));
        let of_enum = names.entry(class.name.clone()).or_default();
        of_enum.extend(fields.map(|field| field.name.clone()));
    }
    names
}

/// The heap of a run without such fields.
pub struct Common<'a> {
    pub run: &'a Run,
    pub apart: &'a Apart,
}

impl Heap for Common<'_> {
    type Time = Time;

    fn language(&self) -> &'static dyn Language {
        self.run.objects().language()
    }

    fn thing(&self, reference: Ref, time: Time) -> Thing {
        let mut thing = self.run.objects().thing(reference, time);
        if let Thing::Object { class, fields, .. } | Thing::Enum { class, fields, .. } = &mut thing
            && let Some(only) = self.apart.0.get(class.as_str())
        {
            fields.retain(|(name, _)| !only.contains(name));
        }
        thing
    }

    fn elements(&self, array: Ref, time: Time, start: usize, end: usize) -> Vec<Value> {
        self.run.objects().elements(array, time, start, end)
    }
}
