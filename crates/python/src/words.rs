//! Values and names as Python programmers write them.

use std::fmt::Write;

use elenchus_guard::text::is_deceptive;
use elenchus_recorded::heap::{Moment, Ref, Thing, Value};
use elenchus_recorded::language::{Language, RowStyle, Says, Told};
use elenchus_recorded::shape::{Brackets, Shape};
use elenchus_source::Syntax;
use elenchus_trace::definition::RoutineDef;

use crate::frameworks;
use crate::syntax::PythonSyntax;

/// Python.
#[derive(Debug)]
pub struct Python;

/// What Python's tools put at the top of a project.
const PROJECT_MARKS: &[&str] = &["pyproject.toml", "setup.py", "setup.cfg", "tox.ini"];

/// The function that holds the code of a module outside all others.
const MODULE_CODE: &str = "<module>";

impl Language for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn syntax(&self) -> &'static dyn Syntax {
        &PythonSyntax
    }

    fn project_marks(&self) -> &'static [&'static str] {
        PROJECT_MARKS
    }

    fn literal(&self, value: Value) -> String {
        match value {
            Value::Missing => "not assigned".to_owned(),
            Value::Null => "None".to_owned(),
            Value::Bool(true) => "True".to_owned(),
            Value::Bool(false) => "False".to_owned(),
            Value::Byte(value) => value.to_string(),
            Value::Char(unit) => self.quoted(&String::from_utf16_lossy(&[unit])),
            Value::Short(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Long(value) => value.to_string(),
            Value::Float(value) => decimal(value.into(), &format!("{value:?}")),
            Value::Double(value) => decimal(value, &format!("{value:?}")),
            Value::Ref(reference) => format!("object {}", reference.0),
        }
    }

    /// With double quotes only where that saves escapes, as `repr` does.
    fn quoted(&self, text: &str) -> String {
        let quote = match text.contains('\'') && !text.contains('"') {
            true => '"',
            false => '\'',
        };
        let mut quoted = String::from(quote);
        for c in text.chars() {
            if c == quote {
                quoted.push('\\');
            }
            escape_into(&mut quoted, c);
        }
        quoted.push(quote);
        quoted
    }

    fn escaped(&self, text: &str) -> String {
        let mut escaped = String::new();
        for c in text.chars() {
            escape_into(&mut escaped, c);
        }
        escaped
    }

    fn class_name(&self, class: &str) -> String {
        class.rsplit('.').next().unwrap_or(class).to_owned()
    }

    fn routine_name(&self, class: &str, def: &RoutineDef) -> String {
        let class = self.class_name(class);
        match def.name.as_str() {
            _ if def.is_constructor() => class,
            MODULE_CODE => format!("module {class}"),
            "<lambda>" => format!("lambda in {class}"),
            // A function of a module has no receiver and no class around it that a reader would name.
            name if !def.has_receiver() => name.to_owned(),
            name => format!("{class}.{name}"),
        }
    }

    fn receiver(&self) -> &'static str {
        "self"
    }

    fn argument(&self, name: &str, value: &str) -> String {
        format!("{name}={value}")
    }

    fn threw(&self) -> &'static str {
        "raised"
    }

    fn is_hidden_local(&self, name: &str) -> bool {
        // Compilers of comprehensions name the iterator `.0`.
        name.is_empty() || name.starts_with('.') || name == self.receiver()
    }

    fn is_small(&self, type_name: &str) -> bool {
        ["int", "float", "bool", "str", "None"].contains(&type_name)
    }

    fn is_root(&self, class: &str) -> bool {
        class == "object"
    }

    fn shape(&self, moment: &dyn Moment, reference: Ref, most: usize) -> Shape {
        match moment.thing(reference) {
            Thing::Object {
                class,
                fields,
                is_exception,
                ..
            } => self.object(moment, &class, is_exception, fields),
            Thing::Array { class, length } => {
                let items = |most| moment.elements(reference, 0, length.min(most));
                self.array(&class, length, most, items)
            }
            Thing::Box(value) => complete(self.literal(value)),
            Thing::Text {
                class,
                text,
                length,
                not_compared,
            } => Shape::Text {
                text: self.text(&class, &text, length),
                comparable: !not_compared,
            },
            Thing::Enum {
                class,
                constant,
                fields,
            } => Shape::Constant {
                class: self.class_name(&class),
                name: constant,
                fields,
            },
            Thing::Class { name } => complete(self.class_name(&name)),
            Thing::Lambda { text, captured } => Shape::Lambda { text, captured },
            Thing::Opaque { class } => Shape::Opaque {
                class: self.class_name(&class),
            },
            Thing::NotFollowed => Shape::Opaque {
                class: "object".to_owned(),
            },
        }
    }

    fn row_style(&self, brackets: Brackets, total: usize) -> RowStyle {
        let (is_named, open, close) = match (brackets, total) {
            // `{}` is an empty dict.
            (Brackets::Set, 0) => (true, '(', ")"),
            (Brackets::Set | Brackets::Braces, _) => (false, '{', "}"),
            (Brackets::Round, 1) => (false, '(', ",)"),
            (Brackets::Round, _) => (false, '(', ")"),
            (Brackets::Square, _) => (false, '[', "]"),
            (Brackets::Named, _) => (true, '[', "]"),
        };
        RowStyle {
            is_named,
            open,
            close,
        }
    }

    fn between_key_and_value(&self) -> &'static str {
        ": "
    }

    /// A `dict` keeps the order in which its keys came, a `set` does not.
    fn keeps_order(&self, class_name: &str) -> bool {
        class_name == "dict"
    }

    fn is_private(&self, _: &str) -> bool {
        false
    }

    fn is_hash(&self, def: &RoutineDef) -> bool {
        def.name == "__hash__"
    }

    fn verdict(&self, class: &str, routine: &str) -> Option<Says> {
        frameworks::says(class, routine)
    }

    fn told(&self, moment: &dyn Moment, _: Option<Value>, arguments: &[Value]) -> Told {
        frameworks::told(moment, arguments)
    }

    fn is_assertion(&self, class: &str) -> bool {
        class == "AssertionError"
    }

    /// The first of the arguments with which the exception was made.
    fn message(&self, moment: &dyn Moment, exception: Ref) -> Option<String> {
        moment.text(first_argument(moment, Value::Ref(exception))?)
    }
}

impl Python {
    fn object(
        &self,
        moment: &dyn Moment,
        class: &str,
        is_exception: bool,
        fields: Vec<(String, Value)>,
    ) -> Shape {
        let class = self.class_name(class);
        if !is_exception {
            return Shape::Record {
                class,
                fields,
                hidden: None,
            };
        }
        let (made_with, fields): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|(name, _)| name == ARGUMENTS);
        let message = made_with
            .first()
            .and_then(|&(_, arguments)| first_of(moment, arguments));
        Shape::Exception {
            class,
            message: message.unwrap_or(Value::Null),
            fields,
        }
    }

    /// Python's own collections.
    fn array(
        &self,
        class: &str,
        length: usize,
        most: usize,
        items: impl Fn(usize) -> Vec<Value>,
    ) -> Shape {
        let name = self.class_name(class);
        if name == "dict" {
            let pairs = items(most.saturating_mul(2));
            let entries = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            return Shape::Map {
                class: name,
                entries: entries.collect(),
                total: length / 2,
                // Dictionaries keep the order in which keys came.
                in_order: true,
                own: None,
            };
        }
        let brackets = match name.as_str() {
            "tuple" => Brackets::Round,
            "set" => Brackets::Set,
            "list" => Brackets::Square,
            _ => Brackets::Named,
        };
        Shape::Row {
            class: name,
            brackets,
            items: items(most),
            total: length,
            own: None,
        }
    }

    /// Strings are quoted; other things known by their text say what they are.
    fn text(&self, class: &str, text: &str, length: usize) -> String {
        let more = length.saturating_sub(text.chars().count());
        let shown = match more {
            0 => self.quoted(text),
            1 => format!("{}… and 1 more character", self.quoted(text)),
            _ => format!("{}… and {more} more characters", self.quoted(text)),
        };
        match class {
            "str" => shown,
            "int" => text.to_owned(),
            _ => format!("{}({shown})", self.class_name(class)),
        }
    }
}

/// The field of an exception that holds what it was made with.
const ARGUMENTS: &str = "args";

fn first_argument(moment: &dyn Moment, exception: Value) -> Option<Value> {
    first_of(moment, moment.field(exception, ARGUMENTS)?)
}

fn first_of(moment: &dyn Moment, row: Value) -> Option<Value> {
    match row {
        Value::Ref(row) => moment.elements(row, 0, 1).first().copied(),
        _ => None,
    }
}

fn complete(text: String) -> Shape {
    Shape::Text {
        text,
        comparable: true,
    }
}

/// A floating-point number: Rust's shortest digits with Python's spelling of exponents and of what is not a number.
fn decimal(value: f64, shortest: &str) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    match shortest.split_once('e') {
        Some((digits, power)) => {
            let digits = digits.strip_suffix(".0").unwrap_or(digits);
            let (sign, power) = match power.strip_prefix('-') {
                Some(power) => ('-', power),
                None => ('+', power),
            };
            format!("{digits}e{sign}{power:0>2}")
        }
        None => shortest.to_owned(),
    }
}

fn escape_into(text: &mut String, c: char) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        '\\' => text.push_str("\\\\"),
        c if is_deceptive(c) => {
            let code = u32::from(c);
            let _ = match code {
                0..=0xff => write!(text, "\\x{code:02x}"),
                0x100..=0xffff => write!(text, "\\u{code:04x}"),
                _ => write!(text, "\\U{code:08x}"),
            };
        }
        c => text.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_repr_writes_them() {
        for (value, written) in [
            (Value::Null, "None"),
            (Value::Bool(true), "True"),
            (Value::Long(-5), "-5"),
            (Value::Double(1.0), "1.0"),
            (Value::Double(1e300), "1e+300"),
            (Value::Double(1.5e-7), "1.5e-07"),
            (Value::Double(f64::NEG_INFINITY), "-inf"),
            (Value::Double(f64::NAN), "nan"),
        ] {
            assert_eq!(Python.literal(value), written);
        }
        for (text, written) in [
            ("a", "'a'"),
            ("it's", "\"it's\""),
            ("it's \"so\"", "'it\\'s \"so\"'"),
            ("a\\\n\u{202e}\u{7}", "'a\\\\\\n\\u202e\\x07'"),
        ] {
            assert_eq!(Python.quoted(text), written);
        }
    }
}
