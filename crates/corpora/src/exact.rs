//! The corpus of exact trees, `tests/java/exact`.

use crate::jdk::{Jdk, folders, name_of};
use crate::tree_text::{self, Item, Node};
use std::fs;
use std::path::{Path, PathBuf};

/// A program with the tree that a recorder must see.
#[derive(Debug, Clone)]
pub struct ExactProgram {
    pub folder: PathBuf,
    pub classes: PathBuf,
    pub tree: Vec<Node>,
}

impl ExactProgram {
    /// The programs that this JDK can compile, compiled below a scratch folder.
    pub fn compile_all(jdk: &Jdk, scratch: &Path) -> Vec<ExactProgram> {
        ExactProgram::compile_all_with(&[], jdk, scratch)
    }

    /// Those of them that are wanted by their names.
    pub fn compile_some(
        jdk: &Jdk,
        scratch: &Path,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<ExactProgram> {
        ExactProgram::compiled(&[], jdk, scratch, is_wanted)
    }

    /// As [`ExactProgram::compile_all`], with options for the compiler.
    pub fn compile_all_with(options: &[&str], jdk: &Jdk, scratch: &Path) -> Vec<ExactProgram> {
        ExactProgram::compiled(options, jdk, scratch, |_| true)
    }

    fn compiled(
        options: &[&str],
        jdk: &Jdk,
        scratch: &Path,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<ExactProgram> {
        let programs: Vec<ExactProgram> = folders("tests/java/exact")
            .into_iter()
            .filter(|folder| is_wanted(&name_of(folder)))
            .filter(|folder| {
                let needs = fs::read_to_string(folder.join("needs-jdk")).unwrap_or_default();
                let oldest: u32 = needs.trim().parse().unwrap_or(0);
                oldest <= jdk.version
            })
            .map(|folder| ExactProgram {
                classes: scratch.join(name_of(&folder)),
                tree: read_tree(&folder),
                folder,
            })
            .collect();
        let folders: Vec<(PathBuf, PathBuf)> = programs
            .iter()
            .map(|program| (program.folder.clone(), program.classes.clone()))
            .collect();
        jdk.compile_with(options, &folders, scratch);
        programs
    }

    pub fn name(&self) -> String {
        name_of(&self.folder)
    }

    pub fn source(&self) -> PathBuf {
        self.folder.join("Main.java")
    }

    /// What the program prints.
    pub fn expected_output(&self) -> Result<String, String> {
        expected_output(&self.folder)
    }

    /// Whether the tree has calls whose number depends on the size of the stack.
    pub fn has_chain(&self) -> bool {
        let mut open: Vec<&Node> = self.tree.iter().collect();
        while let Some(node) = open.pop() {
            if matches!(&node.item, Item::Call(call) if call.chain) {
                return true;
            }
            open.extend(&node.children);
        }
        false
    }
}

/// What the program in a folder prints.
pub fn expected_output(folder: &Path) -> Result<String, String> {
    let path = folder.join("expected.out");
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_tree(folder: &Path) -> Vec<Node> {
    let path = folder.join("expected.tree");
    let text = fs::read_to_string(&path).map_err(|error| error.to_string());
    text.and_then(|text| tree_text::parse(&text))
        .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}
