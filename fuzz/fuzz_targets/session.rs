//! Any text as the lines of a session file, and as commands at the prompt: what is accepted can be repeated, and the session goes on.
#![no_main]

use elenchus_session::{Event, Program, Session, Settings, Shown, Subject};
use elenchus_terminal::command::Command;
use elenchus_tree::Tree;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

struct Run(Arc<Tree>);

impl Program for Run {
    fn tree(&self) -> &Arc<Tree> {
        &self.0
    }

    fn show(&self, _: Subject) -> Shown {
        Shown::default()
    }
}

fuzz_target!(|text: &str| {
    let parents = [None, Some(0), Some(1), Some(1), Some(0), Some(4), Some(4), Some(6)];
    let (mut tree, _) = Tree::from_parents(&parents).expect("a tree");
    tree.set_labels(|node| ["f", "g", "h"][node.index() % 3]);
    let mut session = Session::new(Run(Arc::new(tree)), Settings::default());
    for line in text.lines().take(50) {
        let _ = Command::parse(line);
        if let Ok(event) = serde_json::from_str::<Event>(line) {
            let written = serde_json::to_string(&event).expect("plain data");
            assert_eq!(serde_json::from_str::<Event>(&written).ok(), Some(event.clone()));
            let _ = session.replay(&event);
        }
    }
    let _ = session.next();
});
