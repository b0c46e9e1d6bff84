//! `elenchus check`: is the bug fixed, and has something else changed?

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use elenchus_corpora::jdk::javac;
use serde_json::Value;
use support::{Said, elenchus};
use tempfile::TempDir;

/// Ten pieces should have a discount.
const SHOP: &str = "
public class Shop {
    static int price(int pieces) {
        return pieces * 3;
    }

    static int discount(int pieces) {
        return pieces > 10 ? 5 : 0;
    }

    static int total(int pieces) {
        return price(pieces) - discount(pieces);
    }

    public static void main(String[] arguments) {
        System.out.println(total(10));
    }
}
";

/// A recording of the shop, and a folder for versions of it.
struct Shop {
    folder: TempDir,
}

impl Shop {
    fn new() -> Shop {
        let shop = Shop {
            folder: tempfile::tempdir().unwrap(),
        };
        let source = shop.version("buggy", &[]);
        let classes = shop.folder.path().join("classes");
        let compiled = javac()
            .args(["-g", "-d"])
            .arg(&classes)
            .arg(source.join("Shop.java"))
            .status();
        assert!(compiled.unwrap().success());
        shop.say(&[
            "record", "java", "-o", "trace", "--", "-cp", "classes", "Shop",
        ])
        .expect(0, &["30"]);
        shop
    }

    fn say(&self, words: &[&str]) -> Said {
        elenchus(self.folder.path(), words)
    }

    /// A version of the source with some texts replaced.
    fn version(&self, name: &str, changes: &[(&str, &str)]) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        let changed = changes.iter().fold(SHOP.to_owned(), |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replace(old, new)
        });
        fs::write(folder.join("Shop.java"), changed).unwrap();
        folder
    }

    /// Asks from the top down, with these answers.
    fn ask(&self, answers: &str) {
        fs::write(self.folder.path().join("answers"), answers).unwrap();
        let ask = ["ask", "trace", "--new", "--answers", "answers"];
        let how = ["--strategy", "top-down", "--no-knowledge", "--plain"];
        let said = self.say(&[&ask[..], &how].concat());
        said.expect(0, &["BUG", "Shop.discount(pieces = 10)"]);
    }

    fn check(&self, with: &Path, options: &[&str]) -> Said {
        let check = ["check", "trace", "--with", with.to_str().unwrap()];
        self.say(&[&check[..], options].concat())
    }
}

#[test]
fn a_fix_is_one_when_what_was_said_comes_out_and_nothing_else_changes() {
    let shop = Shop::new();
    let nothing = shop.check(Path::new("buggy"), &[]);
    nothing.expect(2, &["nothing was answered about trace yet", "elenchus ask"]);
    shop.ask("n\ny\nn returned = 5\ny\n");
    let right = ("pieces > 10", "pieces >= 10");
    let fixed = shop.version("fixed", &[right]);
    let said = shop.check(&fixed, &[]);
    said.expect(
        0,
        &[
            "Shop.discount(pieces = 10)",
            "was wrong and is right now, as you said",
            "returned  0 → 5, should be 5",
            "1 answer that was right comes out the same",
            "fixed: ",
        ],
    );
    let said = shop.check(Path::new("buggy"), &[]);
    said.expect(1, &["was wrong and comes out the same", "not fixed"]);
    let otherwise = shop.version("otherwise", &[("pieces > 10 ? 5", "pieces >= 10 ? 6")]);
    let said = shop.check(&otherwise, &[]);
    said.expect(
        1,
        &[
            "but not as you said",
            "returned  0 → 6, should be 5",
            "not fixed",
        ],
    );
    let breaks = shop.version("breaks", &[right, ("* 3", "* 4")]);
    let said = shop.check(&breaks, &[]);
    said.expect(
        1,
        &[
            "was right and comes out otherwise now",
            "returned  30 → 40",
            "something that was right has changed",
        ],
    );
    let json = shop.check(&breaks, &["--json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["type"], "checked");
    assert_eq!(json["verdict"], "not-fixed");
    assert_eq!(json["blamed"][0]["now"], "right-now");
    let answered = json["answered"].as_array().unwrap();
    let price = answered
        .iter()
        .find(|piece| piece["title"].as_str().unwrap().contains("price"));
    assert_eq!(price.unwrap()["now"], "broken");
}

#[test]
fn a_version_that_was_right_knows_what_should_come_out() {
    let shop = Shop::new();
    shop.ask("n\ny\nn\ny\n");
    let fixed = shop.version("fixed", &[("pieces > 10", "pieces >= 10")]);
    let good = shop.version("good", &[("pieces > 10", "pieces > 9")]);
    let said = shop.check(&fixed, &[]);
    said.expect(
        4,
        &[
            "was wrong and comes out otherwise now",
            "nobody has said how",
        ],
    );
    let said = shop.check(&fixed, &["--good", "good"]);
    said.expect(0, &["was wrong and is right now, as `", "good`", "fixed: "]);
    let otherwise = shop.version("otherwise", &[("? 5", "? 6"), ("> 10", "> 9")]);
    let said = shop.check(&otherwise, &["--good", good.to_str().unwrap()]);
    said.expect(1, &["but not as `", "not fixed"]);
    let lacks = shop.version("lacks", &[("discount(", "rebate(")]);
    let said = shop.check(&lacks, &[]);
    said.expect(4, &["that version has no Shop.discount", "not known"]);
    // The corrected file alone will do, but nothing that is neither source nor jar.
    let said = shop.check(&fixed.join("Shop.java"), &["--good", "good/Shop.java"]);
    said.expect(0, &["was wrong and is right now, as `", "fixed: "]);
    let said = shop.check(Path::new("answers"), &[]);
    said.expect(2, &["answers is neither a jar nor a Java source"]);
    let said = shop.check(Path::new("nowhere"), &[]);
    said.expect(2, &["there is no nowhere"]);
    let program = shop.check(&fixed, &["--oracle", "exec:true"]);
    program.expect(2, &["--good PATH"]);
}
