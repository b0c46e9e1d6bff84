//! Questions about programs that have not ended and perhaps never will, asked while they run.

mod session;
mod situations;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::Value;

use crate::session::Session;

/// Whether a question is about something that has not ended, or not by itself.
fn runs(question: &Value) -> bool {
    let mut values = question["values"].as_array().unwrap().iter();
    values.any(|value| {
        value["name"] == "still running" || value["after"] == "it ended together with the program"
    })
}

/// What the loop or call should have ended, as everything around it; the iteration it is in is right.
fn should_have_ended(question: &Value, routine: &str) -> bool {
    let in_it = question["routine"] == routine && question["kind"] == "iteration";
    runs(question) && !in_it
}

#[test]
fn an_endless_loop_is_located_while_it_runs() {
    let mut session = Session::about("EndlessLoop");
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessLoop.halvings"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessLoop.halvings", "{end}");
    assert_eq!(end["kind"], "loop", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_hangs_is_asked_about_as_it_hangs() {
    let mut session = Session::about("EndlessWaiting");
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessWaiting.await", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_ignores_ctrl_c_does_not_outlive_its_session() {
    let mut session = Session::in_background("EndlessWaiting");
    let first = session.next();
    let program = session.program();
    session.answer(should_have_ended(&first, "EndlessWaiting.await"));
    session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert!(test_kill_process(program).is_err(), "it still runs");
}

#[test]
fn a_deadlock_is_located_while_it_lasts() {
    let mut session = Session::about("Deadlock");
    let (end, _, code) = session.answer_all(runs);
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "Deadlock.transfer", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn an_endless_recursion_is_located() {
    let mut session = Session::about("EndlessRecursion");
    let (end, questions, code) = session.answer_all(|question| {
        question["routine"].as_str().unwrap().contains("divisor")
            || question["routine"] == "EndlessRecursion.main"
    });
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessRecursion.divisor", "{end}");
    assert!(questions < 40, "{questions} questions");
    assert_eq!(code, Some(0));
}

#[test]
fn ctrl_c_stops_the_program_and_the_questions_go_on() {
    let mut session = Session::about("EndlessWaiting");
    let first = session.next();
    assert_eq!(first["type"], "question", "{first}");
    kill_process(Pid::from_child(&session.child), Signal::INT).unwrap();
    session.answer(should_have_ended(&first, "EndlessWaiting.await"));
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessWaiting.await", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn ctrl_c_twice_leaves_and_nothing_is_lost() {
    let mut session = Session::about("EndlessWaiting");
    session.next();
    session.answer(false);
    session.next();
    let process = Pid::from_child(&session.child);
    kill_process(process, Signal::INT).unwrap();
    // Two signals that come at once are one.
    while !session.errors().contains("the program is stopped") {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    kill_process(process, Signal::INT).unwrap();
    assert_eq!(session.child.wait().unwrap().code(), Some(130));
    let trace = session.trace();
    assert!(trace.join("trace.json").is_file());
}
