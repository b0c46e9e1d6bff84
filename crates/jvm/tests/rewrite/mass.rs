//! Rewrites real classes by the thousand and lets the JVM verify them.
//!
//! The JDK's own classes replace the originals in a JVM that is started on them (so the whole JVM runs on rewritten
//! classes while it verifies them); libraries are loaded from a class path. A part of the JDK's classes is taken unless
//! ELENCHUS_LONG=1 asks for all of them and for further libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::stub::compile_runtime;
use crate::support::{Jdk, Keeper, class_files, java_sources, run, write};
use elenchus_jvm::classfile::ClassFile;
use elenchus_jvm::contract::Level;
use elenchus_jvm::rewrite::{Options, rewrite};

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
const MORE_LIBRARIES: [&str; 2] = [
    "org.jetbrains.kotlin:kotlin-stdlib:1.9.24",
    "org.eclipse.jdt:ecj:3.37.0",
];

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
    fn rewrite(&mut self, bytes: &[u8], level: Level, id_field: bool) -> Vec<u8> {
        let plain = ClassFile::parse(bytes).and_then(|class| class.write());
        assert!(
            plain.is_ok_and(|plain| plain == bytes),
            "reading and writing changes nothing"
        );
        let options = Options {
            level,
            id_field,
            method_level: None,
            zoom: None,
        };
        let outcome =
            rewrite(bytes, &options, &mut self.keeper).expect("a real class can be rewritten");
        self.classes += 1;
        self.methods += outcome.methods;
        let class = &self.keeper.classes[outcome.class as usize].name;
        for skipped in outcome.skipped {
            let method = format!("{}{}", skipped.name, skipped.descriptor);
            self.skipped
                .push(format!("{class}.{method}: {}", skipped.reason));
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
        assert!(
            self.skipped.len() * 1000 < self.methods,
            "too many methods skipped"
        );
    }
}

/// The harness, compiled.
struct Harness {
    jdk: Jdk,
    work: tempfile::TempDir,
}

impl Harness {
    fn new(jdk: &Jdk) -> Harness {
        let harness = Harness {
            jdk: jdk.clone(),
            work: tempfile::tempdir().expect("a folder"),
        };
        let sources = java_sources().join("verify");
        let files: Vec<PathBuf> = ["Extract.java", "Verify.java"]
            .iter()
            .map(|f| sources.join(f))
            .collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        jdk.compile(&[], &files, &harness.path("harness"));
        let into = harness.path("patch/java.base");
        compile_runtime(jdk, harness.work.path(), &into, "", &|_| None);
        harness
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    fn java(&self) -> Command {
        let mut command = self.jdk.java();
        command.args([
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+BytecodeVerificationLocal",
        ]);
        command.arg("-XX:+BytecodeVerificationRemote");
        command
            .args(["-Xshare:off", "-cp"])
            .arg(self.path("harness"));
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
        let linked: usize = linked
            .strip_prefix("LINKED ")
            .and_then(|n| n.parse().ok())
            .expect("a count");
        assert_eq!(linked + lines.len(), names.len());
        lines
    }

    /// Compiles a class in a package and breaks it: a method that should return a reference returns an int.
    fn broken(&self, package: &str) -> Vec<u8> {
        let source =
            std::fs::read_to_string(java_sources().join("verify/Sound.java")).expect("text");
        let file = self
            .path("broken")
            .join(package.replace('.', "/"))
            .join("Sound.java");
        write(&file, format!("package {package};\n{source}").as_bytes());
        let patch = format!("java.base={}", self.path("broken").display());
        let options = if package.starts_with("java.") {
            vec!["--patch-module", &patch]
        } else {
            vec![]
        };
        self.jdk.compile(&options, &[&file], &self.path("broken"));
        let mut bytes = std::fs::read(file.with_extension("class")).expect("it was compiled");
        // aload_0, areturn: the only method with that code.
        let at = bytes
            .windows(2)
            .position(|w| w == [0x2A, 0xB0])
            .expect("its code is there");
        bytes[at + 1] = 0xAC;
        bytes
    }
}

/// Takes the line about the broken class out, which must be there, and leaves no other fault.
fn check_failures(failures: Vec<String>, broken: &str) -> Vec<String> {
    let (faults, unresolved): (Vec<_>, Vec<_>) = failures
        .into_iter()
        .partition(|line| line.starts_with("VERIFY"));
    let (expected, faults): (Vec<_>, Vec<_>) = faults
        .into_iter()
        .partition(|line| line.starts_with(&format!("VERIFY {broken}: ")));
    assert_eq!(
        expected.len(),
        1,
        "the check cannot fail: {broken} was not found out"
    );
    assert!(
        faults.is_empty(),
        "{} classes fail:\n{}",
        faults.len(),
        faults.join("\n")
    );
    unresolved
}

fn class_name(file: &Path) -> String {
    file.with_extension("").to_string_lossy().replace('/', ".")
}

/// Without this class nothing runs, so it cannot record itself; the JVM does not even verify it.
const ROOT: &str = "java/lang/Object.class";

#[test]
fn the_jdk_verifies_and_runs_on_its_rewritten_classes() {
    let one_in = if is_long() { "1" } else { "8" };
    for jdk in Jdk::all() {
        let harness = Harness::new(&jdk);
        let mut extract = harness.java();
        extract.args(["Extract", one_in]).arg(harness.path("plain"));
        run(extract.args(MODULES));
        let mut tally = Tally::default();
        let mut names = vec!["java.util.Sound".to_owned()];
        write(
            &harness.path("patch/java.base/java/util/Sound.class"),
            &harness.broken("java.util"),
        );
        let mut java = harness.java();
        for module in MODULES {
            let plain = harness.path("plain").join(module);
            let patch = harness.path("patch").join(module);
            for file in class_files(&plain) {
                let bytes = std::fs::read(plain.join(&file)).expect("it can be read");
                let rewritten = tally.rewrite(&bytes, Level::Recorded, false);
                if file != Path::new(ROOT) && file != Path::new("module-info.class") {
                    names.push(class_name(&file));
                    write(&patch.join(file), &rewritten);
                }
            }
            java.arg("--patch-module")
                .arg(format!("{module}={}", patch.display()));
        }
        let unresolved = check_failures(harness.verify(java, &names, &[]), "java.util.Sound");
        assert_eq!(unresolved, Vec::<String>::new());
        tally.check(&format!("{} of JDK {}", MODULES.join(" and "), jdk.version));
    }
}

/// Fetches a library into the cache, unless it is there, and unpacks it.
fn unpacked(jdk: &Jdk, artifact: &str) -> PathBuf {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    let parts: Vec<&str> = artifact.split(':').collect();
    let folder = cache.join(format!("{}-{}", parts[1], parts[2]));
    if folder.exists() {
        return folder;
    }
    let jar = cache.join(format!("{}-{}.jar", parts[1], parts[2]));
    let mut fetch = Command::new("mvn");
    fetch.args([
        "-q",
        "-B",
        "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
    ]);
    fetch.arg(format!("-Dartifact={artifact}"));
    run(fetch.arg(format!("-DoutputDirectory={}", cache.display())));
    let unfinished = tempfile::tempdir_in(&cache).expect("a folder");
    run(Command::new(jdk.home.join("bin/jar"))
        .arg("xf")
        .arg(&jar)
        .current_dir(&unfinished));
    std::fs::rename(unfinished.path(), &folder).expect("it can be renamed");
    folder
}

#[test]
fn libraries_verify_when_rewritten() {
    let jdks = Jdk::all();
    let libraries = LIBRARIES
        .iter()
        .chain(MORE_LIBRARIES.iter().filter(|_| is_long()));
    let libraries: Vec<PathBuf> = libraries
        .map(|artifact| unpacked(&jdks[0], artifact))
        .collect();
    for jdk in &jdks {
        let harness = Harness::new(jdk);
        let broken = harness.broken("broken");
        let mut names = vec!["broken.Sound".to_owned()];
        for library in &libraries {
            let files = class_files(library);
            names.extend(files.iter().filter(|f| is_plain(f)).map(|f| class_name(f)));
        }
        // What is missing must be missing for the originals too.
        let mut path: Vec<&Path> = libraries.iter().map(PathBuf::as_path).collect();
        let sound = harness.path("broken");
        path.push(&sound);
        let originals = harness.verify(harness.java(), &names, &path);
        for level in [Level::Recorded, Level::WritesOnly, Level::Foreign] {
            let mut tally = Tally::default();
            let rewritten = harness.path(&format!("{level:?}"));
            write(&rewritten.join("broken/Sound.class"), &broken);
            for library in &libraries {
                for file in class_files(library).iter().filter(|file| is_plain(file)) {
                    let bytes = std::fs::read(library.join(file)).expect("it can be read");
                    write(&rewritten.join(file), &tally.rewrite(&bytes, level, true));
                }
            }
            let mut java = harness.java();
            let patch = harness.path("patch/java.base");
            java.arg("--patch-module")
                .arg(format!("java.base={}", patch.display()));
            let failures = harness.verify(java, &names, &[&rewritten]);
            let unresolved = check_failures(failures, "broken.Sound");
            assert_eq!(classes_of(&unresolved), classes_of(&originals));
            let n = unresolved.len();
            tally.check(&format!(
                "libraries on JDK {}, {level:?}, {n} unresolved",
                jdk.version
            ));
        }
    }
}

/// The classes that lines are about: which of several missing things is met first does not matter.
fn classes_of(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line.split(": ").next().unwrap_or(line))
        .collect()
}

/// Classes for certain versions of the JDK only stand beside the ones they replace.
fn is_plain(file: &Path) -> bool {
    !file.starts_with("META-INF") && file != Path::new("module-info.class")
}
