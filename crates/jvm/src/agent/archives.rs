//! JVMs that are told to use an archive of classes or to fail.
//!
//! The agent changes classes as they are loaded, so no archive can be used. A JVM that was told `-Xshare:on` would not start. `elenchus` leaves such
//! options out of the commands that it starts itself, but a script that it starts may have them. (Options that have an archive made, such as
//! `-XX:ArchiveClassesAtExit`, fail with any agent, whatever it does.)

use std::env;
use std::fs;
use std::path::Path;

/// The options.
const DEMANDS: [&str; 3] = ["-Xshare:on", "-XX:+RequireSharedSpaces", "-XX:AOTMode=on"];

/// Options of the `java` command whose value is an argument of its own.
const WITH_VALUE: [&str; 12] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--enable-native-access",
    "--patch-module",
];

/// What names the program, so that no options of the JVM follow.
const PROGRAM: [&str; 3] = ["-jar", "-m", "--module"];

/// The variables through which JVMs, or the `java` command, take options.
const VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// The option by which this JVM was told to use an archive or to fail, if it was.
pub fn demanded() -> Option<String> {
    let line = fs::read("/proc/self/cmdline").unwrap_or_default();
    let line = String::from_utf8_lossy(&line);
    let arguments = line.split('\0').filter(|argument| !argument.is_empty());
    let set = VARIABLES.into_iter().filter_map(|name| env::var(name).ok());
    among(arguments).or_else(|| {
        let options: Vec<String> = set.collect();
        let mut words = options
            .iter()
            .flat_map(|options| options.split_whitespace());
        words.find(is_demand).map(str::to_owned)
    })
}

/// The same among the arguments of a command.
fn among<'a>(mut arguments: impl Iterator<Item = &'a str>) -> Option<String> {
    let command = Path::new(arguments.next()?);
    if command.file_name().is_none_or(|name| name != "java") {
        return None;
    }
    while let Some(argument) = arguments.next() {
        let is_option = argument.starts_with(['-', '@']);
        if is_demand(&argument) {
            return Some(argument.to_owned());
        }
        if !is_option || PROGRAM.contains(&argument) {
            return None;
        }
        if WITH_VALUE.contains(&argument) {
            arguments.next();
        }
    }
    None
}

fn is_demand(option: &&str) -> bool {
    DEMANDS.contains(option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_jvm_are_told_from_those_of_the_program() {
        let found = |line: &str| among(line.split(' '));
        let on = Some("-Xshare:on".to_owned());
        assert_eq!(found("/usr/bin/java -ea -Xshare:on -cp a Main"), on);
        assert_eq!(found("java -cp -Xshare:on -Xshare:on Main"), on);
        assert_eq!(found("java -cp -Xshare:on Main"), None);
        assert_eq!(found("java -cp a Main -Xshare:on"), None);
        assert_eq!(found("java -jar a.jar -Xshare:on"), None);
        assert_eq!(found("java -Xshare:auto Main"), None);
        assert_eq!(found("javac -Xshare:on A.java"), None);
    }
}
