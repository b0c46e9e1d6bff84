//! Rewrites real classes by the thousand and lets the JVM verify them.
//!
//! The JDK's own classes replace the originals in a JVM that is started on them (so the whole JVM runs on rewritten
//! classes while it verifies them); libraries are loaded from a class path. A part of the JDK's classes is taken unless
//! ELENCHUS_LONG=1 asks for all of them and for further libraries.

mod rewrite_support;

use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_jvm::contract::Level;
use elenchus_jvm::rewrite::{Options, rewrite};
use rewrite_support::{Jdk, Keeper, class_files, compile_stub, java_sources, run, write};

const MODULES: [&str; 2] = ["java.base", "jdk.compiler"];

/// Libraries that are verified, and what they need to be linked.
const LIBRARIES: [&str; 7] = [
    "net.sf.kxml:kxml2:2.3.0",
    "cglib:cglib:3.3.0",
    "org.javassist:javassist:3.30.2-GA",
    "net.sourceforge.htmlcleaner:htmlcleaner:2.29",
    "org.apache.commons:commons-lang3:3.14.0",
    "org.ow2.asm:asm:9.7",
    "org.jdom:jdom2:2.0.6.1",
];

/// Libraries from other compilers: Kotlin's and Eclipse's.
const MORE_LIBRARIES: [&str; 2] =
    ["org.jetbrains.kotlin:kotlin-stdlib:1.9.24", "org.eclipse.jdt:ecj:3.37.0"];

fn is_long() -> bool {
    std::env::var_os("ELENCHUS_LONG").is_some_and(|value| value == "1")
}

/// What became of the classes of one run.
#[derive(Default)]
struct Tally {
    classes: usize,
    methods: usize,
    skipped: Vec<String>,
    keeper: Keeper,
}

impl Tally {
    /// Rewrites a class; the result is verified under the name it has.
    fn rewrite(&mut self, bytes: &[u8], id_field: bool) -> Vec<u8> {
        let options = Options { level: Level::Recorded, id_field, method_level: None };
        let outcome = rewrite(bytes, &options, &mut self.keeper).expect("a real class can be rewritten");
        self.classes += 1;
        self.methods += outcome.methods;
        let class = &self.keeper.classes[outcome.class as usize].name;
        for skipped in outcome.skipped {
            let method = format!("{}{}", skipped.name, skipped.descriptor);
            self.skipped.push(format!("{class}.{method}: {}", skipped.reason));
        }
        outcome.bytes.unwrap_or_else(|| bytes.to_vec())
    }

    fn check(&self, what: &str) {
        println!(
            "{what}: {} classes, {} methods, {} loops, {} skipped",
            self.classes,
            self.methods,
            self.keeper.loops.len(),
            self.skipped.len()
        );
        for skipped in &self.skipped {
            println!("  skipped {skipped}");
        }
        assert!(self.skipped.len() * 1000 < self.methods, "too many methods skipped");
    }
}

/// The harness, compiled, and a class that cannot be verified.
struct Harness {
    jdk: Jdk,
    work: tempfile::TempDir,
}

impl Harness {
    fn new(jdk: &Jdk) -> Harness {
        let harness = Harness { jdk: jdk.clone(), work: tempfile::tempdir().expect("a folder") };
        let sources = java_sources().join("verify");
        let files: Vec<PathBuf> =
            ["Extract.java", "Verify.java", "Sound.java"].iter().map(|f| sources.join(f)).collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        jdk.compile(&[], &files, &harness.path("harness"));
        compile_stub(jdk, harness.work.path(), &harness.path("patch/java.base"));
        harness
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    fn java(&self) -> Command {
        let mut command = self.jdk.java();
        command.args(["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"]);
        command.arg("-XX:+BytecodeVerificationRemote");
        command.args(["-Xshare:off", "-cp"]).arg(self.path("harness"));
        command
    }

    /// Links the named classes and returns the lines about failures.
    fn verify(&self, mut java: Command, names: &[String], class_path: &[&Path]) -> Vec<String> {
        let list = self.path("names.txt");
        write(&list, names.join("\n").as_bytes());
        let output = run(java.arg("Verify").arg(&list).args(class_path));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let linked = lines.pop().expect("there is a last line");
        let linked: usize = linked.strip_prefix("LINKED ").and_then(|n| n.parse().ok()).expect("a count");
        assert_eq!(linked + lines.len(), names.len());
        lines
    }

    /// A class file that fails verification: a method that should return a reference returns an int.
    fn broken(&self) -> Vec<u8> {
        let mut bytes = std::fs::read(self.path("harness").join("Sound.class")).expect("it is there");
        // aload_0, areturn: the only method with that code.
        let at = bytes.windows(2).position(|w| w == [0x2A, 0xB0]).expect("its code is there");
        bytes[at + 1] = 0xAC;
        bytes
    }
}

fn class_name(file: &Path) -> String {
    file.with_extension("").to_string_lossy().replace('/', ".")
}

/// A fixed part of all classes, spread evenly.
fn is_sampled(file: &Path, one_in: u64) -> bool {
    let hash = file.to_string_lossy().bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
    hash.is_multiple_of(one_in)
}

#[test]
fn the_jdk_verifies_and_runs_on_its_rewritten_classes() {
    let one_in = if is_long() { 1 } else { 8 };
    for jdk in Jdk::all() {
        let harness = Harness::new(&jdk);
        run(harness.java().arg("Extract").arg(harness.path("plain")).args(MODULES));
        let mut tally = Tally::default();
        let mut names = Vec::new();
        let mut java = harness.java();
        for module in MODULES {
            let plain = harness.path("plain").join(module);
            let patch = harness.path("patch").join(module);
            for file in class_files(&plain).iter().filter(|file| is_sampled(file, one_in)) {
                if file.file_name().is_some_and(|name| name == "module-info.class") {
                    continue;
                }
                let bytes = std::fs::read(plain.join(file)).expect("it can be read");
                write(&patch.join(file), &tally.rewrite(&bytes, false));
                names.push(class_name(file));
            }
            java.arg("--patch-module").arg(format!("{module}={}", patch.display()));
        }
        let failures = harness.verify(java, &names, &[]);
        tally.check(&format!("JDK {} ({} of {} classes)", jdk.version, names.len(), MODULES.join(" and ")));
        let faults: Vec<_> = failures.iter().filter(|line| line.starts_with("VERIFY")).collect();
        assert!(faults.is_empty(), "{} classes fail:\n{faults:#?}", faults.len());
        println!("  unresolved: {failures:?}");
    }
}
