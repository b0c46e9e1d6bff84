//! What a `java` command line says: where classes are, and what is run.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Options whose value, the next argument, says where classes are.
pub const PATHS: [&str; 5] = ["-cp", "-classpath", "--class-path", "-p", "--module-path"];

/// Other options whose value is the next argument.
pub const WITH_VALUE: [&str; 8] = [
    "--add-exports",
    "--add-modules",
    "--add-opens",
    "--add-reads",
    "--limit-modules",
    "--patch-module",
    "--source",
    "--upgrade-module-path",
];

/// What a `java` command line says about where classes are.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// Entries of the class path and the module path.
    pub paths: Vec<PathBuf>,
    /// The jar of `-jar`.
    pub jar: Option<PathBuf>,
    /// The module of `-m`, when no class of it is named.
    pub module: Option<String>,
    /// The main class and the program's arguments, each of which may name a class.
    pub words: Vec<OsString>,
}

impl CommandLine {
    /// Reads arguments as `java` does.
    pub fn parse(arguments: &[OsString]) -> Self {
        let mut line = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.to_str().unwrap_or_default() {
                option if PATHS.contains(&option) => {
                    line.paths
                        .extend(rest.next().iter().flat_map(std::env::split_paths));
                }
                option if WITH_VALUE.contains(&option) => drop(rest.next()),
                "-jar" => {
                    line.jar = rest.next().map(PathBuf::from);
                    return line;
                }
                "-m" | "--module" => {
                    let main = rest
                        .next()
                        .and_then(|main| main.to_str())
                        .unwrap_or_default();
                    match main.split_once('/') {
                        Some((_, class)) => line.words.push(class.into()),
                        None => line.module = Some(main.to_owned()),
                    }
                    break;
                }
                option if option.starts_with(['-', '@']) => {
                    let value = option
                        .strip_prefix("--class-path=")
                        .or_else(|| option.strip_prefix("--module-path="));
                    line.paths
                        .extend(value.iter().flat_map(std::env::split_paths));
                }
                _ => {
                    line.words.push(argument.clone());
                    break;
                }
            }
        }
        line.words.extend(rest.cloned());
        line
    }

    /// The jars on its paths; `lib/*` and the folders of a module path stand for those in them.
    pub fn jars(&self) -> Vec<PathBuf> {
        let is_jar = |path: &PathBuf| path.extension() == Some(OsStr::new("jar")) && path.is_file();
        let entries = self.paths.iter().flat_map(|path| {
            let folder = match path.file_name() {
                Some(name) if name == "*" => path.parent().unwrap_or(Path::new(".")),
                _ => path,
            };
            let below = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut entries: Vec<PathBuf> = below.map(|entry| entry.path()).collect();
            entries.sort();
            entries.push(path.clone());
            entries
        });
        entries.filter(is_jar).collect()
    }

    /// What people call the program: its main class, without the package, its jar or its module.
    pub fn program_name(&self) -> Option<String> {
        if let Some(jar) = &self.jar {
            return Some(jar.file_stem()?.to_string_lossy().into_owned());
        }
        let name = match &self.module {
            Some(module) => module.as_str(),
            None => self.words.first()?.to_str()?,
        };
        name.rsplit(['/', '.']).next().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn command_lines_are_read_as_java_reads_them() {
        let parse = |line| CommandLine::parse(&words(line));
        let line = parse("-Xmx1g -cp a.jar:b --add-opens x/y=z app.Main -cp c.jar");
        assert_eq!(line.paths, [PathBuf::from("a.jar"), PathBuf::from("b")]);
        assert_eq!(line.words, words("app.Main -cp c.jar"));
        let line = parse("-p mods -m shop/app.Main one");
        assert_eq!(line.words, words("app.Main one"));
        let line = parse("--module-path=mods:lib --module shop");
        assert_eq!(line.paths, [PathBuf::from("mods"), PathBuf::from("lib")]);
        assert_eq!(line.module.as_deref(), Some("shop"));
        assert_eq!(parse("-ea -jar app.jar x").jar, Some("app.jar".into()));
        assert_eq!(parse("-jar").jar, None);
        assert_eq!(parse("-cp"), CommandLine::default());
    }

    #[test]
    fn programs_are_called_by_their_main_class_or_jar() {
        for (line, name) in [
            (
                "-cp a.b:c org.junit.runner.JUnitCore shop.CartTest",
                Some("JUnitCore"),
            ),
            (
                "-Xmx1g -jar lib/console-1.11.3.jar execute",
                Some("console-1.11.3"),
            ),
            ("-m app/shop.Main", Some("Main")),
            ("-p mods -m org.shop", Some("shop")),
            ("--add-opens java.base/java.lang=x shop.Main", Some("Main")),
            ("-version", None),
        ] {
            let found = CommandLine::parse(&words(line)).program_name();
            assert_eq!(found.as_deref(), name, "{line}");
        }
    }
}
