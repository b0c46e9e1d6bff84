//! The Java corpora: every program compiles, prints what it should, and has the tree and the bug that it claims.
//!
//! Needs a JDK (JAVA_HOME or PATH). With ELENCHUS_LONG=1 all JDKs in the system's folder are used.

mod exact;
mod generated;

use elenchus_corpora::exact::{ExactProgram, expected_output};
use elenchus_corpora::generated::Batch;
use elenchus_corpora::jdk::{Jdk, Outcome, folders, name_of, repository};
use elenchus_corpora::parallel::for_all;
use elenchus_corpora::tree_text;
use elenchus_source::{Java, SourceFile};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn exact_programs_print_what_they_should() {
    for jdk in Jdk::all() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let programs = ExactProgram::compile_all(&jdk, scratch.path());
        assert!(programs.len() >= 40, "{} programs", programs.len());
        for_all(&programs, |program| {
            let stdout = jdk.run(&program.classes, "Main", &program.folder).stdout;
            let expected = program.expected_output()?;
            if stdout == expected {
                return Ok(());
            }
            Err(format!(
                "{} on JDK {}:\n{stdout}",
                program.name(),
                jdk.version
            ))
        });
    }
}

#[test]
fn exact_trees_are_well_formed_and_agree_with_jdi() {
    for jdk in Jdk::all() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        // Stack overflows take JDI minutes, and how deep they go is nobody's to say.
        let mut recordable = ExactProgram::compile_all(&jdk, scratch.path());
        recordable.retain(|program| !program.has_chain());
        let lists = jdi_lists(&recordable, scratch.path());
        for_all(&lists, |list| {
            let recorder = repository().join("tests/java/jdi/JdiRecorder.java");
            let status = jdk
                .java()
                .arg(recorder)
                .args(["--detail", "--batch"])
                .arg(list)
                .output();
            let output = status.map_err(|error| error.to_string())?;
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            output.status.success().then_some(()).ok_or(message)
        });
        for_all(&recordable, |program| {
            let check = || {
                let recorded = fs::read_to_string(program.classes.with_extension("jdi"))
                    .map_err(|e| e.to_string())?;
                let file = SourceFile::load(&program.source(), None)
                    .map_err(|e| e.to_string())?
                    .with_syntax(&Java);
                exact::compare(&file, &program.tree, &tree_text::parse(&recorded)?)
            };
            check()
                .map_err(|problem| format!("{} on JDK {}: {problem}", program.name(), jdk.version))
        });
    }
}

/// Objects are numbered per class in the order in which the file names them, so that equal trees have equal texts.
#[test]
fn objects_are_numbered_in_the_order_of_their_names() {
    for folder in folders("tests/java/exact") {
        let text = fs::read_to_string(folder.join("expected.tree")).expect("a tree");
        let mut largest = std::collections::HashMap::new();
        for (class, number) in tree_text::object_names(&text) {
            let seen = largest.entry(class.clone()).or_insert(0);
            assert!(
                number <= *seen + 1,
                "{}: {class}#{number} comes too early",
                name_of(&folder)
            );
            *seen = number.max(*seen);
        }
    }
}

/// Splits the programs among two recorders.
fn jdi_lists(programs: &[ExactProgram], scratch: &Path) -> Vec<PathBuf> {
    let half = programs.len().div_ceil(2).max(1);
    programs
        .chunks(half)
        .enumerate()
        .map(|(index, chunk)| {
            let lines: String = chunk
                .iter()
                .map(|ExactProgram { classes, .. }| {
                    let tree = classes.with_extension("jdi");
                    format!("{}\t{}\tMain\n", tree.display(), classes.display())
                })
                .collect();
            let list = scratch.join(format!("jdi-{index}.list"));
            fs::write(&list, lines).expect("scratch folder is writable");
            list
        })
        .collect()
}

/// A program with a planted bug.
struct Planted {
    folder: PathBuf,
    bug: serde_json::Value,
}

impl Planted {
    fn read(folder: PathBuf) -> Self {
        let text = fs::read_to_string(folder.join("bug.json"))
            .unwrap_or_else(|error| panic!("{}/bug.json: {error}", folder.display()));
        let bug = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        Planted { folder, bug }
    }

    fn text(&self, key: &str) -> &str {
        self.bug[key]
            .as_str()
            .unwrap_or_else(|| panic!("{}: no {key}", self.folder.display()))
    }

    fn lines(&self) -> Vec<usize> {
        let lines = self.bug["lines"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        lines
            .iter()
            .filter_map(|line| usize::try_from(line.as_u64()?).ok())
            .collect()
    }

    /// The two versions differ in the named lines of the named file and nowhere else, and the routine is around them.
    fn check_place(&self) -> Result<(), String> {
        let read = |path: PathBuf| {
            fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
        };
        let mut differing = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(|e| e.to_string())? {
            let name = name_of(&entry.map_err(|e| e.to_string())?.path());
            if !name.ends_with(".java") {
                continue;
            }
            let (buggy, fixed) = (
                read(self.folder.join(&name))?,
                read(self.folder.join("fixed").join(&name))?,
            );
            let (buggy, fixed): (Vec<&str>, Vec<&str>) =
                (buggy.lines().collect(), fixed.lines().collect());
            if buggy.len() != fixed.len() {
                return Err(format!("{name}: versions differ in length"));
            }
            let lines = (0..buggy.len()).filter(|&at| buggy[at] != fixed[at]);
            differing.extend(lines.map(|at| (name.clone(), at + 1)));
        }
        let file = self.text("file");
        let claimed: Vec<(String, usize)> = self
            .lines()
            .into_iter()
            .map(|line| (file.to_owned(), line))
            .collect();
        if differing != claimed || claimed.is_empty() {
            return Err(format!(
                "bug.json says {claimed:?}, the versions differ in {differing:?}"
            ));
        }
        let source = SourceFile::load(&self.folder.join(file), None)
            .map_err(|e| e.to_string())?
            .with_syntax(&Java);
        let (class, method) = self
            .text("routine")
            .rsplit_once('.')
            .ok_or("routine without class")?;
        let lookup = elenchus_source::Lookup {
            name: method,
            line: u32::try_from(self.lines()[0]).map_err(|e| e.to_string())?,
            class: Some(class),
            ..Default::default()
        };
        let routine = source
            .find_routine(lookup)
            .ok_or("the routine is not in the source")?;
        let inside = routine.class == class && routine.lines.contains(lookup.line);
        inside.then_some(()).ok_or(format!(
            "{} is not around line {}",
            self.text("routine"),
            lookup.line
        ))
    }
}

/// The buggy version shows its symptom, the fixed one does not, and the bug is where it is said to be.
fn check_planted(of: &str, at_least: usize) {
    let planted: Vec<Planted> = folders(of).into_iter().map(Planted::read).collect();
    assert!(planted.len() >= at_least, "{} programs", planted.len());
    for jdk in Jdk::all() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let classes = |program: &Planted, version: &str| {
            scratch.path().join(name_of(&program.folder)).join(version)
        };
        let versions: Vec<(PathBuf, PathBuf)> = planted
            .iter()
            .flat_map(|program| {
                let fixed = (program.folder.join("fixed"), classes(program, "fixed"));
                [(program.folder.clone(), classes(program, "buggy")), fixed]
            })
            .collect();
        jdk.compile(&versions, scratch.path());
        for_all(&planted, |program| {
            let check = || {
                program.check_place()?;
                let run = |version| {
                    jdk.run(
                        &classes(program, version),
                        program.text("main"),
                        &program.folder,
                    )
                };
                let right = Outcome {
                    stdout: expected_output(&program.folder)?,
                    exit_code: Some(0),
                };
                let fixed = run("fixed");
                if fixed != right {
                    return Err(format!("the fixed version gives {fixed:?}"));
                }
                if run("buggy") == right {
                    return Err("the buggy version shows no symptom".to_owned());
                }
                Ok(())
            };
            check().map_err(|problem| {
                format!(
                    "{} on JDK {}: {problem}",
                    name_of(&program.folder),
                    jdk.version
                )
            })
        });
    }
}

#[test]
fn examples_show_their_bugs() {
    check_planted("examples/java", 5);
}

#[test]
fn buggy_programs_show_their_bugs() {
    check_planted("tests/java/buggy", 25);
}

#[test]
fn generated_programs_tell_the_truth() {
    let long = std::env::var_os("ELENCHUS_LONG").is_some();
    for jdk in Jdk::all() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let batch = Batch::new(&jdk, 1..if long { 21 } else { 3 }, scratch.path());
        let seeds: Vec<u32> = batch.seeds.clone().collect();
        for_all(&seeds, |&seed| {
            let source = batch.package(seed).join("Main.java");
            let lines = fs::read_to_string(source)
                .unwrap_or_default()
                .lines()
                .count();
            if lines < 200 {
                return Err(format!("seed {seed}: only {lines} lines"));
            }
            generated::check(&jdk, &batch, seed)
                .map_err(|problem| format!("seed {seed}: {problem}"))
        });
    }
}
