//! The schemas in the documents are those of the types.

use std::fs;
use std::path::{Path, PathBuf};

use elenchus_wire::schema;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/design/schema")
}

#[test]
fn the_documents_hold_the_schemas_of_the_types() {
    let bless = std::env::var_os("ELENCHUS_BLESS").is_some();
    let mut expected: Vec<String> = Vec::new();
    for named in schema::all() {
        let file = format!("{}.json", named.name);
        let path = folder().join(&file);
        let text = serde_json::to_string_pretty(&named.schema).unwrap() + "\n";
        if bless {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            written,
            text,
            "{} (ELENCHUS_BLESS=1 writes it anew)",
            path.display()
        );
        expected.push(file);
    }
    let found = fs::read_dir(folder()).unwrap();
    let mut found: Vec<String> = found
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}
