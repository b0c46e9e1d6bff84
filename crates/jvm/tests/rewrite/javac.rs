//! Runs the rewritten Java compiler: what it compiles must not change, and every event must fit the one before.
//!
//! The newest JDK is taken; all of them with ELENCHUS_LONG=1.
//!
//! The runtime class keeps the shadow stack of the contract and reports an iteration or an end of a loop that is not
//! the innermost open node, an exit of a routine that is not, and a handler that finds more or fewer open nodes than it
//! should, loops it leaves aside.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::stub::compile_runtime;
use crate::support::{Jdk, Keeper, class_files, java_sources, run, write};
use elenchus_jvm::contract::Level;
use elenchus_jvm::rewrite::{Options, rewrite};

const MEMBERS: &str = "
    private static int open;
    private static final int[] nodes = new int[1 << 20];
    private static int next;
    private static int left;
    private static long events;
    private static final int POP = Integer.MIN_VALUE;
    private static final int KEEP = Integer.MAX_VALUE;
    static { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println(\"EVENTS \" + events))); }
    private static void expect(boolean good, String what, int id) {
        events++;
        if (!good) System.err.println(\"MISFIT \" + what + \" \" + id + \" with \" + open + \" open\");
    }
    private static void exit(int routine) {
        expect(open > 0 && nodes[open - 1] == routine, \"exit\", routine);
        int at = open;
        while (at > 0 && nodes[at - 1] != routine) at--;
        if (at > 0) open = at - 1;
    }
    private static void cut(int to) {
        if (open > to) open = to;
    }
";

fn body(name: &str) -> Option<&'static str> {
    Some(match name {
        "enter" => "next = p0; return 1;",
        "loop" => "next = -1 - p0; return 1;",
        "iteration" => {
            "expect(open > 0 && nodes[open - 1] == -1 - p0, \"iteration\", p0); next = KEEP; return 1;"
        }
        "leave" | "leaveBody" => "next = POP; left = p0; return 1;",
        "end" | "endLoop" | "endIteration" | "endLeave" => {
            "if (next == POP) { expect(open > 0 && nodes[open - 1] == -1 - left, \"leave\", left); open--; }
             else if (next != KEEP) nodes[open++] = next;"
        }
        "endDepth" => "nodes[open++] = next; return open;",
        "resync" => "expect(open == p0, \"handler\", p0); cut(p0);",
        "unwind" => "expect(open <= p0 + 1, \"unwinding\", p0); cut(p0);",
        "exitV" => "exit(p1);",
        _ if name.starts_with("exit") => "exit(p2);",
        _ => return None,
    })
}

/// Compiles the programs of the event tests with `javac` run by this command.
fn compile(mut java: Command, into: &Path) -> String {
    let programs = class_sources();
    java.args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]);
    java.args(["-g", "-proc:none", "-d"])
        .arg(into)
        .args(programs);
    String::from_utf8_lossy(&run(&mut java).stderr).into_owned()
}

fn class_sources() -> Vec<PathBuf> {
    let names = [
        "Calls",
        "Constructors",
        "Lines",
        "LoopShapes",
        "Loops",
        "Modern",
        "Writes",
    ];
    let folder = java_sources().join("events");
    names
        .iter()
        .map(|name| folder.join(format!("{name}.java")))
        .collect()
}

#[test]
fn the_compiler_compiles_the_same_and_its_events_fit() {
    let is_long = std::env::var_os("ELENCHUS_LONG").is_some_and(|value| value == "1");
    let others = if is_long { usize::MAX } else { 1 };
    for jdk in Jdk::all().into_iter().rev().take(others) {
        let work = tempfile::tempdir().expect("a folder");
        let path = |name: &str| work.path().join(name);
        let extract = java_sources().join("verify/Extract.java");
        jdk.compile(&[], &[&extract], &path("harness"));
        let mut java = jdk.java();
        java.arg("-cp").arg(path("harness")).args(["Extract", "1"]);
        run(java.arg(path("modules")).arg("jdk.compiler"));
        compile_runtime(&jdk, work.path(), &path("runtime"), MEMBERS, &body);
        let plain = path("modules/jdk.compiler");
        let mut keeper = Keeper::default();
        for file in class_files(&plain) {
            let bytes = std::fs::read(plain.join(&file)).expect("it can be read");
            let level = Level::Recorded;
            let options = Options {
                level,
                id_field: true,
                method_level: None,
                zoom: None,
            };
            let outcome = rewrite(&bytes, &options, &mut keeper).expect("it can be rewritten");
            if let Some(bytes) = outcome.bytes {
                write(&path("rewritten").join(file), &bytes);
            }
        }
        let mut java = jdk.java();
        for (module, folder) in [("java.base", "runtime"), ("jdk.compiler", "rewritten")] {
            java.arg("--patch-module")
                .arg(format!("{module}={}", path(folder).display()));
        }
        let errors = compile(java, &path("by-rewritten"));
        compile(jdk.java(), &path("by-plain"));
        let files = class_files(&path("by-plain"));
        assert_eq!(files, class_files(&path("by-rewritten")));
        for file in files {
            let read = |folder: &str| std::fs::read(path(folder).join(&file)).expect("it is there");
            assert_eq!(read("by-plain"), read("by-rewritten"), "{file:?}");
        }
        let misfits: Vec<&str> = errors
            .lines()
            .filter(|line| line.starts_with("MISFIT"))
            .collect();
        assert_eq!(misfits, Vec::<&str>::new());
        let events = errors.lines().find_map(|line| line.strip_prefix("EVENTS "));
        let events: u64 = events
            .and_then(|n| n.parse().ok())
            .expect("events were counted");
        println!("JDK {}: {events} ends and iterations fit", jdk.version);
        assert!(events > 100_000);
    }
}
