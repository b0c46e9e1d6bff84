//! A single source file as a program: compiled with `javac -g` into a temporary folder.
//!
//! The folder is on the class path as a directory, so the default scope records what is in it. The
//! main class is found as `java FILE.java` finds it: the first top-level type of the file that has a
//! `main` method. Other sources of the same package root are compiled along when the file uses them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_jvm::classfile::ClassFile;
use tempfile::TempDir;

use super::error::JavaError;
use super::jdk::{FEW_FILES, Jdk};
use crate::error::LaunchError;

/// A compiled source file. The classes are deleted when the folder is dropped.
#[derive(Debug)]
pub struct Compiled {
    /// The folder with the classes.
    pub folder: TempDir,
    /// The dotted name of the class to run.
    pub main_class: String,
}

impl Compiled {
    /// Compiles a file and finds its main class.
    pub fn from_file(jdk: &Jdk, file: &Path) -> Result<Self, LaunchError> {
        let text = fs::read(file).map_err(|source| LaunchError::Source {
            path: file.to_path_buf(),
            source,
        })?;
        // What is no UTF-8 is most likely an old file of western Europe. `java FILE.java` runs such files, too.
        let encoding: &[&str] = match std::str::from_utf8(&text) {
            Ok(_) => &[],
            Err(_) => &["-encoding", "windows-1252"],
        };
        let text = String::from_utf8_lossy(&text);
        let outline = Outline::of(&text);
        let javac = jdk.javac()?;
        let start = |source| LaunchError::Start {
            program: javac.clone(),
            source,
        };
        let folder = tempfile::Builder::new()
            .prefix("elenchus-classes-")
            .tempdir()
            .map_err(start)?;
        let compile = |tables: &[&str]| {
            Command::new(&javac)
                .args(FEW_FILES)
                .args(tables)
                .args(encoding)
                .args(["-g", "-parameters", "-proc:none", "-nowarn", "-d"])
                .arg(folder.path())
                .arg("-sourcepath")
                .arg(package_root(file, outline.package.as_deref()))
                .arg(file)
                // The variable is for the recorded program; javac would only repeat it on stderr.
                .env_remove("JAVA_TOOL_OPTIONS")
                .output()
                .map_err(start)
        };
        // These tables tell the recorder which instructions form a statement. Compilers make them at their own risk (that of
        // JDK 25 gives up on patterns of records), so what does not compile with them may without.
        let mut output = compile(&["-Xjcov"])?;
        if !output.status.success() {
            output = compile(&[])?;
        }
        if !output.status.success() {
            return Err(JavaError::Compile {
                path: file.to_path_buf(),
                messages: String::from_utf8_lossy(&output.stderr)
                    .trim_end()
                    .to_string(),
            }
            .into());
        }
        let main_class = outline
            .class_names(file)
            .into_iter()
            .find(|name| has_main(folder.path(), name))
            .ok_or_else(|| JavaError::NoMain(file.to_path_buf()))?;
        Ok(Self { folder, main_class })
    }
}

/// The folder that holds the package tree of a file, as far as its path agrees with its package.
fn package_root(file: &Path, package: Option<&str>) -> PathBuf {
    let mut root = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    for part in package
        .unwrap_or_default()
        .rsplit('.')
        .filter(|part| !part.is_empty())
    {
        if !root.ends_with(part) {
            break;
        }
        root.pop();
    }
    if root.as_os_str().is_empty() {
        root.push(".");
    }
    root
}

fn has_main(folder: &Path, class: &str) -> bool {
    let path = folder.join(format!("{}.class", class.replace('.', "/")));
    let Ok(bytes) = fs::read(path) else {
        return false;
    };
    ClassFile::parse(&bytes).is_ok_and(|class| {
        class.methods.iter().any(|method| {
            let is = |constant, text: &str| {
                class
                    .pool
                    .utf8(constant)
                    .is_ok_and(|found| found == text.as_bytes())
            };
            is(method.name, "main")
                && (is(method.descriptor, "([Ljava/lang/String;)V") || is(method.descriptor, "()V"))
        })
    })
}

/// The package and the top-level types of a source text, in order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outline {
    package: Option<String>,
    types: Vec<String>,
}

impl Outline {
    fn of(text: &str) -> Self {
        let mut outline = Self::default();
        let mut depth = 0usize;
        let mut words = Words { rest: text };
        let mut previous = "";
        while let Some(word) = words.next() {
            match word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "package" if depth == 0 && outline.package.is_none() => {
                    let name: String = words.by_ref().take_while(|&word| word != ";").collect();
                    outline.package = Some(name);
                }
                name if depth == 0
                    && matches!(previous, "class" | "interface" | "enum" | "record")
                    && name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') =>
                {
                    outline.types.push(name.to_string());
                }
                _ => {}
            }
            previous = word;
        }
        outline
    }

    /// The dotted names to try, the file's own name last (for files without a type declaration).
    fn class_names(&self, file: &Path) -> Vec<String> {
        let stem = file
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let prefix = match &self.package {
            Some(package) => format!("{package}."),
            None => String::new(),
        };
        self.types
            .iter()
            .cloned()
            .chain(stem)
            .map(|name| format!("{prefix}{name}"))
            .collect()
    }
}

/// The words and single punctuation marks of a Java text; comments, strings and characters left out.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            if self.rest.starts_with("//") {
                self.skip_past(2, "\n");
            } else if self.rest.starts_with("/*") {
                self.skip_past(2, "*/");
            } else if self.rest.starts_with("\"\"\"") {
                self.skip_past(3, "\"\"\"");
            } else if first == '"' || first == '\'' {
                self.skip_quoted(first);
            } else {
                let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                let length = match self.rest.find(|c| !in_word(c)) {
                    Some(0) => first.len_utf8(),
                    Some(length) => length,
                    None => self.rest.len(),
                };
                let (word, rest) = self.rest.split_at(length);
                self.rest = rest;
                return Some(word);
            }
        }
    }
}

impl Words<'_> {
    fn skip_past(&mut self, opening: usize, end: &str) {
        self.rest = match self.rest[opening..].find(end) {
            Some(at) => &self.rest[opening + at + end.len()..],
            None => "",
        };
    }

    fn skip_quoted(&mut self, quote: char) {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let closes = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        self.rest = end.map_or("", |(at, c)| &self.rest[at + c.len_utf8()..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_ignores_comments_strings_and_nested_types() {
        let text = r#"
            // class Comment {}
            package a . b;
            /* class Old {} */
            @Tag("class Fake { ")
            public final class First { class Inner {} char brace = '{'; char quote = '\''; }
            record Pair(int a, int b) {}
            interface Third { String TEXT = """
                class Text { " """; }
        "#;
        let outline = Outline::of(text);
        assert_eq!(outline.package.as_deref(), Some("a.b"));
        assert_eq!(outline.types, ["First", "Pair", "Third"]);
        let names = outline.class_names(Path::new("x/First.java"));
        assert_eq!(names, ["a.b.First", "a.b.Pair", "a.b.Third", "a.b.First"]);
    }

    #[test]
    fn broken_texts_do_not_hang() {
        for text in [
            "\"", "'\\", "/*", "\"\"\"", "class", "package", "}}}{", "\u{fffd}",
        ] {
            Outline::of(text);
        }
    }

    #[test]
    fn the_package_root_is_found_from_the_path() {
        let root = |file: &str, package| package_root(Path::new(file), package);
        assert_eq!(root("src/a/b/X.java", Some("a.b")), Path::new("src"));
        assert_eq!(root("a/X.java", Some("a")), Path::new("."));
        assert_eq!(root("X.java", None), Path::new("."));
        assert_eq!(root("other/X.java", Some("a.b")), Path::new("other"));
    }
}
