//! What a tree file can say about a node beyond its place in the tree: the words a question shows.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// The state before or after a node ran, in the order in which the file gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// Free text.
    Text(String),
    /// Names with their values. Values that are not strings are kept as compact JSON.
    Values(Vec<(String, String)>),
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        deserializer.deserialize_any(StateVisitor)
    }
}

struct StateVisitor;

impl<'de> Visitor<'de> for StateVisitor {
    type Value = State;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a text, or an object of names and values")
    }

    fn visit_unit<E>(self) -> Result<State, E> {
        Ok(State::Unsaid)
    }

    fn visit_str<E>(self, text: &str) -> Result<State, E> {
        Ok(State::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<State, A::Error> {
        let mut values = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            values.push((name, value_text(&value)));
        }
        Ok(State::Values(values))
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            State::Unsaid => serializer.serialize_unit(),
            State::Text(text) => serializer.serialize_str(text),
            State::Values(values) => {
                let mut map = serializer.serialize_map(Some(values.len()))?;
                for (name, value) in values {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

/// The source lines of a node: a text such as `Chess.java:14-17`, or a list of line numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(pub String);

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lines, D::Error> {
        deserializer.deserialize_any(LinesVisitor)
    }
}

struct LinesVisitor;

impl<'de> Visitor<'de> for LinesVisitor {
    type Value = Lines;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a text such as \"Chess.java:14\", a line number or a list of them")
    }

    fn visit_unit<E>(self) -> Result<Lines, E> {
        Ok(Lines::default())
    }

    fn visit_str<E>(self, text: &str) -> Result<Lines, E> {
        Ok(Lines(text.to_owned()))
    }

    fn visit_u64<E>(self, line: u64) -> Result<Lines, E> {
        Ok(Lines(format!("line {line}")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Lines, A::Error> {
        let mut lines = Vec::new();
        while let Some(line) = seq.next_element::<u64>()? {
            lines.push(line.to_string());
        }
        Ok(Lines(match lines.as_slice() {
            [] => String::new(),
            [line] => format!("line {line}"),
            _ => format!("lines {}", lines.join(", ")),
        }))
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_str() {
            "" => serializer.serialize_unit(),
            text => serializer.serialize_str(text),
        }
    }
}

/// A value as a reader would write it: strings bare, everything else as JSON with a space after
/// commas and colons.
fn value_text(value: &Value) -> String {
    let list = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", list(items.iter().map(quoted).collect())),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), quoted(value))
            };
            format!("{{{}}}", list(fields.iter().map(field).collect()))
        }
        other => other.to_string(),
    }
}

/// A value inside another: strings keep their quotes there.
fn quoted(value: &Value) -> String {
    match value {
        Value::String(_) => value.to_string(),
        other => value_text(other),
    }
}
