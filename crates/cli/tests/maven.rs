//! `elenchus run -- mvn test` on the projects of `tests/maven`: which tests failed, and where the bug is.
//!
//! Maven fetches what it needs once and keeps it in its own folder.

#[path = "support/projects.rs"]
mod projects;
mod support;

use std::fs;
use std::path::Path;

use projects::copy;
use support::elenchus;

fn replace(file: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(old), "{}", file.display());
    fs::write(file, text.replace(old, new)).unwrap();
}

const MAVEN: [&str; 4] = ["mvn", "-q", "-B", "test"];

#[test]
fn failed_tests_of_junit_5_lead_to_the_bug() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
    copy("junit5", &good);
    copy("junit5", &bad);
    replace(
        &good.join("src/main/java/shop/Discount.java"),
        "pieces > 10",
        "pieces >= 10",
    );
    let record = [&["record", "run", "-o", "../good.trace", "--"][..], &MAVEN].concat();
    // One test fails there too, which ends Maven with 1.
    elenchus(&good, &record).expect(1, &[]);

    let oracle = ["--oracle", "trace:../good.trace", "--otherwise", "unknown"];
    let run = [&["run", "-o", "../bad.trace"], &oracle[..], &["--"], &MAVEN].concat();
    let said = elenchus(&bad, &run);
    said.expect(
        0,
        &[
            "3 tests failed:",
            "CartTest.reducesTenPieces() failed: ten plums are cheaper ==> expected: <335> but was: <340>",
            "CartTest.hasRates(pieces = 10, percent = 5) failed: expected: <5> but was: <0>",
            "CartTest.WhenEmptied.findsNothing() ended with NullPointerException",
            "the search starts at the first",
            "12 ▸     if (pieces > 10) {",
        ],
    );
    // What was expected, skipped or passed is no failure; Maven's own JVM leaves no trace.
    assert!(!said.err.contains("isSkipped"), "{said:#?}");
    assert!(!said.err.contains("refusesNothing"), "{said:#?}");
    let traces = folder.path().join("bad.trace").read_dir().unwrap();
    assert_eq!(traces.count(), 1);

    let other = [
        "ask",
        "../bad.trace",
        "--new",
        "--at",
        "CartTest.hasRates#2",
    ];
    let said = elenchus(&bad, &[&other, &oracle[..]].concat());
    said.expect(
        0,
        &[
            "Discount.rateFor(pieces = 10)",
            "12 ▸     if (pieces > 10) {",
        ],
    );

    // The tests that passed have a say in what is suspected, and so has a file; the bug is found all the same.
    fs::write(
        bad.join("weights"),
        "# new code\nshop.Discount 20\nshop.Cart 0\n",
    )
    .unwrap();
    let tests = "note: suspicion is by lines and by";
    for (prior, notes) in [("tests", &[tests][..]), ("weights", &[])] {
        let ask = [
            "ask",
            "../bad.trace",
            "--new",
            "--at",
            "CartTest.reducesTenPieces",
        ];
        let said = elenchus(&bad, &[&ask, &oracle[..], &["--prior", prior]].concat());
        said.expect(0, &[notes, &["12 ▸     if (pieces > 10) {"]].concat());
    }
    fs::write(bad.join("weights"), "shop.Discount much\n").unwrap();
    elenchus(&bad, &["ask", "../bad.trace", "--prior", "weights"]).expect(
        2,
        &["weights:1: `shop.Discount much` is not a pattern and a weight of 0 or more"],
    );
    let run = [&["run", "--prior", "no-such-file", "--"][..], &MAVEN].concat();
    elenchus(&bad, &run).expect(2, &["failed to read no-such-file"]);
}

#[test]
fn what_an_assertion_found_leads_to_whoever_returned_it() {
    let folder = tempfile::tempdir().unwrap();
    let shop = folder.path().join("shop");
    copy("junit5", &shop);
    let record = [&["record", "run", "-o", "../trace", "--"][..], &MAVEN].concat();
    elenchus(&shop, &record).expect(1, &[]);
    fs::write(shop.join("typed"), "p\np 1\nq\n").unwrap();
    let ask = ["ask", "../trace", "--answers", "typed", "--no-knowledge"];
    elenchus(&shop, &ask).expect(
        4,
        &[
            "1  failed: ten plums are cheaper ==> expected: <335> but was: <340>",
            "the actual value comes from Cart.total()",
            "returned  → 340",
        ],
    );
    // What the test was given was made before it, by its `@BeforeEach`, which is searched, too.
    fs::write(
        shop.join("typed"),
        "j Cart.total#2\ni this.lines[0].cents\nq\n",
    )
    .unwrap();
    let ask = [&ask[..], &["--new"]].concat();
    let said = elenchus(&shop, &ask);
    said.expect(
        4,
        &[
            "what ran before and prepared it is searched, too: new CartTest(); CartTest.fill()",
            "this.lines[0].cents comes from Cart.add(name = \"apple\"",
        ],
    );
}

#[test]
fn tests_of_junit_4_are_judged_as_junit_judges_them() {
    let folder = tempfile::tempdir().unwrap();
    copy("junit4", folder.path());
    // The tests run inside Maven's own JVM here.
    let run = ["run", "-o", "a.trace", "--otherwise", "unknown", "--"];
    let in_maven = [&run[..], &MAVEN, &["-DforkCount=0"]].concat();
    let said = elenchus(folder.path(), &in_maven);
    said.expect(
        4,
        &[
            "2 tests failed:",
            "ColumnsTest.eWordsStandInColumns() failed: expected:<ab |c |> but was:<ab| c|>",
            "ColumnsTest.fNothingIsThrown() failed: Expected exception: java.lang.IllegalStateException",
        ],
    );
    for fine in ["aNoWidth", "bNoWidth", "cSkipped", "dLongest"] {
        assert!(!said.err.contains(&format!("{fine} ")), "{said:#?}");
    }

    let run = ["run", "-o", "b.trace", "--otherwise", "unknown", "--"];
    let passing = [&run[..], &MAVEN, &["-Dtest=ColumnsTest#dLongestFirst"]].concat();
    let said = elenchus(folder.path(), &passing);
    said.expect(1, &["the tests ran and none of them failed", "--at"]);

    replace(
        &folder.path().join("src/main/java/text/Columns.java"),
        "return padded",
        "return paddded",
    );
    let run = ["run", "-o", "c.trace", "--otherwise", "unknown", "--"];
    let said = elenchus(folder.path(), &[&run[..], &MAVEN].concat());
    said.expect(
        3,
        &["ended with exit code 1 before any code of the project ran"],
    );
    assert!(!folder.path().join("c.trace").exists());
}

#[test]
fn tests_of_several_modules_in_several_jvms_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("modules");
    copy("modules", &project);
    let run = ["run", "-o", "../t", "--otherwise", "unknown", "--"];
    let said = elenchus(
        &project,
        &[&run[..], &["mvn", "-q", "-B", "verify"]].concat(),
    );
    said.expect(
        4,
        &[
            "7 tests failed:",
            "RoundingTest.isNearest() failed: expected:<30> but was:<20>\n      --at RoundingTest.isNearest#2",
            "TimeLimitTest.collectsErrors() failed: fifteen is 10",
            "TimeLimitTest.isInTime() failed: expected:<40> but was:<30>",
            "TimeLimitTest.throwsNothing() failed: Expected exception: java.lang.IllegalStateException",
            "BillIT.roundsEach(cents = 45, sum = 50) failed: of 45 expected [50] but found [40]",
            "BillIT.neverCloses() ended with TestException: Method",
            "SetUpIT.prepare() failed: expected [60] but found [50]",
        ],
    );
    // Two test classes with a JVM each, and the integration tests.
    assert_eq!(folder.path().join("t").read_dir().unwrap().count(), 3);

    // The integration tests run with the jars of both modules.
    let ask = ["ask", "../t", "--otherwise", "unknown", "--at"];
    let named = [&ask[..], &["BillIT.roundsEach#2"]].concat();
    let said = elenchus(&project, &named);
    said.expect(4, &["Bill.add(cents = 45)", "Money.round(cents = 45)"]);
}
