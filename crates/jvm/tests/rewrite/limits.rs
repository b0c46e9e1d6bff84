//! What is hard to instrument: overflowing stacks, huge methods, code before `super()`, serialisation, other levels.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::support::stub::compile_runtime;
use crate::support::{Jdk, Keeper, class_files, java_sources, run, write};
use elenchus_jvm::contract::Level;
use elenchus_jvm::rewrite::{Options, Skipped, rewrite};

/// A program, compiled.
struct Program {
    work: tempfile::TempDir,
    name: String,
}

impl Program {
    fn new(jdk: &Jdk, source: &Path) -> Program {
        let work = tempfile::tempdir().expect("a folder");
        jdk.compile(&["-g"], &[source], &work.path().join("plain"));
        let name = source.file_stem().expect("it has a name");
        Program {
            work,
            name: name.to_string_lossy().into_owned(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// Rewrites all classes and returns the methods that were skipped.
    fn rewrite(&self, level: Level, keeper: &mut Keeper) -> Vec<Skipped> {
        let mut skipped = Vec::new();
        for file in class_files(&self.path("plain")) {
            let bytes = std::fs::read(self.path("plain").join(&file)).expect("it can be read");
            let options = Options {
                level,
                id_field: true,
                method_level: None,
                zoom: None,
            };
            let outcome = rewrite(&bytes, &options, keeper).expect("it can be rewritten");
            skipped.extend(outcome.skipped);
            let bytes = outcome.bytes.unwrap_or(bytes);
            write(&self.path("rewritten").join(file), &bytes);
        }
        skipped
    }

    /// What the program prints, from its plain or its rewritten classes.
    fn output(&self, jdk: &Jdk, classes: &str) -> String {
        let mut java = jdk.java();
        java.arg("--patch-module");
        java.arg(format!("java.base={}", runtime().display()));
        java.arg("-Xss512k").arg("-cp").arg(self.path(classes));
        let output = run(java.arg(&self.name));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn check_same_output(&self, jdk: &Jdk) {
        assert_eq!(self.output(jdk, "plain"), self.output(jdk, "rewritten"));
    }
}

/// The folder of the runtime class, compiled once by the oldest JDK for all.
fn runtime() -> &'static Path {
    static RUNTIME: OnceLock<PathBuf> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
        let into = work.join("runtime");
        compile_runtime(&Jdk::all()[0], &work, &into, SHADOW_STACK, &shadow_stack);
        into
    })
}

fn source(name: &str) -> PathBuf {
    java_sources().join("limits").join(format!("{name}.java"))
}

/// The shadow stack of the contract, without a call in it that could overflow by itself.
const SHADOW_STACK: &str = "
    public static int open;
    private static final int[] nodes = new int[1 << 20];
    private static int next;
    private static final int POP = Integer.MIN_VALUE;
    private static final int KEEP = Integer.MAX_VALUE;
";

fn shadow_stack(name: &str) -> Option<&'static str> {
    Some(match name {
        "enter" => "next = p0; return 1;",
        "loop" => "next = -1 - p0; return 1;",
        "iteration" => "next = KEEP; return 1;",
        "leave" | "leaveBody" => "next = POP; return 1;",
        "end" | "endLoop" | "endIteration" | "endLeave" => {
            "if (next == POP) open--; else if (next != KEEP) nodes[open++] = next;"
        }
        "endDepth" => "nodes[open++] = next; return open;",
        "resync" => "if (open > p0) open = p0;",
        "unwind" => "if (open > p0) open = p0;",
        "exitV" => {
            "int at = open; while (at > 0 && nodes[at - 1] != p1) at--; if (at > 0) open = at - 1;"
        }
        _ if name.starts_with("exit") => {
            "int at = open; while (at > 0 && nodes[at - 1] != p2) at--; if (at > 0) open = at - 1;"
        }
        _ => return None,
    })
}

#[test]
fn overflowing_stacks_leave_the_tree_in_step() {
    let jdks = Jdk::all();
    let program = Program::new(&jdks[0], &source("Overflow"));
    assert_eq!(program.rewrite(Level::Recorded, &mut Keeper::default()), []);
    for jdk in &jdks {
        assert_eq!(program.output(jdk, "rewritten"), "balanced true\n");
    }
}

#[test]
fn serialisation_sees_no_difference() {
    let jdks = Jdk::all();
    let program = Program::new(&jdks[0], &source("Serial"));
    let mut keeper = Keeper::default();
    assert_eq!(program.rewrite(Level::Recorded, &mut keeper), []);
    assert!(keeper.classes.iter().all(|class| class.has_id_field));
    for jdk in &jdks {
        program.check_same_output(jdk);
    }
}

#[test]
fn code_before_super_runs() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.major() >= 25) {
        let program = Program::new(jdk, &source("Early"));
        let mut keeper = Keeper::default();
        assert_eq!(program.rewrite(Level::Recorded, &mut keeper), []);
        assert_eq!(keeper.loops.len(), 1);
        program.check_same_output(jdk);
    }
}

/// A program with a loop around `n` statements, each in its own branch.
fn long_loop(name: &str, n: usize) -> String {
    let statements: String = (0..n)
        .map(|k| format!("if (i % {} == 0) a[{k}] += i;\n", k % 7 + 1))
        .collect();
    format!(
        "public class {name} {{
            static int[] a = new int[{n}];
            static long sum;
            static long run(int rounds) {{
                int i = 0;
                while (i < rounds) {{
                    i++;
                    {statements}
                    if (i == 3) continue;
                    if (i == 90) break;
                }}
                for (int x : a) sum += x;
                return sum;
            }}
            public static void main(String[] args) {{ System.out.println(run(100)); }}
        }}"
    )
}

fn long_program(n: usize) -> Program {
    let work = tempfile::tempdir().expect("a folder");
    let name = format!("Long{n}");
    let file = work.path().join(format!("{name}.java"));
    write(&file, long_loop(&name, n).as_bytes());
    Program::new(&Jdk::all()[0], &file)
}

/// The largest distance of a short jump lies between the two sizes.
#[test]
fn long_jumps_are_widened() {
    for (n, is_wide) in [(100, false), (1100, true)] {
        let program = long_program(n);
        assert_eq!(program.rewrite(Level::Recorded, &mut Keeper::default()), []);
        let file = program.path("rewritten").join(format!("Long{n}.class"));
        let size = std::fs::metadata(file).expect("it was written").len();
        assert_eq!(size > 40_000, is_wide, "{n} statements make {size} bytes");
        for jdk in &Jdk::all() {
            program.check_same_output(jdk);
        }
    }
}

#[test]
fn a_method_that_would_be_too_long_is_left_alone() {
    let program = long_program(2000);
    let mut keeper = Keeper::default();
    let skipped = program.rewrite(Level::Recorded, &mut keeper);
    let [skipped] = skipped.as_slice() else {
        panic!("one is skipped: {skipped:?}")
    };
    assert_eq!((&*skipped.name, &*skipped.descriptor), ("run", "(I)J"));
    let routine = skipped.routine.expect("it was defined") as usize;
    assert_eq!(keeper.routines[routine].name, "run");
    program.check_same_output(&Jdk::all()[0]);
}

/// A record has room for a limited number of locals; the others are left out.
#[test]
fn loops_with_very_many_locals_record_some() {
    let declared: String = (0..1500)
        .map(|k| format!("long v{k} = n + {k};\n"))
        .collect();
    let source = format!(
        "public class Crowded {{
            static long run(int n) {{
                {declared}
                for (int i = 0; i < n; i++) {{ v1499 += v0; }}
                return v1499;
            }}
            public static void main(String[] args) {{ System.out.println(run(10)); }}
        }}"
    );
    let work = tempfile::tempdir().expect("a folder");
    let file = work.path().join("Crowded.java");
    write(&file, source.as_bytes());
    let program = Program::new(&Jdk::all()[0], &file);
    let mut keeper = Keeper::default();
    assert_eq!(program.rewrite(Level::Recorded, &mut keeper), []);
    let [crowded] = keeper.loops.as_slice() else {
        panic!("one loop: {:?}", keeper.loops)
    };
    // The parameter, then as many of the variables as fit 4 KiB, then the counter in the 4 bytes left.
    assert_eq!(crowded.locals.len(), 1 + 511 + 1);
    program.check_same_output(&Jdk::all()[0]);
}

#[test]
fn other_levels_record_less() {
    let jdk = &Jdk::all()[0];
    let program = Program::new(jdk, &java_sources().join("events/Writes.java"));
    let mut keeper = Keeper::default();
    assert_eq!(program.rewrite(Level::Opaque, &mut keeper), []);
    assert_eq!((keeper.fields.len(), keeper.routines.len()), (0, 0));
    let read = |name: &str| std::fs::read(program.path(name)).expect("it is there");
    assert_eq!(read("plain/Writes.class"), read("rewritten/Writes.class"));
    assert_eq!(program.rewrite(Level::WritesOnly, &mut keeper), []);
    assert!(keeper.fields.len() > 10);
    assert_eq!((keeper.routines.len(), keeper.loops.len()), (0, 0));
    program.check_same_output(jdk);
}
