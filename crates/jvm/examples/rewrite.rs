//! Rewrites class files by hand, to look at the result with `javap`: rewrite FROM TO (two folders).

use std::path::{Path, PathBuf};

use elenchus_jvm::contract::{ClassDef, Definitions, FieldDef, Level, LoopDef, RoutineDef};
use elenchus_jvm::rewrite::{Options, rewrite};

/// Counts, and prints what it is told.
#[derive(Default)]
struct Printer {
    next: [u32; 4],
}

impl Printer {
    fn define(&mut self, kind: usize, what: &dyn std::fmt::Debug) -> u32 {
        let id = self.next[kind];
        self.next[kind] += 1;
        println!("{id} {what:?}");
        id
    }
}

impl Definitions for Printer {
    fn class(&mut self, class: &ClassDef) -> u32 {
        self.define(0, class)
    }

    fn routine(&mut self, routine: &RoutineDef) -> u32 {
        self.define(1, routine)
    }

    fn r#loop(&mut self, l: &LoopDef) -> u32 {
        self.define(2, l)
    }

    fn field(&mut self, field: &FieldDef) -> u32 {
        self.define(3, field)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = arguments.as_slice() else {
        return Err("usage: rewrite FROM TO".into());
    };
    folder(from, to, &mut Printer::default())
}

fn folder(from: &Path, to: &Path, printer: &mut Printer) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            folder(&path, &target, printer)?;
        } else if path.extension().is_some_and(|e| e == "class") {
            let bytes = std::fs::read(&path)?;
            let options = Options {
                level: Level::Recorded,
                id_field: false,
                method_level: None,
                zoom: None,
            };
            let outcome = rewrite(&bytes, &options, printer)?;
            println!("skipped {:?}", outcome.skipped);
            std::fs::write(target, outcome.bytes.unwrap_or(bytes))?;
        }
    }
    Ok(())
}
