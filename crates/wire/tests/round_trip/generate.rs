//! Values that fit a schema, by chance. So every type is covered, also one that is added later.

use proptest::prelude::*;
use proptest::test_runner::TestRng;
use serde_json::{Map, Value, json};

/// Lists are made with up to this many elements.
const LONGEST: usize = 3;

/// Any value that fits `schema`.
pub fn value_of(schema: &Value) -> impl Strategy<Value = Value> + use<> {
    let schema = schema.clone();
    Just(()).prop_perturb(move |(), rng| {
        let mut maker = Maker {
            root: &schema,
            chance: rng,
        };
        maker.make(&schema)
    })
}

struct Maker<'s> {
    root: &'s Value,
    chance: TestRng,
}

impl Maker<'_> {
    fn below(&mut self, most: usize) -> usize {
        (self.chance.next_u32() as usize) % most.max(1)
    }

    fn make(&mut self, schema: &Value) -> Value {
        let mut made = Value::Null;
        if let Some(path) = schema["$ref"].as_str() {
            let root = self.root;
            made = self.make(root.pointer(&path[1..]).expect("it is defined"));
        }
        for word in ["oneOf", "anyOf"] {
            // What is missing is never written as null.
            let choices = schema[word].as_array().into_iter().flatten();
            let choices: Vec<&Value> = choices.filter(|one| one["type"] != "null").collect();
            if !choices.is_empty() {
                let chosen = choices[self.below(choices.len())];
                merge(&mut made, self.make(chosen));
            }
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return values[self.below(values.len())].clone();
        }
        let own = match type_of(schema) {
            Some("object") => self.object(schema),
            Some("array") => self.array(schema),
            Some("string") => Value::String(self.text()),
            Some("boolean") => json!(self.below(2) == 1),
            Some("integer") => self.integer(schema),
            // Quarters are written and read without loss.
            Some("number") => json!(self.below(1000) as f64 / 4.0),
            _ => Value::Null,
        };
        merge(&mut made, own);
        made
    }

    fn object(&mut self, schema: &Value) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let fields = schema["properties"].as_object().into_iter().flatten();
        let mut object = Map::new();
        for (name, field) in fields {
            let needed = required.iter().any(|other| other == name);
            // An empty list that may be missing is missing.
            if needed || self.below(2) == 1 {
                let value = self.make(field);
                if needed || value != json!([]) {
                    object.insert(name.clone(), value);
                }
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, schema: &Value) -> Value {
        let mut list = Vec::new();
        if let Some(first) = schema["prefixItems"].as_array() {
            list.extend(first.iter().map(|item| self.make(item)));
        } else {
            for _ in 0..self.below(LONGEST + 1) {
                list.push(self.make(&schema["items"]));
            }
        }
        Value::Array(list)
    }

    fn text(&mut self) -> String {
        const PIECES: [&str; 8] = ["", "a", "\"", "\n", "\\", "→", "\u{1f}", "b = [1, 2]"];
        (0..self.below(4))
            .map(|_| PIECES[self.below(PIECES.len())])
            .collect()
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let largest = match schema["format"].as_str() {
            Some("uint32") => u64::from(u32::MAX),
            _ => schema["maximum"].as_u64().unwrap_or(u64::MAX),
        };
        match self.below(4) {
            0 => json!(0),
            1 => json!(largest),
            _ => json!(largest.min(self.below(1000) as u64)),
        }
    }
}

/// The type that a schema names, apart from null.
fn type_of(schema: &Value) -> Option<&str> {
    let types = schema["type"].as_array().into_iter().flatten();
    let mut types = types.chain(Some(&schema["type"])).filter_map(Value::as_str);
    types.find(|&name| name != "null")
}

/// Adds the fields of an object to those there are; anything else takes the place of nothing.
fn merge(made: &mut Value, more: Value) {
    match (made, more) {
        (Value::Object(made), Value::Object(more)) => made.extend(more),
        (made @ Value::Null, more) => *made = more,
        _ => {}
    }
}
