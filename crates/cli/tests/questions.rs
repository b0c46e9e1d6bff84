//! What questions about recorded programs say, and what they leave out.

#[path = "support/session.rs"]
mod session;
mod support;

use std::fs;
use std::path::Path;

use elenchus_corpora::jdk::javac;
use session::{about, said};
use support::elenchus;

const SHELF: &str = r#"
public class Shelf {
    private int width;

    void widen(int by) {
        width = width + by;
    }

    static int length(String[] titles) {
        int length = 0;
        for (String title : titles) {
            length += title.length();
        }
        return length;
    }

    public static void main(String[] args) {
        Shelf shelf = new Shelf();
        shelf.widen(length(new String[] {"Emma", "Ulysses \uD83D\uDE00"}));
        Shelf other = new Shelf();
        other.widen(2);
        System.exit(shelf.width + other.width);
    }
}
"#;

#[test]
fn the_variables_of_the_body_are_gone_when_a_loop_is_over() {
    let said = said(
        ("Shelf.java", SHELF),
        16,
        "x loops\nj Shelf.length_loop1\nq\n",
    );
    let whole_loop = about(&said, "at line 11 in Shelf.length: 2 iterations");
    assert!(whole_loop.contains("length  0 → 14"), "{whole_loop}");
    assert!(!whole_loop.contains("not assigned"), "{whole_loop}");

    // A sign of two halves is no sign that is missing.
    assert!(whole_loop.contains("\"Ulysses 😀\"}"), "{whole_loop}");
}

#[test]
fn what_the_line_of_a_call_says_is_not_repeated_below_it() {
    let chess = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java/Chess/Chess.java");
    let chess = fs::read_to_string(chess).unwrap();
    let said = said(
        ("Chess.java", &chess),
        0,
        "x balance\nj Chess.castling\ni\nq\n",
    );
    let calls = about(&said, "Position.locate: 2 calls");
    assert!(calls.contains("this.x 0 → 5"), "{calls}");
    assert!(!calls.contains("1.this.x"), "{calls}");
}

const TABLE: &str = r#"
public class Table {
    static int square(int n) {
        return n * n;
    }

    public static void main(String[] args) {
        for (int n = 1; n <= 4; n++) {
            System.out.println(n + "\t" + square(n));
        }
    }
}
"#;

#[test]
fn iterations_tell_what_was_printed_in_them() {
    let typed = "s divide-query\nx loops\nq\n";
    let said = said(("Table.java", TABLE), 0, typed);
    let half = about(&said, "iterations 1–2 of");
    // Tabs stand there as on a terminal.
    let printed = "printed  │ 1       1\n              │ 2       4\n     Table.java:8";
    assert!(half.contains(printed), "{half}");
}

const STEPS: &str = r#"
public class Steps {
    static int total;

    static void add(int n) {
        int part = n;
        total = total + part;
    }

    static int twice(int n) {
        int sum = n + n;
        return sum;
    }

    public static void main(String[] args) {
        add(1);
        twice(2);
        add(3);
        twice(4);
        add(5);
        twice(6);
        add(7);
        twice(8);
        add(9);
        twice(10);
        System.out.println(total);
    }
}
"#;

#[test]
fn calls_in_a_row_are_shown_with_their_caller_and_opened_by_number() {
    let said = said(("Steps.java", STEPS), 0, "o 1\nsource\ny\ny\nq\n");
    let title = "Q1  Steps.main: 7 calls in a row  (nodes 1 to 7)";
    let first =
        "     line 16      add(1);\n     1            Steps.add(n = 1): Steps.total 0 → 1\n";
    let in_all = "7            Steps.add(n = 7): Steps.total 9 → 16\n     Steps.total  0 → 16\n";
    let opened = "1  Steps.add(n = 1)\n     1.Steps.total  0 → 1";
    let source = "▸     twice(10);";
    for wanted in [title, first, in_all, opened, source] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    // What is left is too little for a group.
    let third = about(&said, "Steps.twice(n = 8)");
    assert!(third.contains("3 suspects, right leaves 2"), "{third}");
}

/// Calls that are asked about again, after the search has gone elsewhere, are shown as they were.
#[test]
fn what_is_asked_again_is_shown_again() {
    let typed = "y\nj Steps.twice#4\nn\nr 1\nq\n";
    let said = said(("Steps.java", STEPS), 0, typed);
    let (_, again) = said.split_once("took answer 1 back").unwrap();
    let first = "1            Steps.add(n = 1): Steps.total 0 → 1\n";
    for wanted in ["Steps.main: 7 calls in a row  (nodes 1 to 7)", first] {
        assert!(again.contains(wanted), "{wanted}: {again}");
    }
    assert!(!again.contains("left out"), "{again}");
}

/// What each call of `java/Lengthy.java` has changed.
const IN_LONG_COLLECTIONS: [(&str, &str); 8] = [
    ("mark", "sieve[3000]  false → true\n"),
    ("append", "numbers[3000]  absent → 77\n"),
    ("replace", "numbers[2500]  2500 → -1\n"),
    ("removeFirst", "numbers[0]  0 → absent\n"),
    ("put", "names[2999]  \"x\" → \"name 2999\"\n"),
    (
        "add",
        "words  3000 elements → 3001 elements, added \"zebra\"\n",
    ),
    ("count", "counters[2900].count  0 → 1\n"),
    ("look", "found  {0} → {3000}\n"),
];

#[test]
fn whatever_changed_in_a_long_collection_is_told() {
    let calls = IN_LONG_COLLECTIONS.map(|(call, _)| format!("j Lengthy.{call}\n"));
    let source = include_str!("java/Lengthy.java");
    let said = said(
        ("Lengthy.java", source),
        0,
        &format!("{}q\n", calls.concat()),
    );
    for (call, change) in IN_LONG_COLLECTIONS {
        let question = about(&said, &format!("Lengthy.{call}("));
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        let change = change.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(question.contains(&change), "{call}: {question}");
        assert!(!question.contains("more changes"), "{call}: {question}");
    }
}

const PARCELS: &str = r#"
import java.util.List;
import java.util.Set;

public class Parcels {
    static int left(int weight) {
        if (weight > 9) {
            throw new IllegalStateException("too heavy");
        }
        return 10 - weight;
    }

    static void pack(List<Integer> weights) {
        int room = 0;
        for (int weight : weights) {
            room = room + 1;
            room += left(weight);
        }
    }

    static void send(Set<Integer> weights) {
        for (int weight : weights) {
            left(weight);
        }
    }

    int stamps = List.of().size();

    Parcels() {
        super();
    }

    static class Van {
        static int seats() {
            int seats = 0;
            while (seats < 3) {
                seats++;
            }
            return seats;
        }
    }

    static void stamp(List<Parcels> all, Parcels one) {
        one.stamps = all.size() + one.stamps;
    }

    public static void main(String[] args) {
        try {
            pack(List.of(3, 4, 12));
        } catch (IllegalStateException tooHeavy) {
            send(Set.of(11));
        } finally {
            Parcels parcel = new Parcels();
            stamp(List.of(parcel), parcel);
            Van.seats();
        }
    }
}
"#;

/// An exception ends an iteration, and nobody has noted what its variables held then: what they held before the iteration is
/// not shown for it.
#[test]
fn nothing_is_made_up_where_an_exception_ended_an_iteration_and_what_has_a_name_is_told_by_it() {
    let typed = "x loops\nj 7\nj 2\nj 11\nj Parcels.stamp\nj new Parcels\nsource\nj Parcels.Van.seats_loop1\nq\n";
    let said = said(("Parcels.java", PARCELS), 1, typed);
    let told = |title: &str| {
        about(&said, title)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let third = told("iteration 3 of");
    assert!(third.contains("weight 12"), "{third}");
    assert!(third.contains("room 15 → not known"), "{third}");
    let whole = told("in Parcels.pack: 3 iterations");
    assert!(whole.contains("room 0 → not known"), "{whole}");
    let of_set = told("of `for (int weight : weights)` at line 22");
    assert!(of_set.contains("weight → not known"), "{of_set}");

    // The source of a constructor has the initialisers of fields.
    let made = told("new Parcels(");
    assert!(made.contains("▸ int stamps = List.of().size();"), "{made}");
    let seats = told("(Parcels.Van.seats_loop1, node");
    assert!(seats.contains("seats 0 → 3"), "{seats}");

    // What has a name of its own is not told by the way to it from another one.
    let stamp = told("Parcels.stamp(");
    assert!(stamp.contains("one.stamps 0 → 1"), "{stamp}");
    assert!(!stamp.contains("all[0].stamps"), "{stamp}");
}

const LAMBDAS: &str = r#"
import java.util.function.IntUnaryOperator;

public class Lambdas {
    static int first(int n) {
        int sum = n + 1;
        return sum;
    }

    public static void main(String[] args) {
        int n = first(3);
        IntUnaryOperator twice = x -> x * 2;
        IntUnaryOperator more = x -> x + n;
        System.out.println(twice.applyAsInt(n) + more.applyAsInt(n));
    }
}
"#;

#[test]
fn a_number_is_a_node_and_not_the_end_of_a_name() {
    let said = said(("Lambdas.java", LAMBDAS), 0, "j 1\nq\n");
    let asked = about(&said, "(node 1)");
    assert!(asked.contains("Lambdas.first(n = 3)"), "{asked}");
}

/// Values that go through records, accessors, maps, lists and loops before they are printed.
const FREIGHT: &str = include_str!("java/Freight.java");

/// What is said after these lines were typed, from the last of them on.
fn answered(typed: &str) -> String {
    let said = said(("Freight.java", FREIGHT), 0, &format!("{typed}\nq\n"));
    let last = typed.lines().next_back().unwrap();
    let (_, after) = said.rsplit_once(&format!("] > {last}\n")).unwrap();
    after.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_part_is_followed_through_whoever_only_passes_it_on() {
    let zone = "comes from Freight.zoneOf(country = \"us\") (node 2) Q2 Freight.zoneOf";
    let bob = "comes from Freight.Account.add(amount = 4) (node 11) Q2 Freight.Account.add";
    let days = "comes from Freight.days() (node 12) Q2 Freight.days()";
    for (typed, expected) in [
        // The record's constructor was given it.
        ("j Freight.quote\nn returned.zone", zone),
        ("j Freight.Quote.zone\ni returned", zone),
        // As the question and the group show it.
        (
            "j Freight.Bank.transfer\nn this.accounts[\"bob\"].balance",
            bob,
        ),
        ("n this.accounts[\"bob\"].balance", bob),
        ("j Freight.Account.balance\ni returned", bob),
        // The variable of a for-each loop comes from the list, not from the iteration before.
        ("j 17\ni day", days),
    ] {
        let said = answered(typed);
        assert!(said.contains(expected), "{typed}: {said}");
    }
    // An accessor has not made the value that it returns.
    let said = answered("j Freight.Account.balance\nn returned");
    let expected =
        "returned was like this before: Freight.Account.add(amount = 4) (node 11) wrote it";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_line_of_output_leads_to_whoever_made_what_it_says() {
    let said = answered("p");
    assert!(
        said.starts_with("1 │ eu 21 2 │ total 3 3 │ bob 9 "),
        "{said}"
    );
    for (typed, expected) in [
        (
            "p 2",
            "line 2 of the output comes from Freight.book(days = [\"mon\", \"sum\", \"tue\"]) (node 13) Q2",
        ),
        (
            "p 3",
            "line 3 of the output comes from Freight.Account.add(amount = 4) (node 11) Q2",
        ),
        (
            "p eu",
            "\"eu\" in line 1 of the output comes from Freight.zoneOf(country = \"us\") (node 2) Q2",
        ),
        // It is an answer: it can be taken back.
        ("p 3\nu", "took 1 answer back Q1"),
        (
            "p 3\nshow",
            "Q2 Freight.Account.add(amount = 4) (node 11) this Account(balance=5)",
        ),
    ] {
        let said = answered(typed);
        assert!(said.starts_with(expected), "{typed}: {said}");
    }
}

const BILLS: &str = r#"
public class Bills {
    record Bill(String plate, int cents) {}

    static int fee(int minutes) {
        return minutes / 60 * 200;
    }

    static Bill bill(String plate, int minutes) {
        return new Bill(plate, fee(minutes));
    }

    static java.util.List<Integer> charges() {
        java.util.List<Integer> charges = new java.util.ArrayList<>();
        charges.add(3);
        charges.add(4000);
        return charges;
    }

    static int sum(java.util.List<Integer> charges) {
        int sum = 0;
        for (int charge : charges) {
            sum += charge;
        }
        return sum;
    }

    public static void main(String[] args) {
        sum(charges());
        Bill first = bill("AA", 130);
        Bill second = bill("BB", 45);
        System.out.println(second);
        System.out.println(first);
        System.out.print(table(first, second));
    }

    static String table(Bill... bills) {
        StringBuilder rows = new StringBuilder();
        for (Bill bill : bills) {
            rows.append(bill.plate()).append(' ').append(bill.cents()).append('\n');
        }
        return rows.toString();
    }
}
"#;

#[test]
fn a_printed_record_leads_to_whoever_made_it_and_its_parts_to_whoever_made_them() {
    for (typed, expected) in [
        (
            "p 1",
            "line 1 of the output comes from Bills.bill(plate = \"BB\", minutes = 45)",
        ),
        (
            "p cents=400",
            "\"cents=400\" in line 2 of the output comes from Bills.fee(minutes = 130)",
        ),
        // One line of a text of several.
        ("p 4", "line 4 of the output comes from Bills.table(bills)"),
        // A number that the loop has taken out of its box.
        (
            "x loops\nj 5\ni charge",
            "charge comes from Bills.charges() (node 1) Q2",
        ),
    ] {
        let said = said(("Bills.java", BILLS), 0, &format!("{typed}\nq\n"));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(expected), "{typed}: {said}");
    }
}

const HIDDEN: &str = r#"
public class Hidden {
    private int size = 4;

    private int larger(int by) {
        return size + by + 1;
    }

    class Inner {
        int call() {
            return larger(3) + size;
        }
    }

    public static void main(String[] args) {
        System.exit(new Hidden().new Inner().call());
    }
}
"#;

#[test]
fn routines_are_named_as_questions_name_them_and_what_the_compiler_made_is_not_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Hidden.java"), HIDDEN).unwrap();
    // Before Java 11, inner classes reached private members by methods that the compiler made.
    let compiled = javac()
        .args(["--release", "8", "-g", "-nowarn", "-d", ".", "Hidden.java"])
        .current_dir(folder.path())
        .output();
    assert!(compiled.unwrap().status.success());
    let record = ["record", "java", "-o", "run", "--", "-cp", ".", "Hidden"];
    elenchus(folder.path(), &record).expect(12, &[]);
    elenchus(folder.path(), &["tree", "run"]).expect(0, &["Hidden.access$000"]);
    let typed = "j new Hidden.Inner\nx none\nn\nn\ny\ny\ny\nq\n";
    fs::write(folder.path().join("typed"), typed).unwrap();
    let ask = [
        "ask",
        "run",
        "--answers",
        "typed",
        "--no-knowledge",
        "--exclude",
        "no.such",
    ];
    let said = elenchus(folder.path(), &ask);
    let texts = [
        "Q1  new Hidden.Inner(",
        "warning: --exclude no.such: no routine that ran is called so",
    ];
    for text in texts {
        assert!(
            said.out.contains(text) || said.err.contains(text),
            "{said:#?}"
        );
    }
    assert!(!said.out.contains("access$"), "{said:#?}");
}

const WALK: &str = r#"
public class Walk {
    static class Inner {
        static int sum(int[] numbers) {
            int sum = 0;
            int at = 0;
            while (true) {
                if (at == numbers.length) break;
                sum += numbers[at];
                at++;
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        System.exit(Inner.sum(new int[] {1, 2}));
    }
}
"#;

#[test]
fn head_and_listing_of_a_report_name_the_same_lines() {
    let typed = "x loops\nj Walk.Inner.sum_loop1\nx none\nj Walk.Inner.sum\nn\nu\nq\n";
    let said = said(("Walk.java", WALK), 3, typed);
    // The line of the loop itself, not of the first code in it; and by the name of its class on the screen.
    let asked = about(&said, "`while (true)`");
    assert!(
        asked.contains("`while (true)` at line 7 in Walk.Inner.sum"),
        "{asked}"
    );
    // The loop is hidden in the call, so that its lines are the call's.
    let (_, report) = said.split_once("BUG  ").unwrap();
    let (report, _) = report.split_once("is that the bug?").unwrap();
    assert!(
        report.contains("     Walk.java:5–6, 8–10, 12\n"),
        "{report}"
    );
    let marked = report.lines().filter_map(|line| line.split_once(" ▸  "));
    let marked: Vec<&str> = marked.map(|(number, _)| number.trim()).collect();
    assert_eq!(marked, ["5", "6", "8", "9", "10", "12"], "{report}");
}
