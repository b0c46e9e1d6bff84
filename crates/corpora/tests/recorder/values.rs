//! Recorded values by the naming of `tests/java/exact/README.md`. Objects carry their reference as their number.

use elenchus_recorded::java::literal::{literal, quoted};
use elenchus_trace::{Ref, Thing, Time, Trace, Value};

/// Writes values down; objects are looked up at a time at which everything was known.
pub struct Values<'t> {
    trace: &'t Trace,
    late: Time,
}

impl<'t> Values<'t> {
    pub fn new(trace: &'t Trace, late: Time) -> Self {
        Values { trace, late }
    }

    pub fn write(&self, value: Value) -> String {
        match value {
            Value::Ref(reference) => self.reference(reference),
            Value::Long(value) => format!("{value}L"),
            _ => literal(value),
        }
    }

    fn reference(&self, reference: Ref) -> String {
        let class = match self.trace.state_at(reference, self.late) {
            Thing::Box { value, .. } => return self.write(value),
            Thing::Enum { class, constant } => {
                return format!("{}.{constant}", self.class(class));
            }
            Thing::Class { name } => return format!("{}.class", simple(&name)),
            Thing::Text { class, text, .. } => match self.class(class) {
                string if string == "String" => return quoted(&text),
                other => other,
            },
            Thing::Object { class, .. } | Thing::Array { class, .. } | Thing::Opaque { class } => {
                self.class(class)
            }
            Thing::NotFollowed => "unknown".to_owned(),
        };
        format!("{class}#{}", reference.0)
    }

    /// A class by its number.
    pub fn class(&self, class: u32) -> String {
        let definitions = self.trace.definitions();
        definitions
            .class(class)
            .map_or_else(|| "unknown".to_owned(), |class| simple(&class.name))
    }
}

/// A class as class files name it, without its package; all lambdas are called the same.
pub fn simple(class: &str) -> String {
    // Recorders may know which method a lambda runs, as in `Main::lambda$run$0`.
    if class.contains("$$Lambda") || class.contains("::") {
        return "Lambda".to_owned();
    }
    class.rsplit('.').next().unwrap_or(class).to_owned()
}
