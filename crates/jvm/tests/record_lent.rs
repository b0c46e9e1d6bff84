//! Arrays that recorded code gives to code that is not recorded are looked at when they come back.

mod record_support;

use record_support::{Program, Run, jdks, without_numbers};

/// What is noticed, and the call that comes between two writes of one method of the library. The large array is not looked
/// at, and of calls that only read there is nothing.
const NOTICED: [&str; 14] = [
    "observed int[][0..] = 3, 2, 1",
    "observed String[][0..] = \"c\", \"b\", \"a\"",
    "observed int[][0..] = 3, 20, 1",
    "observed int[][0..] = 30, 20, 1",
    "Lent.step(numbers=int[])",
    "observed int[][0..] = 31, 20, 1",
    "observed double[][0..] = 1, 3",
    "observed double[][0..] = 2, 4",
    "observed int[][0..] = 7, 7, 7",
    "observed long[][0..] = 1099511627776, 2",
    "observed byte[][0..] = 1, 5",
    "observed int[][0..] = 7, 7, 99",
    "observed byte[][0..] = 65, 66, 0, 0",
    "observed int[][0..] = 99, 7, 7",
];

#[test]
fn arrays_that_come_back_changed_are_noticed() {
    for home in jdks() {
        let program = Program::compile(
            &home,
            &[
                ("Lent.java", include_str!("java/record/lent/Lent.java")),
                (
                    "lib/Tools.java",
                    include_str!("java/record/lent/lib/Tools.java"),
                ),
                (
                    "lib/Base.java",
                    include_str!("java/record/lent/lib/Base.java"),
                ),
            ],
        );
        let run = Run {
            options: "exclude=lib",
            ..Run::default()
        };
        let recording = program.record("Lent", &run);
        assert_eq!(recording.stdout(), "100c3.01099511627776565\n");
        let decoded = recording.decoded();
        let lines = decoded.main().iter().map(|line| line.trim());
        let noticed: Vec<String> = lines
            .filter(|line| line.starts_with("observed") || line.starts_with("Lent.step("))
            .map(without_numbers)
            .collect();
        assert_eq!(noticed, NOTICED, "on {}", home.display());
    }
}
