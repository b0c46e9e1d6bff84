//! The pages of the project link to files that exist, and CONTRIBUTING.md names the files that an addition touches.

use crate::{files, root, text};

#[test]
fn links_between_pages_lead_somewhere() {
    let root = root();
    let mut links = 0;
    for page in files(&root, &["md"]) {
        let text = text(&page);
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#', ' ']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            let folder = page.parent().unwrap_or(&root);
            assert!(
                folder.join(target).exists(),
                "{}: there is no {target}",
                page.strip_prefix(&root).unwrap_or(&page).display()
            );
        }
    }
    assert!(links > 20, "only {links} links were found");
}

/// The paths of the project that a text names in backticks.
fn named_paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted
        .filter(|name| name.starts_with("crates/") || name.starts_with("docs/"))
        .collect()
}

#[test]
fn an_addition_touches_few_files_and_all_are_there() {
    let root = root();
    let page = text(&root.join("CONTRIBUTING.md"));
    for path in named_paths(&page) {
        assert!(
            root.join(path).exists(),
            "CONTRIBUTING.md: there is no {path}"
        );
    }
    for (addition, most) in [("strategy", 3), ("answer", 6)] {
        let begins = |paragraph: &&str| {
            let words = paragraph
                .strip_prefix("**A")
                .map(|rest| rest.trim_start_matches('n'));
            words.is_some_and(|words| words.starts_with(&format!(" {addition}**")))
        };
        let paragraph = page.split("\n\n").find(begins);
        let files = named_paths(paragraph.expect("it says where to add one"));
        assert!((2..=most).contains(&files.len()), "{addition}: {files:?}");
    }
}
