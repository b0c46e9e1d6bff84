//! Any text as an execution tree: whatever is accepted is a tree.
#![no_main]

use elenchus_treefile::TreeFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok((file, _)) = TreeFile::parse(text) {
        let tree = file.tree();
        assert!(!tree.is_empty());
        for node in tree.nodes() {
            assert!(tree.parent(node).is_none_or(|parent| parent < node));
        }
    }
});
