//! The page in a browser: its scripts are typed, and whole sessions are held in it.
//!
//! What runs in the browser stands in tests/web. It needs Node, npm and Chromium, which `test.sh` installs on Debian.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Held while packages are fetched, and while the browser takes the machine.
static ALONE: Mutex<()> = Mutex::new(());

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/web")
}

/// Runs something in tests/web, which must succeed.
fn run(program: &str, args: &[&str]) {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder())
        .env("ELENCHUS", env!("CARGO_BIN_EXE_elenchus"))
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; test.sh installs what is missing"));
    assert!(
        output.status.success(),
        "{program} {args:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Fetches the packages that the lock file names, unless they are there.
fn fetch() {
    let fetched = folder().join("node_modules/.package-lock.json");
    let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    if changed(&fetched) < changed(&folder().join("package-lock.json")) {
        run("npm", &["ci", "--no-audit", "--no-fund"]);
    }
}

#[test]
fn the_scripts_of_the_page_are_typed() {
    let _alone = ALONE.lock();
    fetch();
    run("node", &["node_modules/typescript/bin/tsc", "-p", "."]);
}

#[test]
fn sessions_are_held_in_a_browser() {
    let _alone = ALONE.lock();
    fetch();
    run("node", &["--test", "--test-force-exit", "page.test.mjs"]);
}
