//! Which jars of a `java` command hold the program itself.
//!
//! Classes in directories are recorded anyway; a program that is packed into a jar would not be. The jar of `-jar` is the
//! program; on a class or module path it is the jar that holds a class named on the command line: the main class, or
//! those that a test runner is told to run. The other jars are libraries.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a `java` command line says about where classes are.
#[derive(Debug, Default, PartialEq, Eq)]
struct CommandLine {
    /// Entries of the class path and the module path.
    paths: Vec<PathBuf>,
    /// The jar of `-jar`.
    jar: Option<PathBuf>,
    /// The module of `-m`, when no class of it is named.
    module: Option<String>,
    /// The main class and the program's arguments, each of which may name a class.
    words: Vec<OsString>,
}

/// Options of `java` whose value is the next argument.
const WITH_VALUE: [&str; 7] = [
    "--add-exports",
    "--add-modules",
    "--add-opens",
    "--add-reads",
    "--limit-modules",
    "--patch-module",
    "--upgrade-module-path",
];

impl CommandLine {
    fn parse(arguments: &[OsString]) -> Self {
        let mut line = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.to_str().unwrap_or_default() {
                "-cp" | "-classpath" | "--class-path" | "-p" | "--module-path" => {
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
    fn jars(&self) -> Vec<PathBuf> {
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
}

/// The jars of a `java` command that hold the program itself, by their canonical paths.
pub fn of_program(arguments: &[OsString]) -> Vec<PathBuf> {
    let line = CommandLine::parse(arguments);
    let found: Vec<PathBuf> = match (&line.jar, &line.module) {
        (Some(jar), _) => vec![jar.clone()],
        (None, Some(module)) => modules(line.jars(), module),
        (None, None) => {
            let jars = line.jars().into_iter();
            jars.filter(|jar| holds_class(jar, &line.words)).collect()
        }
    };
    let canonical = found.iter().filter_map(|jar| jar.canonicalize().ok());
    canonical.collect()
}

/// The jars with the name of the module, or all of them when it is hidden in one with another name.
fn modules(jars: Vec<PathBuf>, module: &str) -> Vec<PathBuf> {
    let named: Vec<PathBuf> = jars
        .iter()
        .filter(|jar| is_module(jar, module))
        .cloned()
        .collect();
    if named.is_empty() { jars } else { named }
}

/// Whether the jar has the name of the module, as in `shop.jar`, `shop-1.2.jar` or `shop@1.2.jar`.
fn is_module(jar: &Path, module: &str) -> bool {
    let name = jar.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    name.strip_prefix(module)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '@']))
}

/// Whether one of the words is the name of a class in the jar. The names of the files in a jar stand in it as they are,
/// whatever is compressed.
fn holds_class(jar: &Path, words: &[OsString]) -> bool {
    let classes: Vec<Vec<u8>> = words.iter().filter_map(class_file).collect();
    if classes.is_empty() {
        return false;
    }
    let Ok(bytes) = fs::read(jar) else {
        return false;
    };
    classes
        .iter()
        .any(|class| memchr::memmem::find(&bytes, class).is_some())
}

/// `org/shop/Cart.class` for `org.shop.Cart`; nothing for what is no name of a class.
fn class_file(word: &OsString) -> Option<Vec<u8>> {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"._$".contains(byte) || *byte >= 0x80;
    let bytes = word.as_bytes();
    let is_name = bytes.iter().all(fits) && !bytes.first()?.is_ascii_digit();
    is_name.then(|| {
        let path = bytes.iter().map(|&byte| match byte {
            b'.' => b'/',
            byte => byte,
        });
        path.chain(*b".class").collect()
    })
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
    fn the_jar_with_a_class_that_is_named_is_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let path = |name: &str| root.join(name);
        fs::create_dir(path("lib")).unwrap();
        fs::write(path("app.jar"), b"PK..app/Main.class..").unwrap();
        fs::write(path("lib/test-1.jar"), b"PK..app/MainTest.class..").unwrap();
        fs::write(path("lib/other.jar"), b"PK..other/Main.class..").unwrap();
        let found = |line: &str| {
            let line = line.replace('~', root.to_str().unwrap());
            of_program(&words(&line))
        };
        assert_eq!(
            found("-cp ~/lib/other.jar:~/app.jar app.Main"),
            [path("app.jar")]
        );
        assert_eq!(
            found("-cp ~/app.jar:~/lib/* org.junit.runner.JUnitCore app.MainTest"),
            [path("lib/test-1.jar")]
        );
        assert_eq!(
            found("-p ~/lib -m other/other.Main"),
            [path("lib/other.jar")]
        );
        assert_eq!(found("-p ~/lib -m test"), [path("lib/test-1.jar")]);
        assert_eq!(found("-p ~/app.jar -m hidden"), [path("app.jar")]);
        assert_eq!(found("-jar ~/app.jar 1 2"), [path("app.jar")]);
        assert!(found("-cp ~/app.jar no.Such 3 -x").is_empty());
        assert!(found("-jar ~/missing.jar").is_empty());
    }
}
