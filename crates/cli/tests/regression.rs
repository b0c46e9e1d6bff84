//! `elenchus test`: a test of the call that was blamed, which fails on the recorded code and passes on the corrected one.
//!
//! With `ELENCHUS_TEST_TABLE=FILE` tests of all programs of the corpus and of all libraries are written, and a page about them.

#[path = "support/central.rs"]
mod central;
#[path = "support/planted.rs"]
mod planted;
mod support;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use elenchus_corpora::buggy::BuggyProgram;
use elenchus_corpora::jdk::javac;
use planted::{make_project, plant};
use support::{command, elenchus};

/// Programs of the corpus and a buggy call of each: one whose state is built by methods, one by fields.
const FEW: [(&str, &str); 2] = [
    ("tests/java/buggy/01_inventory", "Inventory.restock#3"),
    ("examples/java/Chess", "Chess.castling"),
];

/// How many programs are tried at once for the page.
const WORKERS: usize = 4;

/// What a test is to be written of.
enum Try<'p> {
    Program(&'p BuggyProgram),
    Library((&'static str, &'static str)),
}

impl Try<'_> {
    fn run(&self) -> Tried {
        match self {
            Try::Program(buggy) => program(buggy),
            Try::Library(library) => self::library(*library),
        }
    }
}

/// How many calls of the buggy routine are tried.
const MOST_CALLS: usize = 8;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What came of one buggy program.
struct Tried {
    name: String,
    /// The test and what was checked, or why there is none.
    test: Result<(String, Vec<String>), String>,
}

impl Tried {
    /// How long the test is, from its package to its last brace.
    fn lines(&self) -> usize {
        let test = self.test.as_ref();
        test.map_or(0, |(source, _)| source.lines().count())
    }

    fn uses_reflection(&self) -> bool {
        let test = self.test.as_ref();
        test.is_ok_and(|(_, checked)| checked.iter().any(|line| line.contains("reflection")))
    }
}

/// Has a test written of a call, or of the blamed one.
fn write_test(folder: &Path, name: &str, fixed: &Path, call: Option<&str>) -> Tried {
    let with = ["test", "trace", "--root-is", "known", "--with"];
    let mut words = [&with[..], &[fixed.to_str().unwrap()]].concat();
    words.extend(call.into_iter().flat_map(|call| ["--node", call]));
    let said = elenchus(folder, &words);
    let name = name.to_owned();
    if said.code != Some(0) {
        let first = said.err.lines().next().unwrap_or_default();
        let test = Err(first.trim_start_matches("error: ").to_owned());
        return Tried { name, test };
    }
    let checked = said.err.lines();
    let checked = checked.filter_map(|line| line.strip_prefix("checked: "));
    let test = Ok((said.out, checked.map(str::to_owned).collect()));
    Tried { name, test }
}

/// Has a test written of the first calls of the buggy routine in turn, until one of them comes out otherwise in the fixed version.
fn test_routine(folder: &Path, name: &str, fixed: &Path, routine: &str) -> Tried {
    let call =
        |number: usize| write_test(folder, name, fixed, Some(&format!("{routine}#{number}")));
    let mut tried = call(1);
    for number in 2..=MOST_CALLS {
        let is_same = |reason: &String| reason.contains("the same comes out of it");
        if !tried.test.as_ref().is_err_and(is_same) {
            break;
        }
        let again = call(number);
        if again
            .test
            .as_ref()
            .is_err_and(|reason| reason.contains("no call or loop"))
        {
            break;
        }
        tried = again;
    }
    tried
}

/// Searches for a bug with the right version as the only oracle, and has a test written of what is blamed.
fn search_and_test(folder: &Path, name: &str, fixed: &Path) -> Tried {
    let good = fixed.to_str().unwrap();
    let ask = ["ask", "trace", "--good", good, "--otherwise", "unknown"];
    let how = ["--root-is", "known", "--no-knowledge"];
    elenchus(folder, &[&ask[..], &how].concat());
    write_test(folder, name, fixed, None)
}

/// Compiles the sources of a folder.
fn compile(sources: &Path, classes: &Path) {
    let files = fs::read_dir(sources).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let compiled = javac()
        .args(["-g", "-nowarn", "-d"])
        .arg(classes)
        .args(files.filter(|file| file.extension().is_some_and(|end| end == "java")))
        .status();
    assert!(compiled.unwrap().success(), "{}", sources.display());
}

/// Records a program of the corpus as `trace` in a folder.
fn record(program: &BuggyProgram, folder: &Path) {
    compile(&program.folder, &folder.join("classes"));
    let record = ["record", "java", "-o", "trace", "--", "-cp", "classes"];
    let mut recording = command(folder, &[&record[..], &[&program.main]].concat());
    recording.stdin(program.input()).output().unwrap();
}

fn program(program: &BuggyProgram) -> Tried {
    let folder = tempfile::tempdir().unwrap();
    record(program, folder.path());
    let fixed = folder.path().join("fixed");
    compile(&program.fixed(), &fixed);
    let name = program.name();
    let of_blamed = search_and_test(folder.path(), &name, &fixed);
    match of_blamed.test {
        Ok(_) => of_blamed,
        // Another call of the buggy routine may do.
        Err(_) => match test_routine(folder.path(), &name, &fixed, &program.routine) {
            of_another if of_another.test.is_ok() => of_another,
            _ => of_blamed,
        },
    }
}

fn library((name, artifact): (&str, &str)) -> Tried {
    let work = tempfile::tempdir().unwrap();
    let (good, bad) = (work.path().join("good"), work.path().join("bad"));
    make_project(name, artifact, &good);
    make_project(name, artifact, &bad);
    let planted = plant(name, &bad);
    assert!(!planted.lines.is_empty(), "{}", planted.file);
    let record = [
        "record", "run", "-o", "trace", "--", "mvn", "-q", "-B", "test",
    ];
    elenchus(&bad, &record);
    search_and_test(&bad, name, &good.join("src/main/java"))
}

#[test]
fn tests_fail_before_the_fix_and_pass_after_it() {
    let Some(page) = env::var_os("ELENCHUS_TEST_TABLE") else {
        for (name, call) in FEW {
            let folder = tempfile::tempdir().unwrap();
            let program = BuggyProgram::open(&project().join(name));
            record(&program, folder.path());
            let tried = write_test(folder.path(), name, &program.fixed(), Some(call));
            let (source, checked) = tried.test.as_ref().expect(name);
            assert!(tried.lines() <= 20 && !tried.uses_reflection(), "{source}");
            assert!(
                checked[0].contains("fails on the recorded code"),
                "{checked:?}"
            );
            assert!(
                checked[1].contains("passes on the corrected code"),
                "{checked:?}"
            );
        }
        return;
    };
    let programs = BuggyProgram::all();
    let tries = programs.iter().map(Try::Program);
    let tries: Vec<Try> = tries
        .chain(planted::ALL.into_iter().map(Try::Library))
        .collect();
    let next = AtomicUsize::new(0);
    let mut all: Vec<(usize, Tried)> = thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(what) = tries.get(place) else {
                    return done;
                };
                let tried = what.run();
                eprintln!("{}: {} lines", tried.name, tried.lines());
                done.push((place, tried));
            }
        };
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(worker)).collect();
        let done = workers.into_iter().map(|worker| worker.join().unwrap());
        done.flatten().collect()
    });
    all.sort_by_key(|(place, _)| *place);
    let all: Vec<Tried> = all.into_iter().map(|(_, tried)| tried).collect();
    fs::write(project().join(page), table(&all)).unwrap();
}

/// Ten pieces should have a discount.
const SHOP: &str = "
public class Shop {
    static int discount(int pieces) {
        return pieces > 10 ? 5 : 0;
    }

    public static void main(String[] arguments) {
        System.out.println(30 - discount(10));
    }
}
";

#[test]
fn what_should_come_out_may_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let say = |words: &[&str]| elenchus(folder.path(), words);
    fs::write(folder.path().join("Shop.java"), SHOP).unwrap();
    fs::write(folder.path().join("answers"), "n returned = 5\ny\n").unwrap();
    let java = [
        "java",
        "-o",
        "trace",
        "--answers",
        "answers",
        "--no-knowledge",
        "Shop.java",
    ];
    say(&java).expect(0, &["BUG", "Shop.discount(pieces = 10)"]);
    let test = ["test", "trace", "--framework", "junit4"];
    let said = say(&[&test[..], &["-o", "ShopTest.java"]].concat());
    said.expect(
        0,
        &["only its failing was checked", "expected: <5> but was: <0>"],
    );
    let written = fs::read_to_string(folder.path().join("ShopTest.java")).unwrap();
    assert!(
        written.contains("assertEquals(5, Shop.discount(10));"),
        "{written}"
    );
    assert!(
        written.contains("public void discountOf10Returns5()"),
        "{written}"
    );
    say(&[&test[..], &["-o", "ShopTest.java"]].concat()).expect(2, &["does not exist yet"]);
    say(&["test", "trace", "--node", "Shop.main"])
        .expect(4, &["nobody has said what should come out"]);
    say(&["test", "trace", "--node", "Shop.price"]).expect(2, &["no call or loop `Shop.price`"]);
}

/// How many examples the page shows.
const EXAMPLES: usize = 4;

/// The page about all of them.
fn table(all: &[Tried]) -> String {
    let written: Vec<&Tried> = all.iter().filter(|tried| tried.test.is_ok()).collect();
    let lines: usize = written.iter().map(|tried| tried.lines()).sum();
    let reflective = written
        .iter()
        .filter(|tried| tried.uses_reflection())
        .count();
    let mut page = format!(
        "# Tests of buggy calls, measured\n\n\
         `elenchus test` on the buggy call of every program of the corpus and of every library. A test counts when it compiles, fails on the recorded code and passes on the corrected code; \
         all of that is checked before it is printed. Written: {} of {} ({} %), {:.1} lines on average, imports and braces included; {reflective} use reflection. Generated by\n\n    \
         ELENCHUS_TEST_TABLE=docs/measured/test.md cargo test --workspace --test regression\n\n\
         | program | lines | test, or why there is none |\n|---|--:|---|\n",
        written.len(),
        all.len(),
        100 * written.len() / all.len(),
        lines as f64 / written.len().max(1) as f64,
    );
    for tried in all {
        let said = match &tried.test {
            Ok((source, _)) => {
                let line = source.lines().find(|line| line.contains("void "));
                let name = line.and_then(|line| line.split("void ").nth(1)?.split('(').next());
                format!(
                    "`{}`{}",
                    name.unwrap_or_default(),
                    if tried.uses_reflection() {
                        ", with reflection"
                    } else {
                        ""
                    }
                )
            }
            Err(reason) => reason.replace('|', "\\|"),
        };
        let lines = match tried.lines() {
            0 => "–".to_owned(),
            lines => lines.to_string(),
        };
        page.push_str(&format!("| {} | {lines} | {said} |\n", tried.name));
    }
    let step = (written.len() / EXAMPLES).max(1);
    for tried in written.iter().step_by(step).take(EXAMPLES) {
        if let Ok((source, _)) = &tried.test {
            page.push_str(&format!("\n## {}\n\n```java\n{source}```\n", tried.name));
        }
    }
    page
}
