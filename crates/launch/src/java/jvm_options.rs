//! The options of a `java` command as a recorded JVM can take them.
//!
//! Recorded calls take more room on the stack, so threads get more of it: memory that is not used costs nothing. Archives of classes cannot be
//! used, because the recorder changes classes as they are loaded, and JVMs refuse to start with options that demand it.

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
