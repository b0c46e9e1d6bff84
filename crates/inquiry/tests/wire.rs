//! Requests come through the wire as they were made.

use std::collections::BTreeSet;

use elenchus_inquiry::wire::types;
use elenchus_inquiry::{Input, Request};
use elenchus_session::{Answer, Reply, Wish, WrongPart};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use schemars::schema_for;

fn texts() -> impl Strategy<Value = String> {
    "\\PC{0,12}"
}

fn names() -> impl Strategy<Value = Option<String>> {
    prop::option::of(texts())
}

fn limits() -> impl Strategy<Value = Option<usize>> {
    prop::option::of(any::<usize>())
}

fn replies() -> impl Strategy<Value = Reply> {
    let plain = prop::sample::select(vec![
        Answer::Right,
        Answer::Wrong,
        Answer::Unknown,
        Answer::Trusted,
        Answer::Inadmissible,
    ]);
    let with_part = prop::sample::select(vec![Answer::Wrong, Answer::Inadmissible]);
    prop_oneof![
        plain.prop_map(Reply::Answer),
        (with_part, texts(), prop::option::of(texts()))
            .prop_map(|(answer, path, should)| Reply::Part(answer, WrongPart { path, should })),
        texts().prop_map(Reply::Trust),
    ]
}

fn plans() -> impl Strategy<Value = Plan> {
    let names = prop::sample::subsequence(TransformName::ALL.to_vec(), 0..4);
    names.prop_filter_map("they exclude each other", |names| Plan::new(&names).ok())
}

fn requests() -> impl Strategy<Value = Request> {
    let plain = prop::sample::select(vec![
        Request::Again,
        Request::Accept,
        Request::Zoom,
        Request::Leads,
        Request::Settings,
        Request::List,
        Request::History,
        Request::Routines,
        Request::Source,
        Request::Output,
        Request::Tree,
        Request::Interrupt,
        Request::Silent,
        Request::Leave,
        Request::Input(Input::End),
    ]);
    let strategies = prop::sample::select(StrategyName::ALL.to_vec());
    let bytes = prop::collection::vec(any::<u8>(), 0..8);
    prop_oneof![
        plain,
        replies().prop_map(Request::Answer),
        prop::option::of(any::<usize>()).prop_map(Request::Undo),
        any::<usize>().prop_map(Request::TakeBack),
        texts().prop_map(Request::PointAt),
        texts().prop_map(Request::Jump),
        names().prop_map(Request::Close),
        names().prop_map(Request::Reopen),
        (names(), texts()).prop_map(|(of, name)| Request::Name { of, name }),
        strategies.prop_map(Request::Strategy),
        plans().prop_map(Request::Transform),
        (limits(), limits(), limits(), limits()).prop_map(
            |(changes, characters, depth, elements)| {
                Request::Limits(Wish {
                    changes,
                    characters,
                    depth,
                    elements,
                })
            }
        ),
        texts().prop_map(Request::Open),
        texts().prop_map(Request::Paths),
        names().prop_map(Request::Save),
        bytes.prop_map(|bytes| Request::Input(Input::Bytes(bytes))),
    ]
}

proptest! {
    #[test]
    fn requests_come_through_the_wire_as_they_were_made(request in requests()) {
        let written = serde_json::to_string(&types::Request::from(request.clone())).unwrap();
        let read: types::Request = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(Request::try_from(read), Ok(request));
    }
}

#[test]
fn every_request_is_among_those_tried() {
    let mut runner = TestRunner::deterministic();
    let requests = requests();
    let mut names = BTreeSet::new();
    for _ in 0..2000 {
        let request = requests.new_tree(&mut runner).unwrap().current();
        let written = serde_json::to_value(types::Request::from(request)).unwrap();
        names.insert(written["request"].as_str().unwrap().to_owned());
    }
    let schema = schema_for!(types::Request).to_value();
    assert_eq!(
        names.len(),
        schema["oneOf"].as_array().unwrap().len(),
        "{names:?}"
    );
}

#[test]
fn requests_that_mean_nothing_are_refused() {
    for line in [
        r#"{"request": "answer", "answer": "perhaps"}"#,
        r#"{"request": "strategy", "name": "by-chance"}"#,
        r#"{"request": "transform", "names": ["auto", "loops"]}"#,
    ] {
        let request: types::Request = serde_json::from_str(line).unwrap();
        assert!(Request::try_from(request).is_err(), "{line}");
    }
}
