//! The pages of the project link to files that exist.

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
