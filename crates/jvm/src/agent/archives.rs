//! JVMs that are told to use an archive of classes, or to make one.
//!
//! The agent changes classes as they are loaded, so no archive can be used. A JVM that was told `-Xshare:on` would not start, and one that makes a
//! cache of its own for the next start crashes. `elenchus` leaves such options out of the commands that it starts itself, but a script that it starts
//! may have them. Those that have an archive made at the end fail with any agent, whatever it does: `elenchus` overrides them by a variable,
//! and the agent only says so.

use std::env;
use std::fs;
use std::path::Path;

/// Options with which a JVM cannot be recorded, by how they begin.
const DEMANDS: [&str; 6] = [
    "-Xshare:on",
    "-XX:+RequireSharedSpaces",
    "-XX:AOTMode=on",
    "-XX:AOTMode=record",
    "-XX:AOTMode=create",
    "-XX:AOTCacheOutput=",
];

/// Options that are overridden for a JVM that is recorded, by how they begin.
const OVERRIDDEN: [&str; 2] = ["-XX:ArchiveClassesAtExit=", "-XX:+AutoCreateSharedArchive"];

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

/// The option by which this JVM was told to use an archive or to fail, or to make a cache, if it was.
pub fn demanded() -> Option<String> {
    given(&DEMANDS)
}

/// The option by which this JVM was told to make an archive at its end, if it was.
pub fn not_made() -> Option<String> {
    given(&OVERRIDDEN).filter(|option| option != OVERRIDDEN[0])
}

/// The first option of this JVM that begins like one of these.
fn given(beginnings: &[&str]) -> Option<String> {
    let line = fs::read("/proc/self/cmdline").unwrap_or_default();
    let line = String::from_utf8_lossy(&line);
    let arguments = line.split('\0').filter(|argument| !argument.is_empty());
    let set = VARIABLES.into_iter().filter_map(|name| env::var(name).ok());
    among(beginnings, arguments).or_else(|| {
        let options: Vec<String> = set.collect();
        let mut words = options
            .iter()
            .flat_map(|options| options.split_whitespace());
        let found = words.find(|option| begins(option, beginnings));
        found.map(str::to_owned)
    })
}

/// The same among the arguments of a command.
fn among<'a>(beginnings: &[&str], mut arguments: impl Iterator<Item = &'a str>) -> Option<String> {
    let command = Path::new(arguments.next()?);
    if command.file_name().is_none_or(|name| name != "java") {
        return None;
    }
    while let Some(argument) = arguments.next() {
        let is_option = argument.starts_with(['-', '@']);
        if begins(argument, beginnings) {
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

fn begins(option: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|begin| option.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_jvm_are_told_from_those_of_the_program() {
        let found = |line: &str| among(&DEMANDS, line.split(' '));
        let on = Some("-Xshare:on".to_owned());
        assert_eq!(found("/usr/bin/java -ea -Xshare:on -cp a Main"), on);
        assert_eq!(found("java -cp -Xshare:on -Xshare:on Main"), on);
        assert_eq!(found("java -cp -Xshare:on Main"), None);
        assert_eq!(found("java -cp a Main -Xshare:on"), None);
        assert_eq!(found("java -jar a.jar -Xshare:on"), None);
        assert_eq!(found("java -Xshare:auto Main"), None);
        assert_eq!(found("javac -Xshare:on A.java"), None);
        let cache = Some("-XX:AOTCacheOutput=a".to_owned());
        assert_eq!(found("java -XX:AOTCacheOutput=a Main"), cache);
        assert_eq!(found("java -XX:AOTCache=a Main"), None);
    }
}
