//! Writes of different threads are in the order in which the threads synchronised them.

use crate::recording::record_program;
use crate::written_down::write_down;
use elenchus_corpora::jdk::{Jdk, repository};
use elenchus_corpora::tree_text::{Item, Node};
use elenchus_source::{Java, SourceFile};

/// What the two threads of `tests/java/threads` write in turns, each on top of what the other wrote.
const WRITES: [(&str, &str); 9] = [
    ("0", "1"),
    ("1", "2"),
    ("2", "3"),
    ("3", "4"),
    ("4", "5"),
    ("5", "10"),
    ("10", "20"),
    ("20", "23"),
    ("23", "26"),
];

#[test]
fn writes_of_threads_are_in_the_order_of_their_turns() {
    for jdk in Jdk::installed() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let sources = repository().join("tests/java/threads");
        let classes = scratch.path().join("classes");
        jdk.compile(&[(sources.clone(), classes.clone())], scratch.path());
        let traces = scratch.path().join("recorded");
        let recorded = record_program(&jdk, &sources, &classes, "Main", &[], &[], &traces);
        let recorded = recorded.expect("the program is recorded");
        assert_eq!(recorded.stdout, "26\n");
        let file = SourceFile::load(&sources.join("Main.java"), None)
            .expect("a Java file")
            .with_syntax(&Java);
        let mut written = Vec::new();
        let mut open: Vec<Node> = write_down(&recorded.run, &file).expect("a tree");
        while let Some(node) = open.pop() {
            if let Item::Write {
                target, old, new, ..
            } = &node.item
                && target == "Main.count"
            {
                written.push((old.clone(), new.clone()));
            }
            open.extend(node.children);
        }
        let number = |text: &str| text.parse::<u32>().expect("a number");
        written.sort_by_key(|(_, new)| number(new));
        let expected = WRITES.map(|(old, new)| (old.to_owned(), new.to_owned()));
        assert_eq!(written, expected, "on JDK {}", jdk.version);
    }
}
