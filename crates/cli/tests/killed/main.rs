//! kill -9 of elenchus, and of elenchus together with the program it records, at any moment: the trace
//! opens, every call that the program had made is there, the tree is well-formed, and no answer is lost.
//!
//! `ELENCHUS_LONG=1` kills more often. (What happens when only the program is killed is tested with
//! the recorder, in `crates/jvm/tests`.)

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
fn killing_both_leaves_everything_that_was_committed() {
    let steps = Steps::compile();
    for round in 0..rounds(3, 200) {
        let (recorded, mut session) = steps.record();
        let mut kept = 0;
        if round % 2 == 0 {
            // In the middle of a session.
            session.answer_for(&mut kept, 1 + round % 4);
            session.say("d");
            std::thread::sleep(moment(round, Duration::from_millis(20)));
        } else {
            std::thread::sleep(moment(round, Duration::from_millis(2500)));
        }
        session.kill_with_program();
        recorded.wait_until_dead();
        if recorded.check() > 0 && kept > 0 {
            let mut again = Session::start(recorded.ask());
            again.expect_kept(&mut kept);
            again.kill();
        }
    }
}
