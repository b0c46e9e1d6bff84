//! One class, told of in several ways: each record is as long as the definition that it names says.

use std::path::Path;

use crate::support::{Program, Run, jdks};

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
        let program = Program::single(&home, "Shapes", include_str!("../java/record/Shapes.java"));
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

/// The object under construction is introduced with what it holds before its superclass looks at it.
fn check_written_early(home: &Path, class: &str, text: &str, introduced: &str, looks: &str) {
    let program = Program::single(home, class, text);
    let recording = program.record(class, &Run::default());
    assert_eq!(recording.stderr(), "", "on {}", home.display());
    let story = recording.decoded().story();
    let place = |wanted: &dyn Fn(&str) -> bool| {
        let found = story.iter().position(|line| wanted(line));
        found.unwrap_or_else(|| panic!("missing on {} in {story:#?}", home.display()))
    };
    let seen = place(&|line| line.contains("sight ") && line.contains(introduced));
    let looked = place(&|line| line.contains(looks));
    assert!(seen < looked, "{story:#?}");
}

#[test]
fn what_is_written_before_super_is_in_the_state_when_super_looks() {
    for home in jdks() {
        let text = include_str!("../java/record/Before.java");
        check_written_early(&home, "Before", text, "val$number=7", "Before$1.describe(");
        if has_flexible_constructors(&home) {
            let text = include_str!("../java/record/Prologue.java");
            check_written_early(
                &home,
                "Prologue",
                text,
                "size=7",
                "Prologue$Sized.toString(",
            );
        }
    }
}

fn has_flexible_constructors(home: &Path) -> bool {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.split("JAVA_VERSION=\"").nth(1).unwrap_or_default();
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    digits.parse::<u32>().is_ok_and(|version| version >= 25)
}
