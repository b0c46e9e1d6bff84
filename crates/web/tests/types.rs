//! The types by which the scripts of the page are checked are those of the wire.
//!
//! `ELENCHUS_BLESS=1 cargo test -p elenchus-web --test types` writes `page/wire.d.ts` anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use elenchus_wire::schema;
use serde_json::Value;

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/wire.d.ts");
    let text = declarations();
    if std::env::var_os("ELENCHUS_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = text
        .lines()
        .zip(written.lines())
        .find(|(now, before)| now != before);
    assert!(
        written == text,
        "first difference: {differs:?}; ELENCHUS_BLESS=1 writes it anew"
    );
}

/// All types that fronts write and read, as TypeScript.
fn declarations() -> String {
    let mut types: BTreeMap<String, Value> = BTreeMap::new();
    let named = schema::all().into_iter();
    for named in named.filter(|named| named.name.starts_with("front-")) {
        let mut root = serde_json::to_value(&named.schema).unwrap();
        let fields = root.as_object_mut().unwrap();
        let inner = fields.remove("$defs");
        let title = fields["title"].as_str().unwrap().to_owned();
        types.insert(title, root);
        for (name, schema) in inner.iter().filter_map(Value::as_object).flatten() {
            let before = types.insert(name.clone(), schema.clone());
            let is_new = before
                .as_ref()
                .is_none_or(|before| without_title(before) == without_title(schema));
            assert!(is_new, "two types are called {name}");
        }
    }
    let mut text = "// What the page and the server write to each other. Generated from the types in crates/wire by \
                    the test `types`.\n"
        .to_owned();
    for (name, schema) in &types {
        text.push('\n');
        remark(&mut text, schema, "");
        let _ = writeln!(text, "export type {name} = {};", type_of(schema, ""));
    }
    text
}

/// A type that stands alone has a title and a dialect, which say nothing about it.
fn without_title(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("title");
        fields.remove("$schema");
    }
    schema
}

fn remark(text: &mut String, schema: &Value, indent: &str) {
    if let Some(words) = schema["description"].as_str() {
        let words = words.replace('\n', " ");
        let _ = writeln!(text, "{indent}/** {words} */");
    }
}

fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        // Fields beside a reference come on top.
        return match schema["properties"].is_object() {
            true => format!("({name} & {})", object(schema, indent)),
            false => name.to_owned(),
        };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" | ");
    }
    for word in ["oneOf", "anyOf"] {
        let Some(choices) = schema[word].as_array() else {
            continue;
        };
        let choices = choices.iter().map(|choice| type_of(choice, indent));
        let choices = choices.collect::<Vec<_>>().join(" | ");
        // Fields beside a choice are common to all of them.
        return match schema["properties"].is_object() {
            true => format!("({choices}) & {}", object(schema, indent)),
            false => choices,
        };
    }
    match &schema["type"] {
        Value::String(word) => plain(word, schema, indent),
        Value::Array(words) => {
            let words = words.iter().filter_map(Value::as_str);
            let words: Vec<String> = words.map(|word| plain(word, schema, indent)).collect();
            words.join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

fn plain(word: &str, schema: &Value, indent: &str) -> String {
    match word {
        "string" | "boolean" | "null" => word.to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => array(schema, indent),
        "object" => object(schema, indent),
        other => panic!("{other} is no type that the wire has had"),
    }
}

fn array(schema: &Value, indent: &str) -> String {
    match schema["prefixItems"].as_array() {
        Some(items) => {
            let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
            format!("[{}]", items.join(", "))
        }
        None => format!("Array<{}>", type_of(&schema["items"], indent)),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        remark(&mut text, field, &inner);
        let may_be_missing = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let _ = writeln!(
            text,
            "{inner}{name}{may_be_missing}: {};",
            type_of(field, &inner)
        );
    }
    text + indent + "}"
}
