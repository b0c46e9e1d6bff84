//! Whatever fits a schema can be read and is written back as it was: nothing is lost or added on the way.

mod generate;

use elenchus_wire::{Line, exec, schema};
use proptest::prelude::*;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::generate::value_of;

/// Reads `value` as a `T` and writes it back.
fn round_trip<T: JsonSchema + Serialize + DeserializeOwned>(
    value: &Value,
) -> Result<(), TestCaseError> {
    let schema = schema_for!(T).to_value();
    prop_assert_eq!(schema::check(&schema, value), Ok(()));
    let read: T = serde_json::from_value(value.clone())
        .map_err(|error| TestCaseError::fail(format!("{error}: {value}")))?;
    prop_assert_eq!(&serde_json::to_value(&read).unwrap(), value);
    // A reader ignores what a later writer adds.
    let mut more = value.clone();
    more["added_later"] = Value::Bool(true);
    let again: T = serde_json::from_value(more).unwrap();
    prop_assert_eq!(&serde_json::to_value(&again).unwrap(), value);
    Ok(())
}

fn any_of<T: JsonSchema>() -> impl Strategy<Value = Value> {
    value_of(&schema_for!(T).to_value())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn lines_round_trip(line in any_of::<Line>()) {
        round_trip::<Line>(&line)?;
    }

    #[test]
    fn exec_questions_round_trip(asked in any_of::<exec::Asked>()) {
        round_trip::<exec::Asked>(&asked)?;
    }

    #[test]
    fn exec_answers_round_trip(answered in any_of::<exec::Answered>()) {
        round_trip::<exec::Answered>(&answered)?;
    }
}

#[test]
fn every_type_of_line_is_made() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let lines = any_of::<Line>();
    let mut types = std::collections::BTreeSet::new();
    for _ in 0..1000 {
        let line = lines.new_tree(&mut runner).unwrap().current();
        types.insert(line["type"].as_str().unwrap().to_owned());
    }
    let schema = schema_for!(Line).to_value();
    assert_eq!(types.len(), schema["oneOf"].as_array().unwrap().len());
}
