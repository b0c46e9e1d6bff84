//! Arrays and objects that recorded code gives to code that is not recorded, and how they come back.

use std::path::Path;

use crate::support::{Program, Run, jdks, without_numbers};
use elenchus_trace::{Budget, NodeKey, Origin, Target, Trace, Value};

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
                ("Lent.java", include_str!("../java/record/lent/Lent.java")),
                (
                    "lib/Tools.java",
                    include_str!("../java/record/lent/lib/Tools.java"),
                ),
                (
                    "lib/Base.java",
                    include_str!("../java/record/lent/lib/Base.java"),
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
        check_writers(&recording.trace);
    }
}

/// What is noticed of an object whose fields are known to code that is not recorded. The statics of a class are looked at
/// together. The object that such code makes has its number from the start.
const OF_OBJECTS: [&str; 9] = [
    "observed sight Foreign$Point {x=1, wide=1099511627776, text=\"moved\"}",
    "observed app.Foreign$Point.moves = 1",
    "observed app.Foreign$Point.last = \"\"",
    "observed sight Foreign$Point {x=2, wide=1099511627776, text=\"moved\"}",
    "observed app.Foreign$Point.moves = 1",
    "observed app.Foreign$Point.last = \"second\"",
    "app.Foreign.called(point=Foreign$Point)",
    "observed sight Foreign$Point {x=3, wide=1099511627776, text=\"moved\"}",
    "observed sight Foreign$Point {x=7, wide=0, text=\"\"}",
];

#[test]
fn fields_that_other_classes_write_are_noticed() {
    for home in jdks() {
        let program = Program::compile(
            &home,
            &[
                (
                    "app/Foreign.java",
                    include_str!("../java/record/foreign/app/Foreign.java"),
                ),
                (
                    "lib/Mover.java",
                    include_str!("../java/record/foreign/lib/Mover.java"),
                ),
                (
                    "lib/Named.java",
                    include_str!("../java/record/foreign/lib/Named.java"),
                ),
            ],
        );
        let run = Run {
            options: "exclude=lib",
            ..Run::default()
        };
        let recording = program.record("app.Foreign", &run);
        assert_eq!(recording.stdout(), "3moved109951162777671secondother\n");
        let decoded = recording.decoded();
        let lines = decoded.main().iter().map(|line| line.trim());
        let noticed: Vec<String> = lines
            .filter(|line| line.starts_with("observed") || line.contains(".called("))
            .map(without_numbers)
            .collect();
        assert_eq!(noticed, OF_OBJECTS, "on {}", home.display());
    }
}

/// The debugger's reader gives what came back changed to code that is not recorded, and what did not to its writer.
fn check_writers(trace: &Path) {
    let trace = Trace::open(trace, Budget::default()).unwrap();
    let key = |index| NodeKey { strand: 1, index };
    let main = key(0);
    let numbers = match trace.node(key(1)).unwrap().arguments[..] {
        [Value::Ref(array)] => array,
        ref other => panic!("{other:?}"),
    };
    let writers = |node: NodeKey| -> Vec<(Value, Origin)> {
        let element = |index| {
            let target = Target::Element {
                array: numbers,
                index,
            };
            let before = trace.before(node).unwrap();
            let writer = trace.last_writer(target, before).unwrap();
            assert_eq!(writer.node, Some(main));
            (writer.value, writer.origin)
        };
        (0..3).map(element).collect()
    };
    let noticed = |number| (Value::Int(number), Origin::Observed);
    let written = |number| (Value::Int(number), Origin::Written);
    // After the first call of the library; in the middle of the one that calls back; after that.
    assert_eq!(writers(key(1)), [noticed(3), written(2), noticed(1)]);
    assert_eq!(writers(key(6)), [noticed(30), noticed(20), noticed(1)]);
    assert_eq!(writers(key(7)), [noticed(31), noticed(20), noticed(1)]);
}
