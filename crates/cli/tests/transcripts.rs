//! The transcripts in README.md and in all pages of docs/guide are what the tool says today.
//!
//! A session begins with an indented line `$ elenchus java OPTIONS FILE.java`. Its questions (`Q1 …`) and its report
//! (`BUG …`) follow in indented blocks, with any text between them; what was typed stands after each prompt.
//! The program is recorded and asked about with those answers, and every question and report of the page
//! must be there word for word. The sessions of a page are held one after another in one folder, so that a later one knows
//! what was said in an earlier one. `ELENCHUS_BLESS=1 cargo test -p elenchus --test transcripts` writes what is said now
//! into the pages.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How far code is indented.
const INDENT: &str = "    ";

/// A piece of a page or of what is said: a question, a report, or what comes before the first of them.
#[derive(Debug, Default)]
struct Piece {
    /// `Q1`, `BUG`, or nothing for what the program printed.
    key: String,
    lines: Vec<String>,
    /// The lines of the page that it stands on; the end is one further.
    place: (usize, usize),
}

/// A session of a page.
#[derive(Debug)]
struct Session {
    /// What follows `elenchus java`.
    arguments: Vec<String>,
    pieces: Vec<Piece>,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first word of a line that begins a question or a report.
fn key_of(line: &str) -> Option<&str> {
    let word = line.split("  ").next()?;
    let number = word.strip_prefix('Q').unwrap_or("");
    let is_question = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_question || word == "BUG").then_some(word)
}

/// What was typed at a prompt.
fn typed(line: &str) -> Option<&str> {
    let is_prompt = line.starts_with("right? [") || line.starts_with("is that the bug? [");
    let (_, typed) = line.split_once("] > ").filter(|_| is_prompt)?;
    Some(typed)
}

/// The pages that may hold transcripts.
fn pages() -> Vec<PathBuf> {
    let guide = fs::read_dir(workspace().join("docs/guide")).unwrap();
    let mut pages: Vec<PathBuf> = guide.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(workspace().join("README.md"));
    pages.sort();
    pages
}

/// The line of a page that looks like a part of a session and belongs to none.
fn untested(page: &str) -> Option<&str> {
    let code = page.lines().filter_map(|line| line.strip_prefix(INDENT));
    let mut before_session = code
        .clone()
        .take_while(|line| !line.starts_with("$ elenchus java "));
    let mut commands = code.filter(|line| line.starts_with("$ "));
    let stray = before_session.find(|line| key_of(line).or_else(|| typed(line)).is_some());
    stray.or_else(|| commands.find(|line| !line.starts_with("$ elenchus java ")))
}

/// The sessions of a page.
fn sessions(page: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut open: Option<Piece> = None;
    for (number, line) in page.lines().enumerate() {
        let code = line.strip_prefix(INDENT);
        if let Some(command) = code.and_then(|code| code.strip_prefix("$ elenchus java ")) {
            sessions.push(Session {
                arguments: command.split_whitespace().map(str::to_owned).collect(),
                pieces: Vec::new(),
            });
            open = Some(Piece {
                place: (number + 1, number + 1),
                ..Piece::default()
            });
            continue;
        }
        let Some(session) = sessions.last_mut() else {
            continue;
        };
        let new = code.and_then(key_of);
        if new.is_some() || code.is_none() && !line.is_empty() {
            session.pieces.extend(open.take().map(without_end));
        }
        if let Some(key) = new {
            open = Some(Piece {
                key: key.to_owned(),
                lines: Vec::new(),
                place: (number, number),
            });
        }
        if let Some(piece) = &mut open {
            piece.lines.push(code.unwrap_or("").to_owned());
            piece.place.1 = number + 1;
        }
    }
    if let (Some(session), Some(piece)) = (sessions.last_mut(), open) {
        session.pieces.push(without_end(piece));
    }
    sessions
}

/// A piece without the empty lines at its end.
fn without_end(mut piece: Piece) -> Piece {
    while piece.lines.last().is_some_and(|line| line.is_empty()) {
        piece.lines.pop();
        piece.place.1 -= 1;
    }
    piece
}

/// Records the program of a session and asks about it with the answers of the page.
fn perform(session: &Session, folder: &Path, run: &str) -> Vec<Piece> {
    let (file, options) = session.arguments.split_last().expect("a file to debug");
    let answers: Vec<&str> = session
        .pieces
        .iter()
        .flat_map(|piece| &piece.lines)
        .filter_map(|line| typed(line))
        .collect();
    fs::write(folder.join("answers"), answers.join("\n")).unwrap();
    let recorded = elenchus(folder, &["record", "java", "-o", run, file]);
    let mut ask: Vec<&str> = ["ask", run].to_vec();
    ask.extend(options.iter().map(String::as_str));
    if !ask.contains(&"--answers") {
        ask.extend(["--answers", "answers"]);
    }
    let asked = elenchus(folder, &ask);
    let said = String::from_utf8(asked.stdout).unwrap();
    let printed = String::from_utf8(recorded.stdout).unwrap();
    let before = printed.lines().map(|line| format!("│ {line}"));
    let mut pieces = vec![Piece {
        lines: before.collect(),
        ..Piece::default()
    }];
    for line in said.lines() {
        if let Some(key) = key_of(line) {
            pieces.push(Piece {
                key: key.to_owned(),
                ..Piece::default()
            });
        }
        if let Some(piece) = pieces.last_mut() {
            piece.lines.push(line.trim_end().to_owned());
        }
    }
    for piece in &mut pieces {
        piece.place.1 = piece.lines.len();
    }
    pieces.into_iter().map(without_end).collect()
}

fn elenchus(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn transcripts_are_what_is_said_today() {
    let bless = std::env::var_os("ELENCHUS_BLESS").is_some();
    let mut reports = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap_or_default().display();
        assert_eq!(untested(&page), None, "{name} shows what no test performs");
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        let folder = tempfile::tempdir().unwrap();
        symlink(workspace().join("examples"), folder.path().join("examples")).unwrap();
        let sessions = sessions(&page).into_iter().enumerate();
        let performed: Vec<(Session, Vec<Piece>)> = sessions
            .map(|(number, session)| {
                let said = perform(&session, folder.path(), &format!("run{number}"));
                (session, said)
            })
            .collect();
        // From the end, so that the numbers of the lines above stay true.
        for (session, said) in performed.iter().rev() {
            reports += session
                .pieces
                .iter()
                .filter(|piece| piece.key == "BUG")
                .count();
            for piece in session
                .pieces
                .iter()
                .rev()
                .filter(|piece| !piece.lines.is_empty())
            {
                // A session that zooms in shows two reports.
                let before = session
                    .pieces
                    .iter()
                    .take_while(|other| other.place < piece.place);
                let nth = before.filter(|other| other.key == piece.key).count();
                let now = said.iter().filter(|said| said.key == piece.key).nth(nth);
                let now = now.map_or(&[][..], |now| &now.lines);
                if bless && !now.is_empty() {
                    let indented = now.iter().map(|line| format!("{INDENT}{line}"));
                    let indented = indented.map(|line| line.trim_end().to_owned());
                    lines.splice(piece.place.0..piece.place.1, indented);
                } else {
                    assert_eq!(
                        piece.lines.join("\n"),
                        now.join("\n"),
                        "{name}, line {}: ELENCHUS_BLESS=1 writes what is said now",
                        piece.place.0 + 1
                    );
                }
            }
        }
        if bless && !performed.is_empty() {
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(
        reports >= 3,
        "only {reports} sessions are shown to their end"
    );
}
