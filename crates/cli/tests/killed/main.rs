//! kill -9 of elenchus, of the program it records, and of both, at any moment: the trace opens, every
//! call that the program had made is there, the tree is well-formed, and no answer is lost.
//!
//! `ELENCHUS_LONG=1` kills each of them at 200 moments in the middle of a session.

mod program;
mod session;

use std::time::Duration;

use program::{Recorded, Steps};
use session::Session;

/// A few in every run, many when asked for.
fn rounds(few: u64, many: u64) -> u64 {
    match std::env::var_os("ELENCHUS_LONG") {
        Some(_) => many,
        None => few,
    }
}

/// Moments spread over a time, in no regular order.
fn moment(round: u64, within: Duration) -> Duration {
    within.mul_f64((round as f64 * 0.618_033_988_75).fract())
}

#[test]
fn killing_elenchus_loses_no_answer_and_disturbs_nobody() {
    let steps = Steps::compile();
    // A trace that grows without end takes longer and longer to open, so a new one is begun now and then.
    for _ in 0..rounds(1, 25) {
        let (recorded, session) = steps.record();
        kill_again_and_again(&recorded, session);
    }
}

/// Kills the session that records, then one after the other that goes on with the trace while the program goes on
/// writing it.
fn kill_again_and_again(recorded: &Recorded, mut session: Session) {
    let mut kept = 0;
    session.answer_for(&mut kept, 3);
    session.kill();
    let mut before = recorded.check();
    for round in 0..8 {
        let mut session = Session::start(recorded.ask());
        session.expect_kept(&mut kept);
        session.answer_for(&mut kept, round % 3);
        // One more answer, and the end comes while it is being dealt with.
        session.say("d");
        std::thread::sleep(moment(round, Duration::from_millis(5)));
        session.kill();
        let steps = recorded.check();
        assert!(steps >= before, "{steps} steps after {before}");
        before = steps;
    }
    assert!(
        recorded.is_running(),
        "the program ended because its debugger was killed"
    );
    let mut last = Session::start(recorded.ask());
    last.expect_kept(&mut kept);
    last.kill();
}

#[test]
fn killing_elenchus_at_any_moment_of_its_start_leaves_a_trace_that_opens() {
    let steps = Steps::compile();
    for round in 0..rounds(3, 200) {
        let (recorded, mut session) = steps.record();
        std::thread::sleep(moment(round, Duration::from_millis(2500)));
        session.kill();
        recorded.check();
    }
}

#[test]
fn killing_the_program_in_mid_session_ends_no_question() {
    let steps = Steps::compile();
    for round in 0..rounds(4, 200) {
        let (recorded, mut session) = steps.record();
        let mut kept = 0;
        session.answer_for(&mut kept, round % 4);
        // The end comes before, while or after one more answer is dealt with.
        session.say("d");
        std::thread::sleep(moment(round, Duration::from_millis(20)));
        recorded.kill();
        session.await_answer(&mut kept);
        session.expect_kept(&mut kept);
        session.kill();
        assert!(recorded.check() > 0);
        let mut again = Session::start(recorded.ask());
        again.expect_kept(&mut kept);
        again.kill();
    }
}

#[test]
fn killing_both_in_mid_session_leaves_everything_that_was_committed() {
    let steps = Steps::compile();
    for round in 0..rounds(3, 200) {
        let (recorded, mut session) = steps.record();
        let mut kept = 0;
        session.answer_for(&mut kept, round % 4);
        session.say("d");
        std::thread::sleep(moment(round, Duration::from_millis(20)));
        session.kill_with_program();
        recorded.wait_until_dead();
        assert!(recorded.check() > 0);
        let mut again = Session::start(recorded.ask());
        again.expect_kept(&mut kept);
        again.kill();
    }
}

#[test]
fn killing_both_at_any_moment_of_the_start_leaves_a_trace_that_opens() {
    let steps = Steps::compile();
    for round in 0..rounds(2, 100) {
        let (recorded, mut session) = steps.record();
        std::thread::sleep(moment(round, Duration::from_millis(2500)));
        session.kill_with_program();
        recorded.wait_until_dead();
        recorded.check();
    }
}
