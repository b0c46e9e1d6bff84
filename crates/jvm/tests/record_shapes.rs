//! One class, told of in several ways: each record is as long as the definition that it names says.

mod record_support;

use record_support::{Program, Run, jdks};

/// The calls and passes of the program, in order.
const STORY: &[&str] = &[
    "Shapes.draw(",
    "turn (i=1)",
    "Shapes.draw(",
    "turn (i=2)",
    "Shapes.draw(",
    "turn (i=3)",
    "Shapes.draw(",
    "turn (i=4)",
    "Shapes.relabel(",
    "= \"newnew\"",
    "Shapes.unbound(",
    "Shapes$Name.before(",
    "= true",
    "Shapes.bound(",
    "Shapes$Name.before(",
    "= false",
    "Shapes.unbound(",
    "Shapes$Name.before(",
    "= false",
    "Shapes.least(",
    "Shapes.least(",
];

#[test]
fn classes_that_are_told_of_in_several_ways_lose_nothing() {
    for home in jdks() {
        let program = Program::single(&home, "Shapes", include_str!("java/record/Shapes.java"));
        let recording = program.record("Shapes", &Run::default());
        assert_eq!(recording.stderr(), "", "on {}", home.display());
        let story = recording.decoded().story().join("\n");
        let mut rest = story.as_str();
        for expected in STORY {
            match rest.find(expected) {
                Some(at) => rest = &rest[at + expected.len()..],
                None => panic!("{expected} is missing on {} in\n{story}", home.display()),
            }
        }
    }
}
