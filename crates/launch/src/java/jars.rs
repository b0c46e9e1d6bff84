//! Which jars of a `java` command hold the program itself.
//!
//! Classes in directories are recorded anyway; a program that is packed into a jar would not be. The jar of `-jar` is the
//! program; on a class or module path it is the jar that holds a class named on the command line: the main class, or
//! those that a test runner is told to run. The other jars are libraries.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::command_line::CommandLine;

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
