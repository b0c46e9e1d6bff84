//! Pointing at a value leads to whoever made it: out of collections and their iterators, through objects that everybody shares,
//! and beyond what is searched.

mod support;

use std::fs;
use std::path::Path;

use support::elenchus;

const SOURCE: &str = include_str!("java/Week.java");

/// A folder with a recording of the program.
fn recorded() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Week.java"), SOURCE).unwrap();
    elenchus(folder.path(), &["record", "java", "-o", "run", "Week.java"]).expect(0, &[]);
    folder
}

/// What is said after the last of these lines was typed, in one line.
fn answered(folder: &Path, at: &str, typed: &str) -> String {
    fs::write(folder.join("typed"), format!("x loops\n{typed}\nq\n")).unwrap();
    let ask = ["ask", "run", "--new", "--no-knowledge", "--at", at];
    let said = elenchus(folder, &[&ask[..], &["--answers", "typed"]].concat());
    let last = typed.lines().next_back().unwrap();
    let found = said.out.rsplit_once(&format!("] > {last}\n"));
    let (_, after) = found.unwrap_or_else(|| panic!("{typed}: {said:#?}"));
    let all = format!("{after}{}", said.err);
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn expect(folder: &Path, at: &str, typed: &str, wanted: &str) {
    let said = answered(folder, at, typed);
    assert!(said.contains(wanted), "{typed}: {said}");
}

/// The number of the first node of a tree whose line has this text.
fn node(folder: &Path, text: &str) -> String {
    let tree = elenchus(folder, &["tree", "run"]);
    let line = tree.out.lines().find(|line| line.contains(text));
    let line = line.unwrap_or_else(|| panic!("{text}: {tree:#?}"));
    let (_, number) = line.rsplit_once("node ").unwrap();
    number.split([',', ')']).next().unwrap().to_owned()
}

#[test]
fn what_a_loop_takes_out_of_a_collection_leads_to_whoever_put_it_in() {
    let folder = recorded();
    let iteration = |of: &str, variable: &str| {
        let second = node(folder.path(), &format!("iteration 2 of `{of}"));
        format!("j {second}\ni {variable}")
    };
    for (of, variable) in [
        ("for (String key", "key"),
        ("for (Map.Entry", "entry"),
        ("for (Map.Entry", "entry.value"),
        ("for (int hour", "hour"),
        ("while (all.hasNext", "next"),
    ] {
        let typed = iteration(of, variable);
        let wanted = format!("{variable} comes from Week.hours()");
        expect(folder.path(), "Week.main", &typed, &wanted);
    }
    // The collection has no name of its own in the loop.
    let typed = iteration("for (String name", "name");
    let wanted = "name comes from Week.names()";
    expect(folder.path(), "Week.main", &typed, wanted);
    // Several iterations together declare the variable of the last one.
    let [first, second] = ["iteration 1", "iteration 2"]
        .map(|which| node(folder.path(), &format!("{which} of `for (String name")));
    let typed = format!("j {first} to {second}\ni name");
    expect(folder.path(), "Week.main", &typed, wanted);
}

#[test]
fn what_comes_from_the_callers_own_code_is_said_to_and_widens_the_search() {
    let folder = recorded();
    let inside = node(folder.path(), "iteration 2 of `for (String day");
    let typed = format!("j {inside}\ni day");
    // The search knows that the code of main is suspect.
    expect(
        folder.path(),
        "Week.main",
        &typed,
        "day comes from the own code of Week.main(args = {}) (node 0), which is among the suspects as it is Q2",
    );
    // Here it does not yet: it is asked, and if it is wrong, all that it ran is searched.
    expect(
        folder.path(),
        "Week.count",
        &typed,
        "day comes from the own code of Week.main(args = {}) (node 0), which called what is searched: it is asked about now, and if it is wrong, all of it is searched Q2 Week.main(args = {})",
    );
    let said = answered(folder.path(), "Week.count", &format!("{typed}\nn\nl"));
    assert!(said.contains("node 0 Week.main(args = {})"), "{said}");
    let after_right = answered(folder.path(), "Week.count", &format!("{typed}\ny\nl"));
    assert!(!after_right.contains("node 0 "), "{after_right}");
    let undone = answered(folder.path(), "Week.count", &format!("{typed}\nn\nu\nu\nl"));
    assert!(!undone.contains("node 0 "), "{undone}");
    assert!(undone.contains("Week.count("), "{undone}");
}

#[test]
fn objects_that_everybody_shares_lead_to_where_they_were_made() {
    let folder = recorded();
    let price = |typed: &str, wanted: &str| expect(folder.path(), "Week.price", typed, wanted);
    price(
        "j Week.Config.get\ni returned",
        "returned comes from static initialiser of Week.Config()",
    );
    price(
        "j Week.Config.get\ni returned.rate",
        "returned.rate comes from new Week.Config()",
    );
    // It was made before what is searched, by whoever first asked for it.
    let outside = "comes from Week.Rates.make() (node";
    let asked = "which ran before what is searched: it is asked about now, and if it is wrong, the search goes on in it Q2 Week.Rates.make()";
    for typed in [
        "j Week.Rates.of\ni this.rates[\"night\"]",
        "j Week.Rates.get\ni returned",
    ] {
        let said = answered(folder.path(), "Week.price", typed);
        assert!(said.contains(outside) && said.contains(asked), "{said}");
    }
    // The search goes on there.
    let typed = "j Week.Rates.of\ni this.rates[\"night\"]\nn\ny";
    price(typed, "BUG Week.Rates.make()");
    // A name means the call that is searched, not an earlier one.
    price("j Week.Rates.of", "Week.Rates.of(time = \"night\")");
    expect(
        folder.path(),
        "Week.main",
        "j Week.Rates.of",
        "Week.Rates.of(time = \"day\")",
    );
}

#[test]
fn what_was_made_here_was_not_given() {
    let folder = recorded();
    let wanted =
        "`returned` was not given to this but made in it: n returned says that it is wrong";
    expect(
        folder.path(),
        "Week.main",
        "j Week.hours\ni returned",
        wanted,
    );
    let wanted = "the question shows no `minutes`; it shows hours";
    expect(folder.path(), "Week.main", "j Week.keys\ni minutes", wanted);
    let wanted = "the question shows no `minutes`; it shows nothing that could be pointed at so";
    expect(
        folder.path(),
        "Week.main",
        "j Week.hours\ni minutes",
        wanted,
    );
}

const THROWER: &str = r#"
public class Thrower {
    static int left(int weight) {
        if (weight > 9) {
            throw new IllegalStateException("too heavy");
        }
        return 10 - weight;
    }

    static int pack(int... weights) {
        int room = 0;
        for (int weight : weights) {
            room += left(weight);
        }
        return room;
    }

    public static void main(String[] args) {
        System.out.println("packing");
        System.out.println(pack(3, 12));
    }
}
"#;

/// Before the first answer, the exception that ended the program can be pointed at, like a line of its output.
#[test]
fn an_exception_leads_to_whoever_threw_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Thrower.java"), THROWER).unwrap();
    let record = ["record", "java", "-o", "run", "Thrower.java"];
    elenchus(folder.path(), &record).expect(1, &[]);
    let at = "Thrower.main";
    let listed = "1 threw IllegalStateException: too heavy 2 │ packing is one of these wrong?";
    expect(folder.path(), at, "p", listed);
    let from = "threw comes from Thrower.left(weight = 12)";
    expect(folder.path(), at, "p 1", from);
    // As part of a question, too.
    expect(folder.path(), at, "j Thrower.pack\nn threw", from);
}
