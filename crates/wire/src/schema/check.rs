//! Whether a value fits a schema.
//!
//! This knows the words of JSON Schema that generated schemas use and refuses schemas with others, so
//! that nothing is passed over in silence. It is stricter than the standard in one thing: a field that
//! the schema does not name is a mismatch. Readers ignore such fields, but a writer has no use for them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use thiserror::Error;

/// Why a value does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {problem}")]
pub struct Mismatch {
    /// Where in the value, such as `/values/0/name`.
    pub place: String,
    pub problem: String,
}

/// Words that say something to people only.
const REMARKS: [&str; 6] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "format",
    "default",
];

/// Checks that `value` fits `schema`.
pub fn check(schema: &Value, value: &Value) -> Result<(), Mismatch> {
    let checker = Checker { root: schema };
    let known = checker.fits(schema, value, "")?;
    let (Some(object), Known::Only(names)) = (value.as_object(), known) else {
        return Ok(());
    };
    all_known(object, &names, "")
}

/// The fields of an object that a schema names.
enum Known {
    /// Any field may be there.
    All,
    /// Only these.
    Only(BTreeSet<String>),
}

struct Checker<'s> {
    root: &'s Value,
}

impl Checker<'_> {
    /// Checks one value, and returns the fields that the schema names.
    fn fits(&self, schema: &Value, value: &Value, place: &str) -> Result<Known, Mismatch> {
        let wrong = |problem: String| Mismatch {
            place: place.to_owned(),
            problem,
        };
        let words = match schema {
            Value::Bool(true) => return Ok(Known::All),
            Value::Object(words) => words,
            _ => return Err(wrong("nothing is allowed here".to_owned())),
        };
        let mut known = BTreeSet::new();
        let mut any = false;
        let mut note = |fields: Known| match fields {
            Known::All => any = true,
            Known::Only(names) => known.extend(names),
        };
        for (word, says) in words {
            match word.as_str() {
                "$ref" => note(self.fits(self.definition(says, place)?, value, place)?),
                "type" if !has_type(says, value) => {
                    return Err(wrong(format!("expected {says}, found {value}")));
                }
                "const" if says != value => {
                    return Err(wrong(format!("expected {says}, found {value}")));
                }
                "enum" if !list(says).contains(value) => {
                    return Err(wrong(format!("{value} is none of {says}")));
                }
                "minimum" if value.as_f64() < says.as_f64() => {
                    return Err(wrong(format!("{value} is less than {says}")));
                }
                "maximum" if value.as_f64() > says.as_f64() => {
                    return Err(wrong(format!("{value} is more than {says}")));
                }
                "minItems" if (list(value).len() as u64) < says.as_u64().unwrap_or(0) => {
                    return Err(wrong(format!("fewer than {says} elements")));
                }
                "maxItems" if (list(value).len() as u64) > says.as_u64().unwrap_or(0) => {
                    return Err(wrong(format!("more than {says} elements")));
                }
                "type" | "const" | "enum" | "minimum" | "maximum" | "minItems" | "maxItems" => {}
                "oneOf" | "anyOf" => note(self.fits_some(list(says), value, place)?),
                "allOf" => {
                    for part in list(says) {
                        note(self.fits(part, value, place)?);
                    }
                }
                "properties" => note(self.fields(says, value, place)?),
                "required" => {
                    let missing = list(says).iter().filter_map(Value::as_str);
                    let missing: Vec<&str> =
                        missing.filter(|&name| value.get(name).is_none()).collect();
                    if !missing.is_empty() {
                        return Err(wrong(format!("{} is missing", missing.join(", "))));
                    }
                }
                "items" => {
                    let first = words
                        .get("prefixItems")
                        .map_or(0, |first| list(first).len());
                    for (at, item) in list(value).iter().enumerate().skip(first) {
                        self.fits_whole(says, item, &format!("{place}/{at}"))?;
                    }
                }
                "prefixItems" => {
                    for (at, (schema, item)) in list(says).iter().zip(list(value)).enumerate() {
                        self.fits_whole(schema, item, &format!("{place}/{at}"))?;
                    }
                }
                // Fields that are not named never fit.
                "additionalProperties" if says == &Value::Bool(false) => {}
                remark if REMARKS.contains(&remark) => {}
                other => {
                    return Err(wrong(format!(
                        "the schema says {other}, which is not known"
                    )));
                }
            }
        }
        Ok(if any { Known::All } else { Known::Only(known) })
    }

    /// Checks one value including that it has no further fields.
    fn fits_whole(&self, schema: &Value, value: &Value, place: &str) -> Result<(), Mismatch> {
        match (self.fits(schema, value, place)?, value.as_object()) {
            (Known::Only(names), Some(object)) => all_known(object, &names, place),
            _ => Ok(()),
        }
    }

    /// One of several schemas must fit; those of another `type` of line are not considered.
    fn fits_some(&self, schemas: &[Value], value: &Value, place: &str) -> Result<Known, Mismatch> {
        let mut mismatch = Mismatch {
            place: place.to_owned(),
            problem: format!("no alternative fits {value}"),
        };
        for schema in schemas.iter().filter(|schema| has_constants(schema, value)) {
            match self.fits(schema, value, place) {
                Ok(known) => return Ok(known),
                Err(last) => mismatch = last,
            }
        }
        Err(mismatch)
    }

    fn fields(&self, schemas: &Value, value: &Value, place: &str) -> Result<Known, Mismatch> {
        let named = schemas.as_object().into_iter().flatten();
        let mut names = BTreeSet::new();
        for (name, schema) in named {
            if let Some(field) = value.get(name) {
                self.fits_whole(schema, field, &format!("{place}/{name}"))?;
            }
            names.insert(name.clone());
        }
        Ok(Known::Only(names))
    }

    fn definition(&self, reference: &Value, place: &str) -> Result<&Value, Mismatch> {
        let path = reference.as_str().and_then(|path| path.strip_prefix('#'));
        let found = path.and_then(|path| self.root.pointer(path));
        found.ok_or_else(|| Mismatch {
            place: place.to_owned(),
            problem: format!("the schema refers to {reference}, which it does not define"),
        })
    }
}

fn all_known(
    object: &Map<String, Value>,
    names: &BTreeSet<String>,
    place: &str,
) -> Result<(), Mismatch> {
    match object.keys().find(|name| !names.contains(*name)) {
        Some(name) => Err(Mismatch {
            place: place.to_owned(),
            problem: format!("the field {name} is not in the schema"),
        }),
        None => Ok(()),
    }
}

/// Whether a value has the constants that a schema names among its fields.
fn has_constants(schema: &Value, value: &Value) -> bool {
    let fields = schema.get("properties").and_then(Value::as_object);
    fields.into_iter().flatten().all(|(name, field)| {
        let (expected, found) = (field.get("const"), value.get(name));
        expected.is_none() || found.is_none() || expected == found
    })
}

/// The elements of a list; none of anything else.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Whether a value is of a type, or of one of several.
fn has_type(says: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match says {
        Value::String(name) => is(name),
        says => list(says).iter().filter_map(Value::as_str).any(is),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(schema: Value, value: Value) -> String {
        check(&schema, &value).unwrap_err().to_string()
    }

    #[test]
    fn types_fields_and_elements_are_checked() {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "pair": {"prefixItems": [{"type": "integer"}, {"type": "string"}]},
                "all": {"items": {"enum": ["a", "b"]}},
            },
            "required": ["name"],
        });
        let fine = json!({"name": "x", "pair": [1, "y"], "all": ["a", "b", "a"]});
        assert_eq!(check(&schema, &fine), Ok(()));
        assert_eq!(problem(schema.clone(), json!({})), ": name is missing");
        assert_eq!(
            problem(schema.clone(), json!({"name": 1})),
            "/name: expected \"string\", found 1"
        );
        assert_eq!(
            problem(schema.clone(), json!({"name": "x", "pair": [1, 2]})),
            "/pair/1: expected \"string\", found 2"
        );
        assert_eq!(
            problem(schema.clone(), json!({"name": "x", "all": ["c"]})),
            "/all/0: \"c\" is none of [\"a\",\"b\"]"
        );
        assert_eq!(
            problem(schema, json!({"name": "x", "other": 1})),
            ": the field other is not in the schema"
        );
    }

    #[test]
    fn alternatives_add_their_fields_to_those_beside_them() {
        let schema = json!({
            "properties": {"version": {"type": "integer"}},
            "oneOf": [
                {"properties": {"type": {"const": "a"}, "x": {"type": "integer"}}, "required": ["type"]},
                {"properties": {"type": {"const": "b"}, "y": {"$ref": "#/$defs/Y"}}, "required": ["type"]},
            ],
            "$defs": {"Y": {"type": "string"}},
        });
        assert_eq!(
            check(&schema, &json!({"version": 1, "type": "a", "x": 2})),
            Ok(())
        );
        assert_eq!(check(&schema, &json!({"type": "b", "y": "z"})), Ok(()));
        assert_eq!(
            problem(schema.clone(), json!({"type": "b", "y": 2})),
            "/y: expected \"string\", found 2"
        );
        assert_eq!(
            problem(schema, json!({"type": "a", "y": "z"})),
            ": the field y is not in the schema"
        );
    }

    #[test]
    fn a_schema_with_words_that_are_not_known_is_refused() {
        let said = problem(json!({"pattern": "x*"}), json!("xx"));
        assert_eq!(said, ": the schema says pattern, which is not known");
    }
}
