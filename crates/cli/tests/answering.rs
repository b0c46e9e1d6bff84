//! Manners of the prompt: names are those that the screen shows, what matches nothing says so, Enter accepts nothing, what the
//! program prints is not cut unmarked, and a report shows the lines that its head names.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use elenchus_corpora::jdk::javac;

use support::{Said, command, elenchus};

const SOURCE: &str = include_str!("java/Till.java");

/// What the program ends with.
const CODE: i32 = 33;

/// A folder with the program, compiled and recorded.
fn recorded() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("shop")).unwrap();
    fs::write(folder.path().join("shop/Till.java"), SOURCE).unwrap();
    let compiled = javac()
        .args(["-g", "-d", "classes", "shop/Till.java"])
        .current_dir(folder.path())
        .status();
    assert!(compiled.unwrap().success());
    let record = "record java -o run -- -cp classes shop.Till";
    let record: Vec<&str> = record.split(' ').collect();
    elenchus(folder.path(), &record).expect(CODE, &[]);
    folder
}

/// A new session with these lines typed, knowing nothing of others.
fn ask(folder: &Path, options: &[&str], typed: &str) -> Said {
    fs::write(folder.join("typed"), typed).unwrap();
    let ask = ["ask", "run", "--new", "--no-knowledge"];
    let answers = ["--answers", "typed"];
    elenchus(folder, &[&ask[..], options, &answers].concat())
}

/// The nodes that a list of suspects has.
fn suspects(said: &Said) -> Vec<&str> {
    let (_, list) = said.out.split_once(" suspects:\n").unwrap();
    let (list, _) = list.split_once("\nright? ").unwrap();
    let lines = list.lines().map(str::trim);
    lines.filter(|line| line.starts_with("node ")).collect()
}

#[test]
fn names_are_those_that_the_screen_shows() {
    let folder = recorded();
    for name in [
        "Till.Drawer.count",
        "shop.Till.Drawer.count",
        "new Till.Drawer",
        "lambda in Till.total",
        "static initialiser of Till.Rates",
    ] {
        let short = name.strip_prefix("shop.").unwrap_or(name);
        let is_of_it = |line: &&str| line.contains(&format!("  {short}("));
        let all = ask(folder.path(), &[], "x none\nl\nq\n");
        assert!(suspects(&all).iter().any(is_of_it), "{name}: {all:#?}");
        let jumped = ask(folder.path(), &[], &format!("j {name}\nq\n"));
        jumped.expect(4, &[&format!("Q1  {short}(")]);
        let at = ask(folder.path(), &["--at", name, "--root-is", "asked"], "q\n");
        at.expect(4, &[&format!("Q1  {short}(")]);
        for option in ["--trust", "--exclude"] {
            let said = ask(folder.path(), &[option, name], "x none\nl\nq\n");
            let listed = suspects(&said);
            assert!(!listed.iter().any(is_of_it), "{option} {name}: {said:#?}");
            assert!(!said.err.contains("warning"), "{option} {name}: {said:#?}");
        }
        let trusted = ask(folder.path(), &[], &format!("x none\nt {name}\nl\nq\n"));
        trusted.expect(4, &["its own code is right wherever it runs"]);
        // All that are shown so, such as both lambdas of a method.
        let listed = suspects(&trusted);
        assert!(!listed.iter().any(is_of_it), "t {name}: {trusted:#?}");
    }
    // A class stands for all lambdas in it.
    let said = ask(folder.path(), &[], "x none\nt lambda in Till\nl\nq\n");
    let is_lambda = |line: &&str| line.contains("  lambda in Till.total(");
    assert!(!suspects(&said).iter().any(is_lambda), "{said:#?}");
    // A loop is no routine, and can be jumped to.
    let jumped = ask(
        folder.path(),
        &[],
        "x loops\nj Till.Drawer.count_loop1\nq\n",
    );
    jumped.expect(4, &["(Till.Drawer.count_loop1, node"]);
    let said = ask(folder.path(), &[], "t Till.Drawer.counts\nq\n");
    said.expect(2, &["no routine that ran is called `Till.Drawer.counts`"]);
    for option in ["--trust", "--exclude", "--include"] {
        let said = ask(folder.path(), &[option, "Till.Drawer.counts"], "q\n");
        let warning =
            format!("warning: {option} Till.Drawer.counts: no routine that ran is called so");
        said.expect(4, &[&warning]);
    }

    // While the program runs, too.
    fs::write(folder.path().join("typed"), "x none\nl\nq\n").unwrap();
    let live =
        "java --no-knowledge --answers typed --trust Till.Drawer.count -- -cp classes shop.Till";
    let live: Vec<&str> = live.split(' ').collect();
    let said = elenchus(folder.path(), &live);
    let listed = suspects(&said);
    assert!(
        listed.iter().any(|line| line.contains("Till.Rates.of(")),
        "{said:#?}"
    );
    assert!(
        !listed
            .iter()
            .any(|line| line.contains("Till.Drawer.count(")),
        "{said:#?}"
    );
}

#[test]
fn enter_accepts_nothing() {
    let folder = recorded();
    // The bug is reported, Enter is typed, and then that it is not the bug.
    let typed = "\n\nj new Till.Drawer\n\nn\n\n\nn\n";
    let keys = folder.path().join("keys");
    fs::write(&keys, typed).unwrap();
    let ask = ["ask", "run", "--new", "--no-knowledge"];
    let asking = command(folder.path(), &ask)
        .stdin(fs::File::open(keys).unwrap())
        .output();
    let said = Said::of(&asking.unwrap());
    let (_, after) = said.out.split_once("\nBUG  new Till.Drawer(").unwrap();
    let prompts = after.matches("is that the bug?").count();
    assert!(prompts >= 3, "{said:#?}");
    assert!(
        after.contains("r N takes answer N back and asks it again"),
        "{said:#?}"
    );
    assert_eq!(said.out.matches("\nBUG  ").count(), 1, "{said:#?}");
}

/// `elenchus ask run | head -1`: whoever reads has seen enough. That is no trouble, and what was answered before is kept.
#[test]
fn a_closed_pipe_ends_a_session_quietly() {
    let folder = recorded();
    for json in [None, Some("--json")] {
        let ask = ["ask", "run", "--new", "--no-knowledge"].into_iter();
        let ask: Vec<&str> = ask.chain(json).collect();
        let mut asking = command(folder.path(), &ask)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // One question is answered; the next one is read, and nothing after it.
        let mut typed = asking.stdin.take().unwrap();
        typed.write_all(b"y\n").unwrap();
        let mut read = BufReader::new(asking.stdout.take().unwrap());
        let end = json.map_or(b'>', |_| b'\n');
        let mut shown = Vec::new();
        while String::from_utf8_lossy(&shown).matches("suspects").count() < 2 {
            assert_ne!(read.read_until(end, &mut shown).unwrap(), 0);
        }
        drop(read);
        // It may have left before it reads these.
        let _ = typed.write_all(b"y\ny\ny\n");
        drop(typed);
        let said = Said::of(&asking.wait_with_output().unwrap());
        assert_eq!((said.code, said.err.as_str()), (Some(4), ""));
        let again = elenchus(folder.path(), &["ask", "run", "--no-knowledge"]);
        again.expect(4, &["resuming after "]);
    }
}

#[test]
fn what_the_program_prints_is_not_cut_unmarked() {
    let folder = recorded();
    fs::write(folder.path().join("typed"), "j Till.main\noutput\nm\nq\n").unwrap();
    let live = "java --no-knowledge --answers typed -- -cp classes shop.Till";
    let live: Vec<&str> = live.split(' ').collect();
    let said = elenchus(folder.path(), &live);
    let (before, after) = said.out.split_once("\nQ1  ").unwrap();
    // The last lines are shown, and where the others are.
    assert!(before.contains("│ receipt 60\n"), "{before}");
    assert!(before.contains("│ … more is in "), "{before}");
    let (_, output) = after.split_once("] > output\n").unwrap();
    for number in 1..=60 {
        let line = format!("│ receipt {number}\n");
        assert!(output.contains(&line), "{line} in {output}");
    }
}

#[test]
fn head_and_listing_agree_on_lambdas_and_on_initialisers_of_fields() {
    let folder = recorded();
    let report = |call: &str| {
        let said = ask(folder.path(), &[], &format!("x none\nj {call}\nn\nq\n"));
        let (_, report) = said.out.split_once("\nBUG  ").unwrap();
        let (report, _) = report.split_once("is that the bug?").unwrap();
        report.to_owned()
    };
    let marked = |report: &str| -> Vec<usize> {
        let lines = report.lines().filter_map(|line| line.split_once(" ▸ "));
        lines
            .filter_map(|(number, _)| number.trim().parse().ok())
            .collect()
    };
    let line_of = |text: &str| SOURCE.lines().position(|line| line.contains(text)).unwrap() + 1;
    // The lambda inside of another one is the second of that name.
    let inner = report("lambda in Till.total#2");
    let first = line_of("int half");
    assert!(
        inner.contains(&format!("Till.java:{first}–{}\n", first + 1)),
        "{inner}"
    );
    assert_eq!(marked(&inner), [first, first + 1], "{inner}");
    let made = report("new Till.Drawer");
    let field = line_of("private final List<Integer> slots");
    let lines = marked(&made);
    assert!(lines.contains(&(field + 1)), "{made}");
    assert!(lines.contains(&line_of("this.coins =")), "{made}");
    let head = made
        .lines()
        .find(|line| line.contains("Till.java:"))
        .unwrap();
    for line in lines {
        let is_named = head.split([':', ',', ' ']).any(|range| {
            let (from, to) = range.split_once('–').unwrap_or((range, range));
            match (from.parse::<usize>(), to.parse::<usize>()) {
                (Ok(from), Ok(to)) => (from..=to).contains(&line),
                _ => false,
            }
        });
        assert!(is_named, "{line} in {made}");
    }
}

/// Programs are told what was printed, and nothing when nothing was.
#[test]
fn no_line_of_json_tells_of_output_that_is_empty() {
    let folder = recorded();
    let silent =
        "class Silent { public static void main(String[] args) { System.exit(args.length); } }";
    fs::write(folder.path().join("Silent.java"), silent).unwrap();
    fs::write(folder.path().join("typed"), "q\n").unwrap();
    let heard = |program: &[&str]| -> Vec<serde_json::Value> {
        let live = ["java", "--json", "--no-knowledge", "--answers", "typed"];
        let said = elenchus(folder.path(), &[&live[..], program].concat());
        let lines = said
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        lines
            .filter(|line: &serde_json::Value| line["type"] == "heard")
            .collect()
    };
    let told = heard(&["--", "-cp", "classes", "shop.Till"]);
    assert!(!told.is_empty());
    for line in &told {
        let printed = line["lines"].as_array().unwrap();
        assert!(!printed.is_empty(), "{line}");
    }
    assert_eq!(heard(&["Silent.java"]), Vec::<serde_json::Value>::new());
}
