//! What every front stands on knows none of them: it neither prints nor ends the process.

use std::path::Path;

/// Crates that only fronts need.
const FRONTS: [&str; 6] = [
    "elenchus-terminal",
    "elenchus =",
    "clap",
    "rustyline",
    "indicatif",
    "signal-hook",
];

/// What only fronts do.
const DEEDS: [&str; 6] = [
    "print!(",
    "println!(",
    "say!(",
    "process::exit",
    "io::stdin()",
    "io::stdout()",
];

#[test]
fn no_front_is_known() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(here.join("Cargo.toml")).unwrap();
    for front in FRONTS {
        assert!(!manifest.contains(front), "inquiry depends on {front}");
    }
}

#[test]
fn nothing_is_printed_and_the_process_is_not_ended() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            for deed in DEEDS {
                assert!(!text.contains(deed), "{} in {}", deed, path.display());
            }
        }
    }
    assert!(files > 20, "only {files} files were looked through");
}
