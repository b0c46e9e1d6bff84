//! Which object is which: copies are objects of their own, also where the JVM copies all fields, and classes that were
//! unloaded are not taken for those that got their place.

use crate::support::{Program, Run, jdks};

#[test]
fn copies_are_objects_of_their_own() {
    for home in jdks() {
        let program = Program::single(&home, "Copies", include_str!("../java/record/Copies.java"));
        let recording = program.record("Copies", &Run::default());
        assert_eq!(recording.stdout(), "1 2 [a, b][a]12\n");
        let decoded = recording.decoded();
        let calls: Vec<&str> = decoded
            .main()
            .iter()
            .filter_map(|line| line.trim_start().strip_prefix("Copies.same("))
            .collect();
        let is_same: Vec<bool> = calls
            .iter()
            .map(|call| {
                let (one, other) = call.trim_end_matches(')').split_once(", other=").unwrap();
                one.trim_start_matches("one=") == other
            })
            .collect();
        assert_eq!(is_same, [false, true, false, false], "{calls:?}");
        // The copy of the point has the contents of the original when it is seen first, and keeps its own afterwards.
        let story = decoded.main().join("\n");
        assert!(story.contains("{x=1, next=null}"), "{story}");
    }
}

#[test]
fn classes_that_were_unloaded_are_not_mistaken_for_others() {
    for home in jdks() {
        let program = Program::single(
            &home,
            "Reloaded",
            include_str!("../java/record/Reloaded.java"),
        );
        let run = Run {
            jvm: &["-XX:+UseSerialGC", "-Xlog:class+unload"],
            ..Run::default()
        };
        let recording = program.record("Reloaded", &run);
        let unloaded = recording.stdout().matches("unloading class").count();
        assert!(unloaded > 50, "{}", recording.stdout());
        let decoded = recording.decoded();
        let seen: Vec<&str> = decoded
            .main()
            .iter()
            .filter_map(|line| line.trim_start().strip_prefix("Reloaded.see(object="))
            .collect();
        let expected = |round: usize| ["Small", "Large"][round % 2];
        for (round, line) in seen.iter().enumerate() {
            assert!(line.starts_with(&format!("{}#", expected(round))), "{line}");
            assert!(line.ends_with(&format!("round={round})")), "{line}");
        }
        assert_eq!(seen.len(), 120);
        // No two of the objects are taken for one.
        let names: std::collections::BTreeSet<&str> = seen
            .iter()
            .filter_map(|line| line.split(',').next())
            .collect();
        assert_eq!(names.len(), 120);
    }
}

#[test]
fn collections_stay_known_among_thousands_of_classes() {
    for home in jdks() {
        let program = Program::single(&home, "Crowd", include_str!("../java/record/Crowd.java"));
        let recording = program.record("Crowd", &Run::default());
        assert_eq!(recording.stdout(), "10\n");
        let decoded = recording.decoded();
        let sizes = decoded.main().iter().filter(|line| line.contains(".size"));
        assert_eq!(sizes.count(), 10);
    }
}

/// Calls and writes of `Kin.java`: object 2 is the original, 3 its copy.
const KIN: [&str; 17] = [
    "Kin$Derived.derive(this=Kin$Derived#2, value=\"abc\")",
    "Kin$Derived#2.high = \"abc\"",
    "Kin$Base.base(this=Kin$Derived#2, value=8)",
    "Kin$Derived#2.low = 8",
    "Kin$Named.name(this=Kin$Derived#2)",
    "Kin$Derived.copy(this=Kin$Derived#2)",
    "Kin$Derived.derive(this=Kin$Derived#3, value=\"de\")",
    "Kin$Derived#3.high = \"de\"",
    "Kin$Base.base(this=Kin$Derived#3, value=7)",
    "Kin$Derived#3.low = 7",
    "Kin$Derived.derive(this=Kin$Derived#2, value=null)",
    "Kin$Derived#2.high = null",
    "Kin$Base.base(this=Kin$Derived#2, value=7)",
    "Kin$Derived#2.low = 7",
    "Kin$Level$1.weight(this=HIGH)",
    "Kin$Level.weight(this=HIGH)",
    "Kin$Level.weight(this=LOW)",
];

#[test]
fn methods_of_a_class_and_of_its_superclass_mean_the_same_object() {
    for home in jdks() {
        let program = Program::single(&home, "Kin", include_str!("../java/record/Kin.java"));
        let recording = program.record("Kin", &Run::default());
        assert_eq!(recording.stderr(), "");
        let decoded = recording.decoded();
        let story: Vec<&str> = decoded
            .main()
            .iter()
            .map(|line| line.trim_start())
            .filter(|line| {
                line.contains("this=") || line.contains(".low = ") || line.contains(".high = ")
            })
            .filter(|line| !line.starts_with("this="))
            .collect();
        assert_eq!(story, KIN, "on {}", home.display());
    }
}
