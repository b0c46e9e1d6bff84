//! What counts as a version that calls can be run on: where its classes are, whether they are those of its sources, and what it lacks.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use elenchus_corpora::jdk::javac;
use serde_json::Value;
use support::{Said, elenchus};
use tempfile::TempDir;

/// Ten pieces should have a discount.
const SHOP: &str = "
public class Shop {
    static int price(int pieces) {
        return Rebate.of(pieces, 30);
    }

    public static void main(String[] arguments) {
        System.out.println(price(10));
    }
}
";

const REBATE: &str = "
public class Rebate {
    static int of(int pieces, int price) {
        return pieces > 10 ? price - 5 : price;
    }
}
";

/// A correction: what stands in the class, and what should.
const CORRECTION: (&str, &str) = ("pieces > 10", "pieces >= 10");

/// A recorded program in the folder `program`, and a place for versions of it.
struct Program {
    folder: TempDir,
}

impl Program {
    fn recorded(sources: &[(&str, &str)]) -> Program {
        let program = Program {
            folder: tempfile::tempdir().unwrap(),
        };
        let classes = program.path("program/target/classes");
        let texts = program.sources("program/src/main/java", sources, &[]);
        program.compile(&texts, &classes);
        let record = ["record", "java", "-o", "../trace", "--", "-cp"];
        let main = [classes.to_str().unwrap(), "Shop"];
        elenchus(&program.path("program"), &[&record[..], &main].concat()).expect(0, &[]);
        program
    }

    fn shop() -> Program {
        Program::recorded(&[("Shop", SHOP), ("Rebate", REBATE)])
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn say(&self, words: &[&str]) -> Said {
        elenchus(self.folder.path(), words)
    }

    /// Writes the sources of some classes, with some texts replaced.
    fn sources(
        &self,
        folder: &str,
        classes: &[(&str, &str)],
        changes: &[(&str, &str)],
    ) -> Vec<PathBuf> {
        fs::create_dir_all(self.path(folder)).unwrap();
        let write = |(class, text): &(&str, &str)| {
            let changed = changes.iter();
            let text = changed.fold((*text).to_owned(), |text, (old, new)| {
                text.replace(old, new)
            });
            let file = self.path(folder).join(format!("{class}.java"));
            fs::write(&file, text).unwrap();
            file
        };
        classes.iter().map(write).collect()
    }

    fn compile(&self, files: &[PathBuf], classes: &Path) {
        let compiled = javac()
            .args(["-g", "-cp"])
            .arg(self.path("program/target/classes"))
            .arg("-d")
            .arg(classes)
            .args(files)
            .status();
        assert!(compiled.unwrap().success());
    }

    /// What is said while some oracles alone are asked about a call, and what it complains of.
    fn ask(&self, oracles: &[&str], call: &str) -> (Vec<Value>, String) {
        let ask = ["ask", "trace", "--new", "--at", call];
        let how = ["--no-knowledge", "--json", "--otherwise", "unknown"];
        let said = self.say(&[&ask[..], oracles, &how, &["--transform", "none"]].concat());
        let events = said.out.lines().map(serde_json::from_str::<Value>);
        (events.collect::<Result<_, _>>().unwrap(), said.err)
    }

    /// What a version alone says about a call, and why if it leaves that open.
    fn asked(&self, version: &str, call: &str) -> (Option<String>, String) {
        let (events, complaints) = self.ask(&["--good", version], call);
        let answer = events.iter().find(|event| {
            event["type"] == "answer" && event["by"].as_str().unwrap().starts_with("running")
        });
        let notes = events.iter().filter_map(|event| event["text"].as_str());
        (
            answer.map(|answer| answer["answer"].as_str().unwrap().to_owned()),
            notes.collect::<Vec<_>>().join("\n") + &complaints,
        )
    }

    /// The version leaves a call open, for a reason that says this.
    #[track_caller]
    fn leaves_open(&self, version: &str, call: &str, reason: &str) {
        let (answer, notes) = self.asked(version, call);
        assert_eq!(answer, None, "{call}: {notes}");
        assert!(notes.contains(reason), "{call}: {notes}");
    }

    #[track_caller]
    fn answers(&self, version: &str, call: &str, wanted: &str) {
        let (answer, notes) = self.asked(version, call);
        assert_eq!(answer.as_deref(), Some(wanted), "{call}: {notes}");
    }

    /// What becomes of `Shop.add` by itself in a version is not known, for a reason that says this.
    #[track_caller]
    fn cannot_check(&self, version: &str, reason: &str) {
        let check = ["check", "trace", "--with", version, "--node", "Shop.add"];
        self.say(&check).expect(4, &[reason]);
    }

    /// Makes a file younger than all that is there.
    fn touch(file: &Path) {
        let later = SystemTime::now() + Duration::from_secs(5);
        let file = fs::File::options().append(true).open(file).unwrap();
        file.set_modified(later).unwrap();
    }
}

#[test]
fn another_program_is_no_version_of_this_one() {
    let program = Program::shop();
    program.sources("other", &[("Other", "class Other {}")], &[]);
    program.leaves_open("other", "Rebate.of", "holds none of the classes");
}

#[test]
fn what_a_version_lacks_is_not_taken_from_the_recorded_code() {
    let program = Program::shop();
    // In that version there was no class for rebates yet.
    let before = SHOP.replace("Rebate.of(pieces, 30)", "30 - (pieces < 10 ? 0 : 5)");
    program.sources("before", &[("Shop", &before)], &[]);
    program.leaves_open("before", "Rebate.of", "has no class Rebate");
    program.answers("before", "Shop.price", "wrong");
    // One file is a change of the recorded code, not a whole version.
    program.sources("one", &[("Shop", SHOP)], &[]);
    program.answers("one/Shop.java", "Shop.price", "right");
    // A folder that lacks what it needs itself.
    program.leaves_open("one", "Shop.price", "has no class Rebate");
}

#[test]
fn the_modules_of_a_checkout_are_found() {
    let program = Program::shop();
    let [shop, rebate] =
        [("shop", ("Shop", SHOP)), ("rebate", ("Rebate", REBATE))].map(|(module, class)| {
            let sources = format!("checkout/{module}/src/main/java");
            program.sources(&sources, &[class], &[CORRECTION])
        });
    program.compile(&rebate, &program.path("checkout/rebate/target/classes"));
    program.compile(&shop, &program.path("checkout/shop/target/classes"));
    program.answers("checkout", "Rebate.of", "wrong");
    program.answers("checkout", "Shop.price", "wrong");
}

#[test]
fn sources_that_were_changed_after_the_build_are_compiled() {
    let program = Program::shop();
    // The bug is fixed where it was recorded, and nothing is built.
    let fixed = program.sources(
        "program/src/main/java",
        &[("Rebate", REBATE)],
        &[CORRECTION],
    );
    Program::touch(&fixed[0]);
    program.answers("program", "Rebate.of", "wrong");
    fs::write(&fixed[0], "class Rebate { no java").unwrap();
    Program::touch(&fixed[0]);
    let check = ["check", "trace", "--with", "program", "--node", "Rebate.of"];
    program
        .say(&check)
        .expect(2, &["newer than their classes", "build"]);
}

#[test]
fn a_test_fails_on_the_code_that_was_recorded_even_if_it_was_built_anew_since() {
    let program = Program::shop();
    let fixed = program.sources(
        "program/src/main/java",
        &[("Rebate", REBATE)],
        &[CORRECTION],
    );
    let classes = program.path("program/target/classes");
    program.compile(&fixed, &classes);
    Program::touch(&classes.join("Rebate.class"));
    let test = ["test", "trace", "--with", "program", "--node", "Rebate.of"];
    program
        .say(&test)
        .expect(0, &["assertEquals(25, Rebate.of(10, 30));"]);
}

/// Every shop counts what it sells, and adds one too many.
const COUNTING: &str = "
public class Shop {
    int total;
    int bonus = BONUS;

    void add(int price) {
        total += price + 1;
    }

    public static void main(String[] arguments) {
        Shop shop = new Shop();
        shop.add(10);
        System.out.println(shop.total);
    }
}
";

#[test]
fn a_field_that_one_version_has_alone_leaves_open_what_could_depend_on_it() {
    let corrected = COUNTING.replace("price + 1", "price");
    let without = corrected.replace("    int bonus = BONUS;\n", "");
    // It holds nothing: whether it is there makes no difference.
    let program = Program::recorded(&[("Shop", &COUNTING.replace(" = BONUS", ""))]);
    program.sources("without", &[("Shop", &without)], &[]);
    program.answers("without", "Shop.add", "wrong");
    // The version has one field more, and nobody knows what that would hold.
    let log = "    java.util.List<Integer> log = new java.util.ArrayList<>();\n    int total;";
    let with_log = without.replace("    int total;", log);
    let with_log = with_log.replace("+= price;", "+= price; log.add(price);");
    program.sources("with", &[("Shop", &with_log)], &[]);
    program.cannot_check("with", "that version has a field Shop.log");
    // Whoever makes the shop can be run, and followed to the call.
    program.answers("with", "Shop.add", "wrong");
    // The version lacks a field that holds something.
    let program = Program::recorded(&[("Shop", &COUNTING.replace("BONUS", "3"))]);
    program.sources("without", &[("Shop", &without)], &[]);
    program.cannot_check("without", "has no field Shop.bonus");
    // It has another type there.
    let text = corrected.replace("int bonus = BONUS", "String bonus = \"3\"");
    program.sources("text", &[("Shop", &text)], &[]);
    program.cannot_check("text", "Shop.bonus has another type");
}

/// A shop whose money has a name of its own.
const MONEY: &str = "
public class Shop {
    Cash cash = new Cash(1);

    int add(int cents) {
        cash.cents += cents + 1;
        return cash.cents;
    }

    public static void main(String[] arguments) {
        System.out.println(new Shop().add(10));
    }
}

class Cash {
    int cents;

    Cash(int cents) {
        this.cents = cents;
    }
}
";

#[test]
fn a_type_with_another_name_is_another_type() {
    let program = Program::recorded(&[("Shop", MONEY)]);
    let renamed = [("Cash", "Money"), ("cents + 1", "cents")];
    program.sources("renamed", &[("Shop", MONEY)], &renamed);
    program.leaves_open("renamed", "Shop.add", "has no class Cash");
}

/// What is said of a price is told by running it alone, and what it writes to a file by a recording alone.
const WRITING: &str = "
public class Shop {
    static int price(int pieces) {
        return pieces > 10 ? 25 : 30;
    }

    static String label(int price) {
        return price + \" crowns\";
    }

    static int stamp(int number) throws java.io.IOException {
        try (java.io.FileWriter file = new java.io.FileWriter(\"stamp.txt\")) {
            file.write(number);
        }
        return number + 1;
    }

    public static void main(String[] arguments) throws java.io.IOException {
        System.out.println(label(price(10)) + stamp(7));
    }
}
";

#[test]
fn recordings_and_versions_tell_what_the_others_cannot() {
    let program = Program::recorded(&[("Shop", WRITING)]);
    let right = program.sources("right", &[("Shop", WRITING)], &[CORRECTION]);
    program.compile(&right, &program.path("right/classes"));
    let record = ["record", "java", "-o", "good", "--", "-cp", "right/classes"];
    program
        .say(&[&record[..], &["Shop"]].concat())
        .expect(0, &[]);
    let (recording, version) = ("trace:good", "version:right/classes");
    for oracles in [[recording, version], [version, recording]] {
        let [first, second] = oracles;
        let both = ["--oracle", first, "--oracle", second];
        let answer = |call| {
            let (events, _) = program.ask(&both, call);
            let answer = events.into_iter().find(|event| event["type"] == "answer");
            let answer = answer.expect(call);
            let by = answer["by"].as_str().unwrap();
            let by = if by.starts_with("running") {
                version
            } else {
                by
            };
            let by = by.to_owned();
            (answer["answer"].as_str().unwrap().to_owned(), by)
        };
        let said = |answer: &str, by: &str| (answer.to_owned(), by.to_owned());
        assert_eq!(answer("Shop.stamp"), said("right", recording));
        assert_eq!(answer("Shop.price"), said("wrong", first));
        if first == version {
            assert_eq!(answer("Shop.label"), said("right", version));
        }
    }
}
