//! Letting the user choose where a search starts, when several tests have failed.

use std::io::{BufRead, IsTerminal, Write};

use elenchus_inquiry::open::{Failed, Start, Symptom};
use elenchus_terminal::words::opening;

use crate::args::SessionArgs;
use crate::stated::state;
use crate::trouble::{Exit, Trouble};

/// This many failures are listed.
const MOST_LISTED: usize = 20;

/// How the failures of some runs are called.
pub struct Names<'a> {
    /// Whether they are tests.
    pub tests: bool,
    /// What names one of them for `--at`.
    pub address: &'a dyn Fn(&Failed) -> String,
}

/// The start that the user chooses, or the only one.
pub fn choose(found: Symptom, names: &Names<'_>, args: &SessionArgs) -> Result<Start, Trouble> {
    match found {
        Symptom::Start(start) => Ok(start),
        Symptom::NoFailingTest => Err(no_failing_test()),
        Symptom::Failed(failed) => {
            let chosen = match failed.as_slice() {
                [only] => {
                    let said = opening::failed(only);
                    state(&format!("{said}\nthat is where the search starts"));
                    only
                }
                several => pick(several, names, args),
            };
            Ok(chosen.start(failed.len() > 1))
        }
    }
}

fn no_failing_test() -> Trouble {
    Trouble {
        exit: Exit::NoBug,
        problem: "the tests ran and none of them failed".to_owned(),
        advice: "run the test that fails; to search in one that passes although something in it \
                 is wrong, name it with --at TestClass.method"
            .to_owned(),
    }
}

/// Lets a person at a terminal choose; everybody else gets the first, and is told how to choose.
fn pick<'f>(failed: &'f [Failed], names: &Names<'_>, args: &SessionArgs) -> &'f Failed {
    let person = std::io::stdin().is_terminal()
        && std::io::stderr().is_terminal()
        && args.answers.is_none()
        && args.otherwise.answer().is_none();
    let what = if names.tests { "tests" } else { "calls" };
    elenchus_guard::say!("{} {what} failed:", failed.len());
    for (place, each) in failed.iter().take(MOST_LISTED).enumerate() {
        let said = opening::failed(each);
        match person {
            true => state(&format!("{:4}  {said}", place + 1)),
            false => state(&format!("  {said}\n      --at {}", (names.address)(each))),
        }
    }
    if failed.len() > MOST_LISTED {
        elenchus_guard::say!("      … and {} more", failed.len() - MOST_LISTED);
    }
    if !person {
        elenchus_guard::say!("the search starts at the first; --at chooses another one");
        return &failed[0];
    }
    loop {
        eprint!("which one? ");
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
        match line.trim().parse::<usize>() {
            _ if read == 0 => return &failed[0],
            Ok(place @ 1..) if place <= failed.len() => return &failed[place - 1],
            _ => elenchus_guard::say!("a number from 1 to {}, please", failed.len()),
        }
    }
}
