//! A program that never ends by itself and tells how far it has come, and its recording.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use elenchus_corpora::jdk::javac;
use elenchus_trace::{Budget, Trace, Value};
use elenchus_tree::{NodeId, Tree};
use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};

use crate::session::Session;

/// Makes step after step, each with two calls of its own, and prints the number of each that is done; slowly, because its trace
/// is read as a whole many times.
const SOURCE: &str = "
class Steps {
    static int total;

    static int half(int n) {
        return n / 2;
    }

    static int step(int n) {
        total += half(n) + half(n + 1);
        return total;
    }

    public static void main(String[] arguments) throws Exception {
        for (int n = 0; ; n++) {
            step(n);
            System.out.println(n);
            Thread.sleep(1);
        }
    }
}
";

/// The program, compiled.
pub struct Steps {
    classes: tempfile::TempDir,
}

impl Steps {
    pub fn compile() -> Steps {
        let classes = tempfile::tempdir().unwrap();
        let source = classes.path().join("Steps.java");
        std::fs::write(&source, SOURCE).unwrap();
        let compiled = javac()
            .args(["-g", "-d"])
            .arg(classes.path())
            .arg(&source)
            .status();
        assert!(compiled.unwrap().success());
        Steps { classes }
    }

    /// Starts the program with questions about it.
    pub fn record(&self) -> (Recorded, Session) {
        let mut recorded = Recorded {
            folder: tempfile::tempdir().unwrap(),
            group: None,
        };
        let mut command = recorded.command(&["java", "-o", "trace", "--json", "--", "-cp"]);
        command.arg(self.classes.path()).arg("Steps");
        let session = Session::start(command);
        recorded.group = Some(session.group());
        (recorded, session)
    }
}

/// A recording of that program. The program is killed when nobody needs it any more.
pub struct Recorded {
    folder: tempfile::TempDir,
    /// The process group of the session that started the program, and so of the program.
    group: Option<Pid>,
}

impl Recorded {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    /// The command that asks about the trace.
    pub fn ask(&self) -> Command {
        self.command(&["ask", "trace", "--json"])
    }

    fn trace(&self) -> PathBuf {
        self.folder.path().join("trace")
    }

    /// The number of the program's process, once it has one.
    fn process(&self) -> Option<Pid> {
        let text = std::fs::read_to_string(self.trace().join("trace.json")).ok()?;
        let start: serde_json::Value = serde_json::from_str(&text).ok()?;
        Pid::from_raw(i32::try_from(start["process"].as_i64()?).ok()?)
    }

    pub fn is_running(&self) -> bool {
        self.process()
            .is_some_and(|process| test_kill_process(process).is_ok())
    }

    /// Kills the program alone.
    pub fn kill(&self) {
        let process = self.process().expect("it has begun");
        kill_process(process, Signal::KILL).unwrap();
    }

    /// Waits for the system to clear a killed program away.
    pub fn wait_until_dead(&self) {
        let begun = Instant::now();
        while self.is_running() {
            assert!(begun.elapsed() < Duration::from_secs(30), "it is immortal");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Checks the trace against what the program printed, and returns how many steps it holds.
    pub fn check(&self) -> usize {
        // What was printed when the trace was not yet opened must be in it.
        let printed = self.printed();
        if !self.trace().join("trace.json").exists() {
            assert_eq!(printed, 0, "the program ran without a trace");
            return 0;
        }
        let trace = Trace::open(&self.trace(), Budget::default()).unwrap();
        let damage = trace.damage();
        assert!(damage.is_empty(), "{damage:?}");
        let snapshot = trace.snapshot();
        let tree = &snapshot.tree;
        check_shape(tree);
        let calls_of = |name: &str| {
            let nodes = tree.nodes();
            nodes
                .filter(|&node| tree.label(node) == name && is_call(tree, node))
                .collect::<Vec<_>>()
        };
        let steps = calls_of("Steps.step");
        assert!(
            steps.len() >= printed,
            "{printed} steps were printed, {} recorded",
            steps.len()
        );
        for (number, &step) in steps.iter().enumerate() {
            let done = number + 1 < steps.len() || number < printed;
            let halves = tree.children(step).count();
            assert!(halves == 2 || (!done && halves < 2), "step {number}");
        }
        // What went in is looked at here and there, and at the end, where it was killed.
        let last = steps.len().saturating_sub(3);
        for number in (0..last).step_by(53).chain(last..steps.len()) {
            let data = trace.node(snapshot.key_of(steps[number])).unwrap();
            assert_eq!(data.arguments, [Value::Int(number as i32)]);
        }
        steps.len()
    }

    /// How many steps the program said it had made.
    fn printed(&self) -> usize {
        // What it prints goes to a file beside the trace, which moves into it.
        let places = [
            self.trace().join("output.txt"),
            self.folder.path().join("trace.output"),
        ];
        let text = places
            .iter()
            .find_map(|path| std::fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        // The last line may be cut short.
        text.matches('\n').count()
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        // Elenchus is dead by now; what is left of the group is the program, which may not have got far enough to be in
        // its trace. If that is dead too there is nothing to kill.
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

fn is_call(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == elenchus_tree::Kind::Routine
}

/// Every node lies inside its parent, and siblings do not overlap.
fn check_shape(tree: &Tree) {
    let mut around: Vec<NodeId> = Vec::new();
    for node in tree.nodes() {
        while around.last().is_some_and(|&last| tree.end(last) <= node) {
            around.pop();
        }
        assert_eq!(tree.parent(node), around.last().copied(), "{node:?}");
        if let Some(&parent) = around.last() {
            assert!(tree.end(node) <= tree.end(parent), "{node:?}");
        }
        around.push(node);
    }
}
