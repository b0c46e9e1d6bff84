//! What the constants of enums hold: a part of the state that every call can reach, as static fields are.
//!
//! A constant is known by its name wherever it is met. What it was made with comes from its own constructor, in whichever version;
//! here is what may have changed since.

use elenchus_recorded::run::Run;
use elenchus_trace::definition::{Definitions, FieldDef, Level, class_flag, field_flag};
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
    let fields: Vec<&FieldDef> = fields_of_constants(definitions).collect();
    if fields.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (object, class, constant) in constants(run, time) {
        for &field in fields
            .iter()
            .filter(|field| belongs(definitions, field, class))
        {
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

fn is_of_enum(definitions: &Definitions, field: &FieldDef) -> bool {
    let class = definitions.class(field.class);
    class.is_some_and(|class| class.level == Level::Recorded && class.flags & class_flag::ENUM != 0)
}

fn fields_of_constants(definitions: &Definitions) -> impl Iterator<Item = &FieldDef> {
    definitions.fields().filter(|field| {
        field.flags & (field_flag::STATIC | field_flag::SYNTHETIC) == 0
            && definitions.canonical_field(field.id) == field.id
            && is_of_enum(definitions, field)
    })
}

/// Whether constants of an enum may have a field: it is that of the enum, or of the class of a constant with a body.
fn belongs(definitions: &Definitions, field: &FieldDef, class: u32) -> bool {
    let parent = definitions.class(field.class).map(|owner| owner.parent);
    field.class == class || parent == Some(class)
}

/// The constants that static fields of their enums hold, each with its enum and its name.
fn constants(run: &Run, time: Time) -> Vec<(Ref, u32, String)> {
    let definitions = run.definitions();
    let is_constant = field_flag::STATIC | field_flag::FINAL;
    let fields = definitions
        .fields()
        .filter(|field| field.flags & is_constant == is_constant && is_of_enum(definitions, field));
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
