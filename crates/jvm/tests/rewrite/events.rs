//! Runs small rewritten programs on a runtime class that logs, and compares the log with what is written down.
//!
//! `tests/java/events/NAME.java` is the program, `NAME.txt` its log in readable form (see [`Reader`]). With
//! ELENCHUS_BLESS=1 the files are written instead of compared; review them before committing.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::{Jdk, Keeper, class_files, java_sources, run, write};
use elenchus_jvm::contract::{Level, LocalDef};
use elenchus_jvm::rewrite::{Options, rewrite};

/// The programs; the flag tells whether they use nothing that class files of version 49 lack.
const PROGRAMS: [(&str, bool); 7] = [
    ("Calls", true),
    ("Constructors", true),
    ("Lines", true),
    ("LoopShapes", true),
    ("Loops", true),
    ("Modern", false),
    ("Writes", false),
];

/// A folder with the logging runtime class and compiled programs.
struct Bench {
    work: tempfile::TempDir,
}

impl Bench {
    fn new(jdk: &Jdk, options: &[&str], programs: &[&str]) -> Bench {
        let bench = Bench {
            work: tempfile::tempdir().expect("a folder"),
        };
        let sources = java_sources().join("events");
        let runtime = bench.path("source/java/lang/ElenchusRecorder.java");
        write(
            &runtime,
            &std::fs::read(sources.join("ElenchusRecorder.java")).expect("the source"),
        );
        let patch = format!("java.base={}", bench.path("source").display());
        jdk.compile(
            &["--patch-module", &patch],
            &[&runtime],
            &bench.path("runtime"),
        );
        let files: Vec<PathBuf> = programs
            .iter()
            .map(|p| sources.join(format!("{p}.java")))
            .collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        jdk.compile(options, &files, &bench.path("plain"));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// Rewrites a program's classes, after a change to each, and runs it; returns the readable log.
    fn log(
        &self,
        jdk: &Jdk,
        program: &str,
        settings: &[&str],
        change: impl Fn(&mut Vec<u8>),
    ) -> String {
        let mut keeper = Keeper::default();
        let target = self.path(&format!("rewritten-{program}"));
        for file in class_files(&self.path("plain")) {
            let stem = file
                .file_stem()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned();
            if stem != program && !stem.starts_with(&format!("{program}$")) {
                continue;
            }
            let mut bytes = std::fs::read(self.path("plain").join(&file)).expect("it can be read");
            change(&mut bytes);
            let options = Options {
                level: Level::Recorded,
                id_field: true,
                method_level: None,
                zoom: None,
            };
            let outcome = rewrite(&bytes, &options, &mut keeper).expect("it can be rewritten");
            assert_eq!(outcome.skipped, []);
            write(&target.join(file), &outcome.bytes.expect("it has changed"));
        }
        let events = self.path("events.txt");
        let mut java = jdk.java();
        java.arg("--patch-module")
            .arg(format!("java.base={}", self.path("runtime").display()));
        java.arg(format!("-Devents={}", events.display()))
            .args(settings);
        run(java.arg("-cp").arg(&target).arg(program));
        let log = std::fs::read_to_string(events).expect("there is a log");
        Reader {
            keeper: &keeper,
            indent: 0,
            text: String::new(),
        }
        .read(&log)
    }
}

/// Makes the log readable: names for ids, lines for bits, and nesting.
///
/// `> call`, `< result | lines`, `<! exception | lines`; `* loop at its header line`, `+ iteration | lines`,
/// `- end by its condition | lines` or `+- end after a last iteration | lines`; `~` a node that was unwound.
struct Reader<'k> {
    keeper: &'k Keeper,
    indent: usize,
    text: String,
}

impl Reader<'_> {
    fn read(mut self, log: &str) -> String {
        for line in log.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            self.event(parts[0], &parts[1..]);
        }
        assert_eq!(self.indent, 0, "every node is closed:\n{}", self.text);
        self.text
    }

    fn line(&mut self, text: &str) {
        writeln!(self.text, "{:1$}{text}", "", self.indent * 2).expect("strings grow");
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent = self.indent.checked_sub(1).expect("something is open");
        self.line(text);
    }

    fn event(&mut self, event: &str, parts: &[&str]) {
        let id = |at: usize| parts[at].parse::<usize>().expect("an id");
        match event {
            "enter" => {
                let routine = &self.keeper.routines[id(0)];
                let is_static = routine.access & 8 != 0;
                let has_receiver = !is_static && routine.name != "<init>";
                let names = routine
                    .parameters
                    .iter()
                    .map(|p| p.name.as_deref().unwrap_or("?"));
                let values = &parts[1..];
                let names = has_receiver.then_some("this").into_iter().chain(names);
                let arguments: Vec<String> = names
                    .zip(values)
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                assert_eq!(arguments.len(), values.len());
                let trivial = routine.trivial.map_or(String::new(), |t| format!(" {t:?}"));
                let text = format!(
                    "> {}({}){trivial}",
                    self.routine(id(0)),
                    arguments.join(", ")
                );
                self.open(&text);
            }
            "exit" => self.close(&format!(
                "< {} | {}",
                parts[2],
                self.routine_lines(id(0), parts[1])
            )),
            "throw" => self.close(&format!(
                "<! {} | {}",
                parts[2],
                self.routine_lines(id(0), parts[1])
            )),
            "loop" => {
                let text = format!(
                    "* {}{}",
                    self.loop_name(id(0)),
                    self.locals(id(0), &parts[1..], true)
                );
                self.open(&text);
            }
            "iteration" => {
                let locals = self.locals(id(0), &parts[2..], false);
                let text = format!("+{locals} | {}", self.loop_lines(id(0), parts[1]));
                self.line(&text);
            }
            "leave" | "leaveBody" => {
                let locals = self.locals(id(0), &parts[2..], false);
                let mark = if event == "leave" { "-" } else { "+-" };
                self.close(&format!(
                    "{mark}{locals} | {}",
                    self.loop_lines(id(0), parts[1])
                ));
            }
            "abandon" => self.close(&format!("~ loop | {}", self.loop_lines(id(2), parts[0]))),
            "unwound" => self.close(&format!("~ {}", parts[0])),
            "put" | "set" => {
                let field = &self.keeper.fields[id(0)];
                let owner = if event == "put" {
                    parts[1]
                } else {
                    field.owner.as_str()
                };
                assert_eq!(field.is_static, event == "set");
                let value = parts[parts.len() - 1];
                let text = format!("{owner}.{} = {value}", field.name);
                self.line(&text);
            }
            "store" => self.line(&format!("{}[{}] = {}", parts[0], parts[1], parts[2])),
            "receiver" => self.line(&format!("this={}", parts[1])),
            other => self.line(format!("{other} {}", parts.join(" ")).trim_end()),
        }
    }

    fn routine(&self, id: usize) -> String {
        let routine = &self.keeper.routines[id];
        format!(
            "{}.{}",
            self.keeper.classes[routine.class as usize].name, routine.name
        )
    }

    fn loop_name(&self, id: usize) -> String {
        let l = &self.keeper.loops[id];
        let line = |line: Option<u32>| line.map_or("?".to_owned(), |line| line.to_string());
        format!(
            "{:?} {} ({}-{})",
            l.kind,
            line(l.header_line),
            line(l.first_line),
            line(l.last_line)
        )
    }

    fn locals(&self, id: usize, values: &[&str], at_header: bool) -> String {
        let is_given = |local: &&LocalDef| {
            if at_header {
                local.at_header
            } else {
                local.is_repeated()
            }
        };
        let locals: Vec<&LocalDef> = self.keeper.loops[id]
            .locals
            .iter()
            .filter(is_given)
            .collect();
        assert_eq!(locals.len(), values.len());
        let pairs = locals.iter().zip(values);
        pairs
            .map(|(l, value)| format!(" {}={value}", l.name.as_deref().unwrap_or("?")))
            .collect()
    }

    fn routine_lines(&self, id: usize, words: &str) -> String {
        self.lines(id, 0, words)
    }

    fn loop_lines(&self, id: usize, words: &str) -> String {
        let l = &self.keeper.loops[id];
        self.lines(l.routine as usize, l.index + 1, words)
    }

    /// The lines of the units whose bits are set.
    fn lines(&self, routine: usize, region: u16, words: &str) -> String {
        let words: Vec<u64> = words
            .split(',')
            .map(|word| word.parse().expect("a word"))
            .collect();
        let units = self.keeper.routines[routine]
            .units
            .iter()
            .filter(|unit| unit.region == region);
        let mut lines = BTreeSet::new();
        let mut count = 0;
        for (bit, unit) in units.enumerate() {
            if words[bit / 64] >> (bit % 64) & 1 == 1 {
                lines.extend(&unit.lines);
            }
            count += 1;
        }
        let past_end = words
            .iter()
            .enumerate()
            .any(|(i, word)| (0..64).any(|bit| word >> bit & 1 == 1 && i * 64 + bit >= count));
        assert!(
            !past_end,
            "bits beyond the {count} units of a region: {words:?}"
        );
        lines
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn compare(program: &str, how: &str, log: &str) {
    let file = java_sources().join("events").join(format!("{program}.txt"));
    if std::env::var_os("ELENCHUS_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&file, log).expect("it can be written");
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if let Some((at, (log, expected))) = log
        .lines()
        .zip(expected.lines())
        .enumerate()
        .find(|(_, (log, expected))| log != expected)
    {
        panic!(
            "{program}, {how}, line {}:\n expected {expected}\n      got {log}",
            at + 1
        );
    }
    assert_eq!(
        log.lines().count(),
        expected.lines().count(),
        "{program}, {how}"
    );
}

/// Compiles all with the oldest JDK, whose compiler the logs are written for, and runs them on all.
#[test]
fn programs_log_what_they_do() {
    let names: Vec<&str> = PROGRAMS.iter().map(|(name, _)| *name).collect();
    let jdks = Jdk::all();
    let bench = Bench::new(&jdks[0], &["-g", "--release", "17"], &names);
    for jdk in &jdks {
        for name in &names {
            let log = bench.log(jdk, name, &[], |_| {});
            compare(name, &format!("JDK {}", jdk.version), &log);
        }
    }
}

/// Without StackMapTables, which class files of version 49 have not, types are inferred: nothing else changes.
#[test]
fn old_class_files_log_the_same() {
    let names: Vec<&str> = PROGRAMS
        .iter()
        .filter(|p| p.1)
        .map(|(name, _)| *name)
        .collect();
    let jdk = &Jdk::all()[0];
    let bench = Bench::new(jdk, &["-g", "--release", "8"], &names);
    for name in names {
        let log = bench.log(jdk, name, &[], |bytes| {
            bytes[6..8].copy_from_slice(&[0, 49])
        });
        compare(name, "version 49", &log);
    }
}

/// Iterations that are passed over leave their lines to the next one that is recorded.
#[test]
fn iterations_can_be_passed_over() {
    let jdk = &Jdk::all()[0];
    let bench = Bench::new(jdk, &["-g", "--release", "17"], &["Loops"]);
    let log = bench.log(jdk, "Loops", &["-Dstride=true"], |_| {});
    compare("Loops.stride", "every third iteration", &log);
}

/// Without debug tables values stay and names are lost.
#[test]
fn debug_tables_can_be_missing() {
    let jdk = &Jdk::all()[0];
    let bench = Bench::new(jdk, &["-g:none", "--release", "17"], &["Loops"]);
    let log = bench.log(jdk, "Loops", &[], |_| {});
    compare("Loops.bare", "without debug tables", &log);
}
