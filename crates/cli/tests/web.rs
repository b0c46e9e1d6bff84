//! The page in a browser: its scripts are typed, and whole sessions are held in it.
//!
//! What runs in the browser stands in tests/web. It needs Node, npm and Chromium, which `test.sh` installs on Debian.

#[path = "support/central.rs"]
mod central;
#[path = "support/planted.rs"]
mod planted;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use planted::{make_project, plant};

/// Held while packages are fetched, and while the browser takes the machine.
static ALONE: Mutex<()> = Mutex::new(());

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/web")
}

/// Runs something in tests/web, which must succeed.
fn run(program: &str, args: &[&str]) {
    run_in(&folder(), program, args, &[]);
}

fn run_in(folder: &Path, program: &str, args: &[&str], variables: &[(&str, &Path)]) {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .envs(variables.iter().copied())
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
    let tests = ["page.test.mjs", "values.test.mjs"];
    run(
        "node",
        &[&["--test", "--test-force-exit"][..], &tests].concat(),
    );
}

#[test]
fn a_bug_in_a_library_is_found_in_a_browser() {
    let scratch = tempfile::tempdir().unwrap();
    let project = scratch.path().join("project");
    make_project(
        "commons-csv",
        "org.apache.commons:commons-csv:1.12.0",
        &project,
    );
    let planted = plant("commons-csv", &project);
    let place = PathBuf::from(format!("{}:{}", planted.file, planted.lines[0]));
    let elenchus = env!("CARGO_BIN_EXE_elenchus");
    let record = ["record", "run", "-o", "../csv.elenchus", "--"];
    let maven = ["mvn", "-q", "-B", "test"];
    let _alone = ALONE.lock();
    // It ends as Maven does, whose test fails.
    let recorded = Command::new(elenchus)
        .args([&record[..], &maven].concat())
        .current_dir(&project)
        .output()
        .unwrap();
    let recording = scratch.path().join("csv.elenchus");
    assert!(recording.exists(), "{recorded:?}");
    fetch();
    let test = ["--test", "--test-force-exit", "library.test.mjs"];
    let variables = [("RECORDING", recording.as_path()), ("BUG", &place)];
    run_in(&folder(), "node", &test, &variables);
}
