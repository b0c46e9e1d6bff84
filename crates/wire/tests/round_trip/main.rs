//! Whatever fits a schema can be read and is written back as it was: nothing is lost or added on the way.

mod generate;

use elenchus_wire::{Line, exec, front, schema, session_file};
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
    fn headers_of_session_files_round_trip(header in any_of::<session_file::Header>()) {
        round_trip::<session_file::Header>(&header)?;
    }

    #[test]
    fn what_fronts_say_and_are_told_round_trips(
        asked in any_of::<front::Asked>(),
        done in any_of::<front::Done>(),
        refusal in any_of::<front::Refusal>(),
        update in any_of::<front::Update>(),
    ) {
        round_trip::<front::Asked>(&asked)?;
        round_trip::<front::Done>(&done)?;
        round_trip::<front::Refusal>(&refusal)?;
        round_trip::<front::Update>(&update)?;
    }

    #[test]
    fn exec_answers_round_trip(said in any_of::<exec::Said>()) {
        round_trip::<exec::Said>(&said)?;
    }
}

proptest! {
    /// What is kept comes back as it was said, through the domain too, unless it makes no sense there.
    #[test]
    fn events_of_session_files_round_trip(event in any_of::<session_file::StoredEvent>()) {
        let schema = schema_for!(session_file::StoredEvent).to_value();
        prop_assert_eq!(schema::check(&schema, &event), Ok(()));
        let stored: session_file::StoredEvent = serde_json::from_value(event.clone()).unwrap();
        prop_assert_eq!(&serde_json::to_value(&stored).unwrap(), &without_defaults(event));
        if let Ok(domain) = elenchus_session::Event::try_from(stored) {
            let again = session_file::StoredEvent::from(domain.clone());
            prop_assert_eq!(elenchus_session::Event::try_from(again), Ok(domain));
        }
    }
}

/// The same value without fields that say nothing.
fn without_defaults(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.retain(|name, field| {
            field != false || !["calls", "is_input"].contains(&name.as_str())
        });
        for field in object.values_mut() {
            *field = without_defaults(field.take());
        }
    }
    value
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
