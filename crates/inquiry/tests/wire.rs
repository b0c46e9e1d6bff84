//! Requests come through the wire as they were made.

use elenchus_inquiry::wire::types;
use elenchus_inquiry::{Input, Request};
use elenchus_session::{Answer, Reply, Wish, WrongPart};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use proptest::prelude::*;

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
        texts().prop_map(Request::Jump),
        names().prop_map(Request::Close),
        names().prop_map(Request::Reopen),
        (names(), texts()).prop_map(|(of, name)| Request::Name { of, name }),
        strategies.prop_map(Request::Strategy),
        plans().prop_map(Request::Transform),
        (limits(), limits()).prop_map(|(changes, depth)| {
            Request::Limits(Wish {
                changes,
                depth,
                ..Wish::default()
            })
        }),
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
