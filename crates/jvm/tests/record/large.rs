//! Methods so long that their jumps have to be widened, or that there is no room to record their calls.

use std::fmt::Write;

use crate::support::{Program, Run, jdks};

/// A loop of `count` statements, each of which writes in some of the rounds.
fn source(count: usize) -> String {
    let statements: String = (0..count)
        .map(|k| format!("if (i % {} == 0) a[{k}] += i; ", k % 7 + 1))
        .collect();
    format!(
        "public class Large {{
            static int[] a = new int[{count}];
            static int mark(int i) {{ return -i; }}
            static int run(int rounds) {{
                int i = 0;
                while (i < rounds) {{ i++; {statements} mark(i); if (i == 5) continue; }}
                return i;
            }}
            public static void main(String[] args) {{ run(2); }}
        }}"
    )
}

/// What the program does, with the ends of loops and calls as far as they are recorded.
fn story(statements: usize, is_recorded: bool, is_written: bool) -> String {
    let mut story = format!(
        "Large.<clinit>()
  sight int[]#1 length {statements} []
  Large.a = int[]#1
= void lines 2
sight String[]#2 length 0 []
Large.main(args=String[]#2)
"
    );
    let mut margin = "  ";
    if is_recorded {
        story += "  Large.run(rounds=2)\n    loop 6 (rounds=2, i=0)\n";
        margin = "      ";
    }
    for round in 1..=2 {
        for k in (0..statements).filter(|k| is_written && round % (k % 7 + 1) == 0) {
            let sum = if round == 2 && k % 7 == 0 { 3 } else { round };
            writeln!(story, "{margin}int[]#1[{k}] = {sum}").unwrap();
        }
        writeln!(story, "{margin}Large.mark(i={round})").unwrap();
        writeln!(story, "{margin}= -{round} lines 3").unwrap();
        if is_recorded {
            writeln!(story, "{margin}turn (i={round}) lines 6").unwrap();
        }
    }
    if is_recorded {
        story += "    done (i=2) lines 6\n  = 2 lines 5 7\n";
    }
    story + "= void lines 9\nends"
}

/// The trace of a program with this many statements is the story; `skipped` tells whether its long method was given up.
fn check(statements: usize, skipped: bool, is_written: bool) {
    for home in jdks() {
        let program = Program::single(&home, "Large", &source(statements));
        let recording = program.record("Large", &Run::default());
        assert_eq!(recording.stderr(), "");
        let decoded = recording.decoded();
        let expected = story(statements, !skipped, is_written);
        let at = format!("{statements} statements on {}", home.display());
        for (line, (seen, expected)) in decoded.story().iter().zip(expected.lines()).enumerate() {
            assert_eq!(seen, expected, "line {line}, {at}");
        }
        assert_eq!(decoded.story().len(), expected.lines().count(), "{at}");
        let given_up = decoded.definitions.skipped().iter();
        let given_up: Vec<&str> = given_up.map(|def| def.name.as_str()).collect();
        let expected: &[&str] = if skipped { &["Large.run(I)I"] } else { &[] };
        assert_eq!(given_up, expected, "{at}");
    }
}

#[test]
fn a_method_with_widened_jumps_is_recorded_in_full() {
    check(1100, false, true);
}

#[test]
fn a_method_too_long_for_its_calls_still_has_its_writes_recorded() {
    check(1600, true, true);
}

#[test]
fn a_method_too_long_for_anything_is_left_alone() {
    check(2300, true, false);
}
