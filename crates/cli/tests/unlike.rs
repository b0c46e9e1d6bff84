//! A good recording that was not made like the run in question says so, and what to do about it. What differs without having
//! been recorded is blamed on nobody.

mod support;

use std::fs;
use std::path::Path;

use elenchus_corpora::jdk::javac;

use support::elenchus;

const COUNT: &str = "\
public class Count {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += Other.twice(i);
        }
        System.exit(sum == 6 ? 0 : 1);
    }
}

class Other {
    static int twice(int number) {
        return number * 2 + 1;
    }
}
";

fn compile(folder: &Path, option: &str) {
    let status = javac()
        .current_dir(folder)
        .args([option, "-d", "classes", "Count.java"])
        .status();
    assert!(status.unwrap().success());
}

fn record(folder: &Path, trace: &str, options: &[&str], exit: i32) {
    let record = ["record", "java", "-o", trace];
    let program = ["--", "-cp", "classes", "Count"];
    elenchus(folder, &[&record[..], options, &program].concat()).expect(exit, &[]);
}

/// What is said about a good recording when it is to answer questions about a bad one.
fn warnings(folder: &Path, bad: &str, good: &str) -> String {
    let oracle = format!("trace:{good}");
    let session = format!("{bad}-{good}.session");
    let ask = ["ask", bad, "--oracle", &oracle, "--otherwise", "unknown"];
    let quietly = ["--session-file", &session, "--no-knowledge"];
    let said = elenchus(folder, &[&ask[..], &quietly].concat());
    assert!(
        said.out.contains("suspects") || said.out.contains("BUG"),
        "{said:#?}"
    );
    said.err
}

#[test]
fn recordings_that_were_not_made_alike_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("Count.java"), COUNT).unwrap();
    compile(folder, "-g");
    record(folder, "bad", &[], 1);
    fs::write(folder.join("Count.java"), COUNT.replace("* 2 + 1", "* 2")).unwrap();
    compile(folder, "-g");
    record(folder, "alike", &[], 0);
    record(folder, "narrow", &["--exclude", "Other"], 0);
    compile(folder, "-g:none");
    record(folder, "nameless", &[], 0);

    let said = warnings(folder, "bad", "alike");
    assert!(!said.contains("warning: the oracle"), "{said}");

    let said = warnings(folder, "bad", "narrow");
    let scope = "warning: the oracle trace:narrow: it records";
    assert!(said.contains(scope) && said.contains("--exclude"), "{said}");

    let said = warnings(folder, "bad", "nameless");
    let names = "trace:nameless: it was compiled without the names of locals";
    assert!(said.contains(names) && said.contains("javac -g"), "{said}");

    // A recorder of another version wrote the same, as far as anybody knows.
    let meta = folder.join("alike/trace.json");
    let text = fs::read_to_string(&meta).unwrap();
    let mut fields: serde_json::Value = serde_json::from_str(&text).unwrap();
    let recorder = fields["recorder"].as_str().unwrap().to_owned();
    fields["recorder"] = format!("{recorder}-older").into();
    fs::write(&meta, fields.to_string()).unwrap();
    let said = warnings(folder, "bad", "alike");
    let made = format!("trace:alike: it was made by {recorder}-older and this one by {recorder}");
    assert!(
        said.contains(&made) && said.contains("record it again"),
        "{said}"
    );
}

const GREETING: &str = "\
public class Count {
    public static void main(String[] args) {
        int letters = Words.letters(\"hello\");
        System.out.println(System.getProperty(\"greeting\") + letters);
        System.exit(Integer.getInteger(\"greeting\", 0));
    }
}

class Words {
    static int letters(String word) {
        return word.length();
    }
}
";

#[test]
fn code_that_is_the_same_in_the_good_version_is_not_blamed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("Count.java"), GREETING).unwrap();
    compile(folder, "-g");
    for (trace, exit) in [("good", 0), ("bad", 1)] {
        let setting = format!("-Dgreeting={exit}");
        let program = ["--", &setting, "-cp", "classes", "Count"];
        let record = ["record", "java", "-o", trace];
        elenchus(folder, &[&record[..], &program].concat()).expect(exit, &[]);
    }
    let ask = ["ask", "bad", "--oracle", "trace:good"];
    let quietly = ["--otherwise", "unknown", "--no-knowledge"];
    let asked = elenchus(folder, &[&ask[..], &quietly].concat());
    asked.expect(
        4,
        &[
            "UNDECIDED  nothing that was recorded explains it:",
            "Count.main",
            "it ran the same code in trace:good",
        ],
    );
}

/// Calls that come to something else in every run, each with something to change that does no harm.
const ASKERS: [(&str, &str); 17] = [
    (
        "clock",
        "long now = System.nanoTime(); return \"\" + (now + none);",
    ),
    (
        "date",
        "return \"\" + java.time.Instant.now().plusSeconds(none);",
    ),
    ("chance", "return \"\" + (Math.random() + none);"),
    (
        "dice",
        "return \"\" + (new java.util.Random().nextLong() + none);",
    ),
    (
        "address",
        "return \"\" + (System.identityHashCode(new Object()) + none);",
    ),
    (
        "lambda",
        "Runnable task = () -> {}; return task.toString() + none;",
    ),
    ("place", "return System.getProperty(\"user.dir\") + none;"),
    ("setting", "return System.getenv(\"GREETING\") + none;"),
    (
        "file",
        "return new java.io.File(\"mark\").exists() ? \"yes\" + none : \"no\" + none;",
    ),
    ("helper", "return \"\" + (now() + none);"),
    ("hash", "return \"\" + (new Count().hashCode() + none);"),
    (
        "nameless",
        "Object lock = new Object(); return Integer.toHexString(lock.hashCode() + none);",
    ),
    (
        "kept",
        "return \"\" + (java.util.Objects.hash(COUNTS) + none);",
    ),
    (
        "first",
        "return (SEEN.iterator().next() == COUNTS.get(0) ? \"first\" : \"second\") + none;",
    ),
    (
        "order",
        "String text = \"\"; for (Count one : new java.util.HashSet<>(COUNTS)) { text += COUNTS.indexOf(one); } return text + none;",
    ),
    (
        "kinds",
        "String text = \"\"; for (Kind one : KINDS.keySet()) { text += one; } return text + none;",
    ),
    (
        "few",
        "String text = \"\"; for (String one : java.util.Set.of(\"a\", \"b\", \"c\", \"d\")) { text += one; } return text + none;",
    ),
];

/// What they share. JVMs make up hash codes by chance, but in one order, so one version takes one more. The last routine goes by the contents of a text, and one version of it is wrong.
const SHARED: &str = "\
enum Kind { ONE, TWO, THREE, FOUR, FIVE }
static { for (int i = 0; i < OFF; i++) { new Object().hashCode(); } }
static final java.util.List<Count> COUNTS = java.util.List.of(new Count(), new Count(), new Count(), new Count(), new Count());
static final java.util.Set<Count> SEEN = new java.util.HashSet<>(COUNTS);
static final java.util.Map<Kind, Integer> KINDS = new java.util.HashMap<>();
static { for (Kind kind : Kind.values()) { KINDS.put(kind, 1); } }
static long now() { return System.nanoTime(); }
static String text(int none) { return \"\" + (\"text\".hashCode() + OFF + none); }
";

/// A program of these calls. Where they are changed, they do the same in another way.
fn asking(none: &str) -> String {
    let routines = ASKERS.map(|(name, body)| {
        let body = body.replace("none", none);
        format!("static String {name}(int none) {{ {body} }}\n")
    });
    let calls = ASKERS.map(|(name, _)| format!("all += {name}(0).length();\n"));
    let is_right = none == "none";
    let shared = SHARED.replace("OFF", if is_right { "0" } else { "1" });
    format!(
        "public class Count {{\n{shared}{}public static void main(String[] args) {{\nint all = 0;\n{}all += text(0).length();\nSystem.exit(all > 0 ? {} : 2);\n}}\n}}\n",
        routines.concat(),
        calls.concat(),
        if is_right { "0" } else { "1" },
    )
}

#[test]
fn what_asks_a_clock_chance_or_the_environment_is_not_blamed_for_what_it_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let places = ["good", "bad"].map(|name| folder.path().join(name));
    for (place, (none, exit)) in places.iter().zip([("none", 0), ("(0 - none)", 1)]) {
        fs::create_dir(place).unwrap();
        fs::write(place.join("Count.java"), asking(none)).unwrap();
        compile(place, "-g");
        if exit == 1 {
            fs::write(place.join("mark"), "").unwrap();
        }
        let mut record = support::command(place, &["record", "java", "-o", "run", "--"]);
        record.args(["-cp", "classes", "Count"]);
        let said = record.env("GREETING", format!("{exit}")).output().unwrap();
        support::Said::of(&said).expect(exit, &[]);
    }
    let judged = |name: &str| {
        fs::write(places[1].join("typed"), format!("j Count.{name}\nq\n")).unwrap();
        let ask = ["ask", "run", "--new", "--oracle", "trace:../good/run"];
        let quietly = ["--answers", "typed", "--no-knowledge"];
        let said = elenchus(&places[1], &[&ask[..], &quietly].concat());
        let title = format!("  Count.{name}(none = 0)");
        let asked = said.out.rsplit("\nQ").find(|asked| asked.contains(&title));
        asked
            .unwrap_or_else(|| panic!("{name}: {said:#?}"))
            .to_owned()
    };
    let text = judged("text");
    assert!(text.contains("wrong (trace:"), "{text}");
    for (name, _) in ASKERS {
        let asked = judged(name);
        assert!(!asked.contains("wrong (trace:"), "{name}: {asked}");
        let is_in_doubt = ["differs from run to run", "is a matter of chance"]
            .iter()
            .any(|doubt| asked.contains(doubt));
        // Addresses may be the same by chance.
        assert!(
            is_in_doubt || asked.contains("right (trace:"),
            "{name}: {asked}"
        );
    }
}
