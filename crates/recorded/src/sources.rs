//! The source behind routines and loops of a recording, loaded when first needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_source::{ContentHash, Lookup, Loop, Routine, SourceFile, SourceRoots, Syntax};
use elenchus_trace::definition::{Definitions, LoopDef, RoutineDef};

/// The source files of a recording.
#[derive(Debug)]
pub struct Sources {
    roots: SourceRoots,
    syntax: &'static dyn Syntax,
    files: Mutex<HashMap<u32, Option<Arc<SourceFile>>>>,
}

impl Sources {
    /// Sources below these folders, written in a language with this syntax.
    pub fn new(roots: impl IntoIterator<Item = PathBuf>, syntax: &'static dyn Syntax) -> Sources {
        Sources {
            roots: SourceRoots::new(roots, syntax.source_folders()),
            syntax,
            files: Mutex::default(),
        }
    }

    /// The folders in which they are looked for.
    pub fn folders(&self) -> &[PathBuf] {
        self.roots.folders()
    }

    /// The file with this number, if it can be found and read.
    pub fn file(&self, definitions: &Definitions, number: u32) -> Option<Arc<SourceFile>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files
            .entry(number)
            .or_insert_with(|| {
                let def = definitions.file(number)?;
                let name = Path::new(&def.path);
                let path = match self.roots.locate(name) {
                    Some(path) => path,
                    None => self.roots.locate(Path::new(name.file_name()?))?,
                };
                let hash = <[u8; 32]>::try_from(def.hash.as_slice()).ok();
                let file = SourceFile::load(&path, hash.map(ContentHash)).ok()?;
                Some(Arc::new(match self.syntax.reads(&path) {
                    true => file.with_syntax(self.syntax),
                    false => file,
                }))
            })
            .clone()
    }

    /// Calls `look` with the file and the routine in it that `def` describes.
    pub fn with_routine<T>(
        &self,
        definitions: &Definitions,
        def: &RoutineDef,
        look: impl FnOnce(&SourceFile, &Routine) -> Option<T>,
    ) -> Option<T> {
        self.with_routine_at(definitions, def, def.first_line, look)
    }

    /// As [`Sources::with_routine`], for code on a line of its own choice: a constructor also runs the initialiser blocks
    /// of its class, which stand elsewhere.
    fn with_routine_at<T>(
        &self,
        definitions: &Definitions,
        def: &RoutineDef,
        line: u32,
        look: impl FnOnce(&SourceFile, &Routine) -> Option<T>,
    ) -> Option<T> {
        let file = self.file(definitions, def.file)?;
        let class = definitions
            .class(def.class)
            .map(|class| class.name.as_str());
        let routine = file.find_routine(Lookup {
            name: &def.name,
            line,
            parameters: Some(def.parameters.len()),
            class,
        })?;
        look(&file, routine)
    }

    /// Calls `look` with the file and the loop in it that `def` describes.
    pub fn with_loop<T>(
        &self,
        definitions: &Definitions,
        def: &LoopDef,
        look: impl FnOnce(&SourceFile, &Loop) -> Option<T>,
    ) -> Option<T> {
        let routine = definitions.routine(def.routine)?;
        // Loops of a routine are numbered in bytecode order; those with the same line are told apart by it.
        let same_line = || {
            let loops = definitions.loops();
            loops.filter(|other| other.routine == def.routine && other.first_line == def.first_line)
        };
        // A loop without a condition begins with the line of what is in it, which may be a loop that says where it is.
        let mut innermost = def;
        let mut levels = 0;
        while let Some(inside) = same_line().find(|other| other.parent == innermost.id) {
            innermost = inside;
            levels += 1;
        }
        let nth = same_line()
            .take_while(|other| other.id != innermost.id)
            .count();
        self.with_routine_at(definitions, routine, def.first_line, |file, routine| {
            let mut found = routine.loop_at(def.first_line, nth)?;
            for _ in 0..levels {
                found = routine.loops.get(found.parent?)?;
            }
            look(file, found)
        })
    }
}
