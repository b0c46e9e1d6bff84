//! The code map of ARCHITECTURE.md: every crate is in it, crates depend only on those below them, and
//! the libraries that would let a crate know too much are not among its dependencies.

use std::collections::BTreeMap;

use crate::{root, text};

/// Libraries by what they would let a crate know.
const TERMINALS: &[&str] = &["clap", "rustyline", "indicatif", "unicode-width"];
const FILES: &[&str] = &["memmap2", "rustix", "tempfile", "zstd", "lz4_flex"];
const PROTOCOLS: &[&str] = &["serde_json", "axum", "tokio", "rmcp"];
const LANGUAGES: &[&str] = &["tree-sitter", "tree-sitter-java"];
const MACHINES: &[&str] = &["jvmti-bindings", "pyo3"];

/// What each crate must not know, as libraries that it must not depend on.
const MUST_NOT_KNOW: &[(&str, &[&[&str]])] = &[
    ("tree", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("exact", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("strategy", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("transform", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("session", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("knowledge", &[TERMINALS, FILES, PROTOCOLS, LANGUAGES]),
    ("recorded", &[TERMINALS, FILES, PROTOCOLS]),
    ("rerun", &[TERMINALS, PROTOCOLS, LANGUAGES, MACHINES]),
    ("recorder", &[TERMINALS, PROTOCOLS, LANGUAGES, MACHINES]),
    ("trace", &[TERMINALS, LANGUAGES, MACHINES]),
    ("source", &[TERMINALS, PROTOCOLS]),
    ("inquiry", &[TERMINALS]),
    ("terminal", &[FILES, LANGUAGES]),
    ("mcp", &[LANGUAGES]),
    ("cli", &[LANGUAGES]),
];

/// The crates in the order of the code map, topmost first.
fn code_map() -> Vec<String> {
    let page = text(&root().join("ARCHITECTURE.md"));
    let (_, map) = page.split_once("\n## Code map").expect("a code map");
    let map = map.split("\n## ").next().unwrap_or_default();
    map.lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .flat_map(|row| {
            let names = row.split('|').next().unwrap_or_default();
            let names = names.split(", ").map(|name| name.trim().trim_matches('`'));
            names.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// The libraries that a crate is built from, without those for its tests.
fn dependencies(folder: &str) -> Vec<String> {
    let manifest = text(&root().join("crates").join(folder).join("Cargo.toml"));
    let mut table = "";
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            table = line;
        } else if table.ends_with("dependencies]") && !table.contains("dev-") {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            names.extend((!name.is_empty() && !name.starts_with('#')).then(|| name.to_owned()));
        }
    }
    names
}

fn crates() -> BTreeMap<String, Vec<String>> {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    folders
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .map(|name| (name.clone(), dependencies(&name)))
        .collect()
}

#[test]
fn the_code_map_names_every_crate() {
    let mut map = code_map();
    map.sort();
    assert_eq!(map, crates().into_keys().collect::<Vec<_>>());
}

#[test]
fn crates_depend_only_on_those_below_them() {
    let map = code_map();
    let place = |name: &str| map.iter().position(|known| known == name);
    for (name, dependencies) in crates() {
        for below in dependencies
            .iter()
            .filter_map(|d| d.strip_prefix("elenchus-"))
        {
            assert!(
                place(&name) < place(below),
                "{name} depends on {below}, which is not below it in ARCHITECTURE.md"
            );
        }
    }
}

#[test]
fn crates_do_not_know_what_they_must_not() {
    let crates = crates();
    for (name, unknown) in MUST_NOT_KNOW {
        let Some(dependencies) = crates.get(*name) else {
            panic!("there is no crate {name}");
        };
        for library in unknown.iter().copied().flatten() {
            assert!(
                !dependencies.iter().any(|known| known == library),
                "{name} depends on {library}"
            );
        }
    }
}
