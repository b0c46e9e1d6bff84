//! The options of a `java` command as a recorded JVM can take them.
//!
//! Recorded calls take more room on the stack, so threads get more of it: memory that is not used costs nothing. Archives of classes cannot be
//! used, because the recorder changes classes as they are loaded, and JVMs refuse to start with options that demand it. JVMs
//! also take options from variables, where they are left out in the same way.

use std::env;
use std::ffi::{OsStr, OsString};

use super::command_line::{PATHS, WITH_VALUE};

/// How many times the room on the stack a thread gets. A plain call of compiled code took up to 15 times less than a recorded one.
const STACK_FACTOR: u64 = 16;

/// What a JVM gives to a thread unless told otherwise, and the most that it can be told.
const USUAL_STACK: u64 = 1 << 20;
const MOST_STACK: u64 = 1 << 30;

/// Options that demand an archive of classes, by how they begin.
const ARCHIVES: [&str; 9] = [
    "-Xshare:on",
    "-XX:SharedArchiveFile=",
    "-XX:+AutoCreateSharedArchive",
    "-XX:ArchiveClassesAtExit=",
    "-XX:AOTCache=",
    "-XX:AOTCacheOutput=",
    "-XX:AOTMode=",
    "-XX:AOTConfiguration=",
    "-XX:+RequireSharedSpaces",
];

/// The variables through which JVMs, or the `java` command, take options.
const VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// The variable whose options come last, and what it says to JVMs of scripts, whose own options cannot be left out: a JVM that is to make an archive at
/// its end does not start with any agent. Older JVMs do not know all of that.
pub const LAST_OPTIONS: &str = "_JAVA_OPTIONS";
pub const NO_ARCHIVE_AT_EXIT: &str =
    "-XX:+IgnoreUnrecognizedVMOptions -XX:ArchiveClassesAtExit= -XX:-AutoCreateSharedArchive";

/// A variable that holds options which a recorded JVM cannot have.
#[derive(Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it holds without them.
    pub options: String,
    /// Those options.
    pub left_out: Vec<String>,
}

/// The variables, as they are set for us, that a recorded JVM cannot get as they are.
pub fn variables() -> Vec<Variable> {
    let set = VARIABLES.into_iter();
    set.filter_map(|name| without_archives(name, &env::var(name).ok()?))
        .collect()
}

/// What a variable holds without options that demand an archive of classes; none when it has no such options.
fn without_archives(name: &'static str, options: &str) -> Option<Variable> {
    let is_archive = |option: &&str| {
        let option = option.trim_start_matches(['"', '\'']);
        ARCHIVES.iter().any(|start| option.starts_with(start))
    };
    let (left_out, kept): (Vec<&str>, Vec<&str>) = words(options).into_iter().partition(is_archive);
    (!left_out.is_empty()).then(|| Variable {
        name,
        options: kept.join(" "),
        left_out: left_out.into_iter().map(str::to_owned).collect(),
    })
}

/// The options in a variable. White space separates them unless it is quoted.
fn words(options: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut begin = None;
    let mut quote = None;
    for (at, letter) in options.char_indices() {
        if quote.is_none() && letter.is_whitespace() {
            words.extend(begin.take().map(|begin| &options[begin..at]));
            continue;
        }
        begin.get_or_insert(at);
        quote = match quote {
            None if matches!(letter, '"' | '\'') => Some(letter),
            Some(open) if open == letter => None,
            other => other,
        };
    }
    words.extend(begin.map(|begin| &options[begin..]));
    words
}

/// The arguments of a `java` command, as they are given to a JVM that is recorded.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Adapted {
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// Options that a recorded JVM cannot have.
    pub left_out: Vec<String>,
}

/// Makes more room on the stack, and leaves out what a recorded JVM cannot do. What follows the main class is the program's.
pub fn adapted(arguments: &[OsString]) -> Adapted {
    let mut adapted = Adapted::default();
    adapted.arguments.push(stack(USUAL_STACK));
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default();
        if !text.starts_with('-') || matches!(text, "-jar" | "-m" | "--module") {
            adapted.arguments.push(argument.clone());
            break;
        }
        if ARCHIVES.iter().any(|start| text.starts_with(start)) {
            adapted.left_out.push(text.to_owned());
        } else if let Some(bytes) = stack_bytes(text) {
            adapted.arguments.push(stack(bytes));
        } else {
            adapted.arguments.push(argument.clone());
            let has_value = PATHS.contains(&text) || WITH_VALUE.contains(&text);
            let value = has_value.then(|| rest.next());
            adapted.arguments.extend(value.flatten().cloned());
        }
    }
    adapted.arguments.extend(rest.cloned());
    adapted
}

/// The option that gives threads what they would have, and room for records.
pub fn usual_stack() -> OsString {
    stack(USUAL_STACK)
}

fn stack(bytes: u64) -> OsString {
    let bytes = bytes.saturating_mul(STACK_FACTOR).min(MOST_STACK);
    OsStr::new(&format!("-Xss{}k", bytes >> 10)).to_owned()
}

/// How many bytes an option gives to the stack of a thread.
fn stack_bytes(option: &str) -> Option<u64> {
    if let Some(kilobytes) = option.strip_prefix("-XX:ThreadStackSize=") {
        let kilobytes: u64 = kilobytes.parse().ok().filter(|&size| size > 0)?;
        return kilobytes.checked_mul(1 << 10);
    }
    let size = option.strip_prefix("-Xss")?;
    let digits = size.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match size[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str, left_out: &[&str]) {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let adapted = adapted(&arguments);
        let joined = adapted.arguments.join(OsStr::new(" "));
        assert_eq!(joined.to_str(), Some(expected));
        assert_eq!(adapted.left_out, left_out);
    }

    #[test]
    fn threads_get_more_room_than_they_had() {
        check("-cp a Main", "-Xss16384k -cp a Main", &[]);
        check("-Xss512k Main", "-Xss16384k -Xss8192k Main", &[]);
        check("-Xss2M -jar x", "-Xss16384k -Xss32768k -jar x", &[]);
        check("-Xss900m Main", "-Xss16384k -Xss1048576k Main", &[]);
        check("-XX:ThreadStackSize=256 M", "-Xss16384k -Xss4096k M", &[]);
        check("-Xssx Main", "-Xss16384k -Xssx Main", &[]);
    }

    #[test]
    fn archives_are_left_out_of_variables_and_the_rest_stays_as_it_is_quoted() {
        let held = r#"-Da="b c"  -Xshare:on '-agentpath:x y=-Xshare:on' "-XX:AOTCache=a b" -ea"#;
        let found = without_archives("JAVA_TOOL_OPTIONS", held).unwrap();
        assert_eq!(
            found.options,
            r#"-Da="b c" '-agentpath:x y=-Xshare:on' -ea"#
        );
        assert_eq!(found.left_out, ["-Xshare:on", r#""-XX:AOTCache=a b""#]);
        assert_eq!(without_archives("JAVA_TOOL_OPTIONS", "-Xshare:auto"), None);
        let all = without_archives("JDK_JAVA_OPTIONS", "-XX:+AutoCreateSharedArchive");
        assert_eq!(all.unwrap().options, "");
    }

    #[test]
    fn archives_are_left_out_of_the_options_but_not_of_what_is_the_programs() {
        let on = "-Xshare:on";
        check("-Xshare:on -cp -x Main", "-Xss16384k -cp -x Main", &[on]);
        check("Main -Xshare:on", "-Xss16384k Main -Xshare:on", &[]);
        let cache = "-XX:AOTCache=app.aot";
        check(
            &format!("{cache} -jar a.jar"),
            "-Xss16384k -jar a.jar",
            &[cache],
        );
        check("-Xshare:auto M", "-Xss16384k -Xshare:auto M", &[]);
    }
}
