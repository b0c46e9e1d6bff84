//! Any text as the lines of a session file, and as commands at the prompt: what is accepted can be repeated, and the session goes on.
#![no_main]

use elenchus_session::{Event, Program, Session, Settings, Shown, Subject};
use elenchus_terminal::command::Command;
use elenchus_tree::{NodeId, Tree};
use elenchus_wire::session_file::{StoredEvent, StoredNode};
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

/// The event that a line of a session file holds.
fn read(line: &str) -> Option<Event<StoredNode>> {
    Event::try_from(serde_json::from_str::<StoredEvent>(line).ok()?).ok()
}

fuzz_target!(|text: &str| {
    let parents = [None, Some(0), Some(1), Some(1), Some(0), Some(4), Some(4), Some(6)];
    let (mut tree, _) = Tree::from_parents(&parents).expect("a tree");
    tree.set_labels(|node| ["f", "g", "h"][node.index() % 3]);
    let mut session = Session::new(Run(Arc::new(tree)), Settings::default());
    for line in text.lines().take(50) {
        let _ = Command::parse(line);
        let Some(event) = read(line) else {
            continue;
        };
        let written = serde_json::to_string(&StoredEvent::from(event.clone())).expect("plain data");
        assert_eq!(read(&written).as_ref(), Some(&event));
        let node = |StoredNode(name)| u32::try_from(name).ok().map(NodeId::at);
        if let Some(event) = event.try_map(&node) {
            let _ = session.replay(&event);
        }
    }
    let _ = session.next();
});
