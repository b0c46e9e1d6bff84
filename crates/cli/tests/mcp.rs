//! `elenchus mcp` with the official clients of the Model Context Protocol, which are fetched from their registries: whole sessions,
//! cancelled calls, errors and hostile arguments, by old and new revisions. The scripts are in tests/mcp.
//!
//! `ELENCHUS_BLESS=1` writes how many tokens the results are into docs/measured/tokens.md.

#[path = "support/central.rs"]
mod central;
#[path = "support/planted.rs"]
mod planted;
mod support;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planted::{make_project, plant};
use support::{Said, elenchus};
use tempfile::TempDir;

/// A session of six questions may be this many tokens.
const MOST_TOKENS: usize = 5_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scripts() -> PathBuf {
    root().join("tests/mcp")
}

/// A folder with the programs that the scripts record.
fn programs(folder: &Path) -> PathBuf {
    let programs = folder.join("programs");
    fs::create_dir_all(programs.join("fixed")).unwrap();
    let chess = root().join("examples/java/Chess");
    let numbers = root().join("tests/java/buggy/20_long_numbers");
    for (from, to) in [
        (chess.join("Chess.java"), "Chess.java"),
        (chess.join("fixed/Chess.java"), "fixed/Chess.java"),
        (numbers.join("LongNumber.java"), "LongNumber.java"),
        (
            numbers.join("fixed/LongNumber.java"),
            "fixed/LongNumber.java",
        ),
        (scripts().join("Endless.java"), "Endless.java"),
    ] {
        fs::copy(from, programs.join(to)).unwrap();
    }
    programs
}

/// A library with a bug, and where that is: `FILE:LINE`.
fn library(folder: &Path) -> (PathBuf, String) {
    let project = folder.join("kxml2");
    make_project("kxml2", "net.sf.kxml:kxml2:2.3.0", &project);
    let planted = plant("kxml2", &project);
    let place = format!("{}:{}", planted.file, planted.lines[0]);
    (project, place)
}

/// Runs a command that must succeed; returns what it printed.
fn run(command: &mut Command) -> String {
    let said = Said::of(&command.output().expect("it can be started"));
    said.expect(0, &[]);
    said.out
}

/// A Python with the client, in a folder.
fn python(folder: &Path) -> PathBuf {
    let venv = folder.join("venv");
    run(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    let requirements = scripts().join("requirements.txt");
    let pip = ["-m", "pip", "install", "--quiet", "--requirement"];
    run(Command::new(venv.join("bin/python"))
        .args(pip)
        .arg(requirements));
    venv.join("bin/python")
}

/// What the script for Python has measured.
struct Measured {
    tools: usize,
    every_tool: Vec<(String, usize)>,
    session: Vec<(String, usize)>,
    /// The session on the library.
    library: Vec<(String, usize)>,
}

fn measured(printed: &str) -> Measured {
    let read: serde_json::Value = serde_json::from_str(printed).unwrap();
    assert!(read["title"].as_str().unwrap().contains("castling"));
    let list = |name: &str| serde_json::from_value(read[name].clone()).unwrap();
    Measured {
        tools: read["tools"].as_u64().unwrap() as usize,
        every_tool: list("every_tool"),
        session: list("session"),
        library: list("library"),
    }
}

#[test]
fn a_client_in_python_finds_the_bug_by_every_revision() {
    let folder = TempDir::new().unwrap();
    let python = python(folder.path());
    let (project, place) = library(folder.path());
    let hold = |mode: &str, library: &[&OsStr]| {
        let programs = programs(&folder.path().join(mode));
        let mut session = Command::new(&python);
        session
            .arg(scripts().join("session.py"))
            .args([
                OsStr::new(env!("CARGO_BIN_EXE_elenchus")),
                programs.as_ref(),
            ])
            .arg(mode)
            .args(library);
        measured(&run(&mut session))
    };
    let measured = std::thread::scope(|scope| {
        // The library takes long, and revisions differ only in how messages are exchanged.
        scope.spawn(|| hold("legacy", &[]));
        scope.spawn(|| hold("2026-07-28", &[]));
        hold("auto", &[project.as_ref(), place.as_ref()])
    });
    let all = of_six_questions(&measured.library);
    assert!(all <= MOST_TOKENS, "{all} tokens: {:?}", measured.library);
    if std::env::var_os("ELENCHUS_BLESS").is_some() {
        fs::write(root().join("docs/measured/tokens.md"), table(&measured)).unwrap();
    }
}

/// The tokens of the first question of a session and of what came back from the first six answers.
fn of_six_questions(session: &[(String, usize)]) -> usize {
    assert!(session.len() > 6, "too few questions: {session:?}");
    session.iter().take(7).map(|(_, tokens)| tokens).sum()
}

/// The page of docs/measured.
fn table(measured: &Measured) -> String {
    let mut by_tool: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (tool, tokens) in [&measured.every_tool, &measured.session, &measured.library]
        .into_iter()
        .flatten()
    {
        by_tool.entry(tool).or_default().push(*tokens);
    }
    let mut page = format!(
        "# Tokens of `elenchus mcp`, measured\n\n\
         Four bytes of a result count as one token. `ELENCHUS_BLESS=1 cargo test --workspace --test mcp` writes this page from \
         the sessions of\ntests/mcp/session.py on examples/java/Chess and on kxml2, a library with a planted bug.\n\n\
         The descriptions of all tools together: {} tokens, once for each conversation.\n\n\
         | tool | results | least | most |\n|---|--:|--:|--:|\n",
        measured.tools
    );
    for (tool, tokens) in by_tool {
        let least = tokens.iter().min().unwrap();
        let most = tokens.iter().max().unwrap();
        page += &format!("| `{tool}` | {} | {least} | {most} |\n", tokens.len());
    }
    let [chess, library] = [&measured.session, &measured.library].map(|session| {
        let tokens: Vec<String> = session
            .iter()
            .map(|(_, tokens)| tokens.to_string())
            .collect();
        let all: usize = session.iter().map(|(_, tokens)| tokens).sum();
        format!(
            "`question` {}, then `answer` {}; together {all}",
            tokens[0],
            tokens[1..].join(", ")
        )
    });
    page += &format!(
        "\nA session on Chess: {chess}.\n\nA session on kxml2: {library}. Its first six questions with their answers are {} \
         tokens (promised: {MOST_TOKENS}).\n",
        of_six_questions(&measured.library),
    );
    page
}

#[test]
fn a_client_in_typescript_finds_the_bug() {
    let folder = TempDir::new().unwrap();
    for name in ["package.json", "package-lock.json", "session.mjs"] {
        fs::copy(scripts().join(name), folder.path().join(name)).unwrap();
    }
    let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new("npm").args(ci).current_dir(folder.path()));
    let programs = programs(folder.path());
    let (project, place) = library(folder.path());
    let printed = run(Command::new("node")
        .arg("session.mjs")
        .args([
            env!("CARGO_BIN_EXE_elenchus").as_ref(),
            programs.as_os_str(),
        ])
        .args([project.as_os_str(), place.as_ref()])
        .current_dir(folder.path()));
    assert!(printed.contains("castling"), "{printed}");
}

#[test]
fn installing_only_prints() {
    let folder = TempDir::new().unwrap();
    let printed = elenchus(folder.path(), &["mcp", "install", "--print"]);
    printed.expect(
        0,
        &[
            "mcpServers",
            "SKILL.md",
            "agents/elenchus.md",
            "mcp__elenchus__answer",
        ],
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    elenchus(folder.path(), &["mcp", "install"]).expect(2, &["--print"]);
}

#[test]
fn wrong_options_are_told() {
    let folder = TempDir::new().unwrap();
    let wrong = elenchus(folder.path(), &["mcp", "--root", "nowhere"]);
    wrong.expect(2, &["failed to open the folder nowhere"]);
    let wrong = elenchus(folder.path(), &["mcp", "--redact", "("]);
    wrong.expect(2, &["`(` is no regular expression"]);
    // Nobody speaks: nothing is to be done.
    elenchus(folder.path(), &["mcp"]).expect(0, &[]);
}
