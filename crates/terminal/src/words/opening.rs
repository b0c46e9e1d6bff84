//! What was noticed while a session was opened, in sentences, and the command that goes on with it.

use std::path::Path;

use elenchus_inquiry::keep::knowledge_file::{Known, Unseen};
use elenchus_inquiry::open::note::{ByTests, NoTests, Note, Unlike};
use elenchus_inquiry::open::recording::{Lack, Missing};
use elenchus_inquiry::open::{Failed, Resume};
use elenchus_session::words::many;

/// This many routines are named in a note.
const MOST_NAMED: usize = 5;

/// This many calls are listed that assertions have confirmed.
const MOST_CONFIRMED: usize = 6;

/// This many entries of a knowledge base are listed that were not seen before.
const MOST_UNSEEN: usize = 20;

/// This many characters of what an exception says are shown.
const MOST_SAID: usize = 200;

/// What was noticed, line by line.
pub fn note(note: &Note) -> Vec<String> {
    vec![match note {
        Note::TreeFile { path, warning } => format!("{}: {warning}", path.display()),
        Note::Damaged { recording, note } => format!("{}: {note}", recording.display()),
        Note::Lacks { recording, missing } => {
            format!("{}: {}", recording.display(), lacks(*missing))
        }
        Note::InPart { recording, methods } => in_part(recording, methods),
        Note::Unlike { good, unlike: how } => {
            format!("the oracle trace:{}: {}", good.display(), unlike(how))
        }
        Note::Narrowed {
            good,
            differ,
            from_the_start,
        } => narrowed(good, differ, *from_the_start),
        Note::Prepared { titles } => prepared(titles),
        Note::Confirmed { calls } => return confirmed(calls),
        Note::ByTests(found) => by_tests(found),
        Note::NoTests(reason) => format!("{}, so code is suspected by its lines alone", no_tests(*reason)),
        Note::PriorLater => {
            "the program still runs, so code is suspected by its lines alone; --prior counts when it has ended".to_owned()
        }
        Note::CoversNothing { option, pattern } => format!(
            "{option} {pattern}: no routine that ran is called so, with its package or without"
        ),
        Note::NoKnowledge(error) => format!(
            "nothing is reused from earlier runs or kept for later ones: {error}; --knowledge FILE chooses another \
             place"
        ),
        Note::TwoBases { used, unused } => format!(
            "{} is not used as long as {} is there; move what you need into one of them",
            unused.display(),
            used.display()
        ),
        Note::SetAside(path) => format!("the earlier session is kept in {}", path.display()),
        Note::Resumed { answers } => format!(
            "resuming after {}; h shows what was said",
            many(*answers as u64, "answer")
        ),
        Note::Known(known) => earlier_runs(known),
        Note::TrustedBefore { names } => trusted_before(names),
        Note::Unseen(entries) => return unseen(entries),
    }]
}

/// What is searched besides what failed.
fn prepared(titles: &[String]) -> String {
    let named = titles.iter().take(MOST_NAMED).map(String::as_str);
    let named = named.collect::<Vec<_>>().join("; ");
    let more = match titles.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!("; {more} more"),
    };
    format!("what ran before and prepared it is searched, too: {named}{more}")
}

/// What assertions have confirmed, by the numbers of the answers that these are.
fn confirmed(calls: &[(String, String)]) -> Vec<String> {
    let head = "taken for right, since assertions of the test have passed; r N takes one back:";
    let more = calls.len().saturating_sub(MOST_CONFIRMED);
    let more = (more > 0).then(|| format!("  {more} more; h lists them"));
    let listed = calls.iter().take(MOST_CONFIRMED).zip(1..);
    let listed = listed.map(|((title, place), number)| format!("  {number}. {title} ({place})"));
    std::iter::once(head.to_owned())
        .chain(listed)
        .chain(more)
        .collect()
}

/// What the tests beside a failed one say about what is suspected.
fn by_tests(found: &ByTests) -> String {
    let passed = many(found.passed as u64, "call");
    let seen = match found.seen {
        0 => "no call here did".to_owned(),
        1 => "1 call here did".to_owned(),
        seen => format!("{seen} calls here did"),
    };
    format!(
        "suspicion is by lines and by {passed} of tests that passed; {seen} the same there from the same state, and is \
         suspected less"
    )
}

fn no_tests(reason: NoTests) -> String {
    match reason {
        NoTests::NonePassed => "no test passed beside this".to_owned(),
        NoTests::TooLarge(most) => {
            format!(
                "this is more than the {most} calls and iterations that can be compared with tests"
            )
        }
    }
}

/// The first of the methods that are not recorded in full, and how many more there are.
fn in_part(recording: &Path, methods: &[(String, String)]) -> String {
    let recording = recording.display();
    let (name, reason) = match methods {
        [(name, reason), ..] => (name.as_str(), reason.as_str()),
        [] => ("", ""),
    };
    let more = match methods.len() {
        0 | 1 => String::new(),
        all => format!(
            "; `elenchus info {recording}` lists {}",
            many(all as u64 - 1, "more method")
        ),
    };
    format!("{recording}: {name}: {reason}{more}")
}

/// What code lacks, and what to do about it.
pub fn lacks(missing: Missing) -> String {
    let remedy = |words: &dyn Fn(&str) -> String| missing.remedy.map_or(String::new(), words);
    match missing.what {
        Lack::LineNumbers => format!(
            "it was compiled without line numbers: no source can be shown{}",
            remedy(&|remedy| format!("; compile with {remedy}"))
        ),
        Lack::VariableNames => format!(
            "it was compiled without the names of variables{}",
            remedy(&|remedy| format!("; {remedy} makes questions readable"))
        ),
    }
}

/// How the recording of a good version differs from this one, and what to do about it.
fn unlike(unlike: &Unlike) -> String {
    let lack_of_names = |which: &str, remedy: &Option<&str>| {
        let remedy = remedy.map_or(String::new(), |remedy| format!(": compile with {remedy}"));
        format!(
            "{which} was compiled without the names of locals, so loops are compared by less{remedy}"
        )
    };
    match unlike {
        Unlike::Language { good, this } => format!(
            "it is of a {good} program and this one of a {this} program: no question will be answered"
        ),
        Unlike::Recorder { good, this } => format!(
            "it was made by {good} and this one by {this}, which may record values differently: record it again"
        ),
        Unlike::Scope { good, this } => format!(
            "it records {} and this one {}: record both with the same --include, --exclude and --writes",
            scope(good),
            scope(this)
        ),
        Unlike::GoodLacksNames { remedy } => lack_of_names("it", remedy),
        Unlike::ThisLacksNames { remedy } => lack_of_names("this program", remedy),
    }
}

fn scope(patterns: &[String]) -> String {
    match patterns {
        [] => "the usual classes".to_owned(),
        patterns => format!("`{}`", patterns.join(", ")),
    }
}

fn narrowed(good: &Path, differ: &[String], from_the_start: bool) -> String {
    let listed = differ.len().min(MOST_NAMED);
    let mut note = format!(
        "trace:{} began like this run, so only code that differs between them is suspected: {}",
        good.display(),
        differ[..listed].join(", ")
    );
    if differ.len() > listed {
        note += &format!(" and {} more", differ.len() - listed);
    }
    if from_the_start {
        note += "; it ran earlier than what failed, so the search begins at the start of the run";
    }
    note
}

fn earlier_runs(known: &Known) -> String {
    let count = |number: usize, noun: &str| many(number as u64, noun);
    let (verdict, routine) = ("verdict", "trusted routine");
    let held = match (known.verdicts, known.trusted) {
        (verdicts, 0) => count(verdicts, verdict),
        (0, trusted) => count(trusted, routine),
        (verdicts, trusted) => {
            format!(
                "{} and {}",
                count(verdicts, verdict),
                count(trusted, routine)
            )
        }
    };
    format!("{held} of earlier runs in {}", known.path.display())
}

/// Which routines are not asked about because of an earlier run, and how to end that.
fn trusted_before(names: &[String]) -> String {
    let listed = names.len().min(MOST_NAMED);
    let more = match names.len() - listed {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "trusted because of them: {}{more}; j NAME asks about one, and r N then forgets its trust",
        names[..listed].join(", ")
    )
}

/// What is said about entries of a knowledge base that this user has not seen before.
fn unseen(entries: &[Unseen]) -> Vec<String> {
    let heading = "somebody else said this, or you did elsewhere; it answers questions from now on unless you remove it \
                   from the file or go without by --no-knowledge:";
    let mut lines = vec![heading.to_owned()];
    lines.extend(entries.iter().take(MOST_UNSEEN).map(|entry| {
        let Unseen { word, about, says } = entry;
        match says.is_empty() {
            true => format!("{word} {about}"),
            false => format!("{word}: {}", says.join("; ")),
        }
    }));
    if entries.len() > MOST_UNSEEN {
        let more = entries.len() - MOST_UNSEEN;
        lines.push(format!("… and {more} more, which the file lists"));
    }
    lines
}

/// `CartTest.total() failed: expected: <3> but was: <4>`.
pub fn failed(failed: &Failed) -> String {
    let (title, failure) = (&failed.title, &failed.failure);
    let message = failure.message.as_ref().map(|message| {
        let one_line: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
        match one_line.char_indices().nth(MOST_SAID) {
            Some((end, _)) => format!("{}…", &one_line[..end]),
            None => one_line,
        }
    });
    match (failure.is_assertion, message) {
        (true, Some(message)) => format!("{title} failed: {message}"),
        (true, None) => format!("{title} failed"),
        (false, Some(message)) => format!("{title} ended with {}: {message}", failure.class),
        (false, None) => format!("{title} ended with {}", failure.class),
    }
}

/// What can be done when a bug was found.
pub fn then(about: &Resume) -> String {
    format!(
        "`{} --with PATH` writes a test of it, `{} --with PATH` says whether corrected code at PATH is right",
        command("test", about),
        command("check", about)
    )
}

/// The command that goes on with a session.
pub fn resume(resume: &Resume) -> String {
    command("ask", resume)
}

/// A command about the recording or tree file of a session.
fn command(name: &str, resume: &Resume) -> String {
    let mut command = format!("elenchus {name} {}", word(&resume.input));
    if let Some(node) = resume.at {
        command += &format!(" --at {node}");
    }
    if let Some(file) = &resume.session_file {
        command += &format!(" --session-file {}", word(file));
    }
    command
}

/// A path as one word of a shell.
fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    match text.chars().all(is_plain) && !text.is_empty() {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_comes_back_names_what_was_chosen() {
        let plain = Resume {
            input: "run.elenchus".into(),
            at: None,
            session_file: None,
        };
        assert_eq!(resume(&plain), "elenchus ask run.elenchus");
        let chosen = Resume {
            input: "my runs/it's".into(),
            at: Some(elenchus_session::NodeNumber(7)),
            session_file: Some("/tmp/mine.session".into()),
        };
        assert_eq!(
            resume(&chosen),
            r"elenchus ask 'my runs/it'\''s' --at 7 --session-file /tmp/mine.session"
        );
    }

    #[test]
    fn only_a_few_routines_are_named() {
        let names: Vec<String> = (1..8).map(|number| format!("f{number}")).collect();
        let note = narrowed(Path::new("good"), &names, false);
        assert!(
            note.ends_with("suspected: f1, f2, f3, f4, f5 and 2 more"),
            "{note}"
        );
    }
}
