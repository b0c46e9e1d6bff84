//! What may happen to a program while it is asked about.

use std::time::Duration;

use elenchus_trace::{Budget, Trace};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::session::Session;
use crate::should_have_ended;

/// What elenchus may take: the default budget, and what it needs besides.
const MOST_MEMORY: u64 = 512 + 64;

/// Whether the count of readings became smaller, or begins below nothing.
fn count_fell(question: &Value) -> bool {
    let mut values = question["values"].as_array().unwrap().iter();
    values.any(|value| {
        let number = |key: &str| value[key].as_str()?.parse::<i32>().ok();
        let is_count = value["name"].as_str().unwrap().ends_with("count");
        is_count && number("after").is_some_and(|after| after < number("before").unwrap_or(0))
    })
}

#[test]
fn a_program_that_only_grows_is_stopped_and_its_bug_is_found() {
    let mut session = Session::about("Growing");
    // However fast it grows, at some time the count is wrong.
    loop {
        let question = session.next();
        assert_eq!(question["type"], "question", "{question}");
        assert!(session.memory() < MOST_MEMORY);
        let wrong = count_fell(&question);
        session.answer(wrong);
        if wrong {
            break;
        }
    }
    kill_process(Pid::from_child(&session.child), Signal::INT).unwrap();
    let (end, _, code) = session.answer_all(count_fell);
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "Growing.add", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_full_recording_is_said_and_asked_about() {
    let most = 2 << 20;
    let mut session = Session::start("Growing", &["--max-trace", "2M"], &[]);
    let (end, ..) = session.answer_all(|_| false);
    assert_eq!(end["type"], "no-bug", "{end}");
    let errors = session.errors();
    assert!(
        errors.contains("--max-trace: the questions are"),
        "{errors}"
    );
    let ended = Trace::open(&session.trace(), Budget::default()).unwrap();
    let frames = ended.end().unwrap().frame_bytes;
    assert!(frames < most, "{frames} bytes");
}

#[test]
fn two_hundred_threads_and_a_pool_are_asked_about() {
    let mut session = Session::about("Crowd");
    let squares = |question: &Value| {
        let about = format!("{} {}", question["routine"], question["title"]);
        let makers = ["square", "work", "lambda", "run", "main", "threads"];
        makers.iter().any(|name| about.contains(name))
    };
    let (end, questions, code) = session.answer_all(squares);
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "Crowd.square", "{end}");
    assert!(questions < 30, "{questions} questions");
    assert_eq!(code, Some(0));
    let trace = Trace::open(&session.trace(), Budget::default()).unwrap();
    assert!(trace.forest().strands.len() > 200);
}

/// Whether a question shows the wrong sum.
fn shows_seven(question: &Value) -> bool {
    question["values"].to_string().contains('7')
}

#[test]
fn a_program_may_end_while_an_answer_is_thought_about() {
    let mut session = Session::about("Brief");
    let first = session.next();
    while !session.trace().join("end.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(first["type"], "question", "{first}");
    session.answer(shows_seven(&first));
    let (end, _, code) = session.answer_all(shows_seven);
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "Brief.add", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_ends_before_the_first_question_is_asked_about_as_a_whole() {
    let mut session = Session::start("Brief", &[], &["0"]);
    let (end, _, code) = session.answer_all(shows_seven);
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "Brief.add", "{end}");
    assert_eq!(code, Some(0));
    let errors = session.errors();
    assert!(
        errors.contains("ended with IllegalStateException"),
        "{errors}"
    );
}

#[test]
fn a_suspended_program_is_said_to_be_and_goes_on() {
    let mut session = Session::about("EndlessWaiting");
    let first = session.next();
    assert_eq!(first["type"], "question", "{first}");
    let program = session.program();
    kill_process(program, Signal::STOP).unwrap();
    session.answer(false);
    loop {
        let message = session.message();
        match message["type"].as_str().unwrap() {
            "question" => session.answer(false),
            "waiting" if message["program"] == "suspended" => break,
            _ => {}
        }
    }
    kill_process(program, Signal::CONT).unwrap();
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessWaiting.await", "{end}");
    assert_eq!(code, Some(0));
}
