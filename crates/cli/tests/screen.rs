//! What the screen shows is enough to answer truthfully: the short form of docs/measured/screen.md.
//!
//! `tests/everyday/table.py` asks about programs with planted bugs and about their corrected twins, and compares what is
//! shown as text. Here a few programs are enough; the page has all of them.

use std::path::Path;
use std::process::Command;

/// Groups that were once cut, threads, a wrong branch.
const PROGRAMS: [&str; 3] = ["Permissions", "Undo", "Chess"];

#[test]
fn the_screen_alone_leads_to_planted_bugs_and_hides_nothing() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/everyday/table.py");
    let output = Command::new("python3")
        .arg("-B")
        .arg(table)
        .arg(env!("CARGO_BIN_EXE_elenchus"))
        .args(PROGRAMS)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let wanted = "From the text on the screen alone 3 of 3 bugs are found.";
    assert!(said.contains(wanted), "{said}");
}
