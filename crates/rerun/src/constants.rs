//! What the constants of enums hold when a call is run again.
//!
//! A constant is known by its name wherever it is met. What it was made with comes from its own constructor, in whichever version;
//! here is what may have changed since.

use elenchus_recorded::constants::ConstantFields;
use elenchus_recorded::run::Run;
use elenchus_trace::definition::{FieldDef, field_flag};
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};

/// A field of a constant, and what it held.
pub struct Held<'d> {
    /// The enum.
    pub class: u32,
    pub constant: String,
    pub field: &'d FieldDef,
    pub value: Value,
}

/// What the constants of recorded enums held at a time: fields that are not final, and final ones that lead to something which
/// `can_change`.
pub fn held_by_constants<'r>(
    run: &'r Run,
    time: Time,
    can_change: impl Fn(Value) -> bool,
) -> Vec<Held<'r>> {
    let definitions = run.definitions();
    let fields = ConstantFields::of(definitions);
    let mut all = Vec::new();
    for (object, class, constant) in constants(run, &fields, time) {
        let fields = fields.of_enum(class).iter();
        for field in fields.filter_map(|&field| definitions.field(field)) {
            let target = Target::Field {
                object,
                field: field.id,
            };
            let is_final = field.flags & field_flag::FINAL != 0;
            let value = match run.trace().value_at(target, time) {
                Value::Missing if is_final || field.class != class => continue,
                // It was never written. In a JVM that has run other calls it may hold what those wrote.
                Value::Missing => Value::zero(field.kind),
                value => value,
            };
            if !is_final || can_change(value) {
                let constant = constant.clone();
                all.push(Held {
                    class,
                    constant,
                    field,
                    value,
                });
            }
        }
    }
    all
}

/// The constants that static fields of their enums hold, each with its enum and its name.
fn constants(run: &Run, held: &ConstantFields, time: Time) -> Vec<(Ref, u32, String)> {
    let definitions = run.definitions();
    let is_constant = field_flag::STATIC | field_flag::FINAL;
    let fields = definitions.fields().filter(|field| {
        field.flags & is_constant == is_constant && !held.of_enum(field.class).is_empty()
    });
    let mut all = Vec::new();
    for field in fields {
        let held = Target::Static { field: field.id };
        if let Value::Ref(object) = run.trace().value_at(held, time)
            && let Thing::Enum { class, constant } = run.trace().state_window(object, time, 0..0)
            && class == field.class
            && constant == field.name
        {
            all.push((object, class, constant));
        }
    }
    all
}
