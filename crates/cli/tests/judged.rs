//! What people are asked can be judged from the screen: nothing that decides is missing, and what is hard to judge is avoided.

#[path = "support/session.rs"]
mod session;
mod support;

use std::fs;
use std::path::Path;

use session::{about, said};
use support::elenchus;

const SIGNALS: &str = r#"
public class Signals {
    static class Done extends RuntimeException {
        final int value;

        Done(int value) {
            this.value = value;
        }
    }

    static void step(int n) {
        if (n == 2) {
            throw new Done(7 * n);
        }
    }

    static void passedOn(int[] all) {
        for (int n : all) {
            step(n);
        }
    }

    static int caught(int[] all) {
        try {
            for (int n : all) {
                step(n);
            }
        } catch (Done done) {
            return done.value;
        }
        return 0;
    }

    static int own(int[] all) {
        int sum = 0;
        for (int n : all) {
            sum += 12 / (n - 2);
        }
        return sum;
    }

    static int replaced(int[] all) {
        try {
            for (int n : all) {
                try {
                    step(n);
                } catch (Done done) {
                    throw new IllegalStateException("other");
                }
            }
        } catch (IllegalStateException other) {
            return -1;
        }
        return 0;
    }

    public static void main(String[] args) {
        int[] all = {1, 2, 3};
        try {
            passedOn(all);
        } catch (Done done) {
            System.out.println(caught(all) + replaced(all));
        }
        own(all);
    }
}
"#;

/// What an exception brings is a result of the loop that it leaves. Where it cannot be told which one it was, none is named.
#[test]
fn a_loop_tells_which_exception_has_left_it() {
    let loops = ["passedOn", "caught", "own", "replaced"];
    let typed = loops
        .map(|name| format!("j Signals.{name}_loop1\n"))
        .concat();
    let said = said(
        ("Signals.java", SIGNALS),
        1,
        &format!("x loops\n{typed}q\n"),
    );
    let left = |routine: &str| {
        let question = about(&said, &format!("in Signals.{routine}: 2 iterations"));
        let (_, left) = question.split_once("left").unwrap();
        left.lines().next().unwrap().trim().to_owned()
    };
    assert!(left("passedOn").ends_with("Done (value=14)"), "{said}");
    assert!(left("caught").ends_with("Done (value=14)"), "{said}");
    assert_eq!(left("own"), "→ by ArithmeticException: / by zero");
    assert_eq!(left("replaced"), "→ by an exception");
}

const UNEVEN: &str = r#"
public class Uneven {
    private int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t;

    void set(int by) {
        ABC
    }

    int counted(int from) {
        int by = from;
        DEF
        return by;
    }

    public static void main(String[] args) {
        Uneven uneven = new Uneven();
        uneven.set(3);
        System.exit(uneven.counted(4));
    }
}
"#;

/// Of two questions that tell as much, the one is asked whose changes fit a screen.
#[test]
fn what_does_not_fit_is_avoided() {
    let each = |line: &dyn Fn(char) -> String| ('a'..='t').map(line).collect::<String>();
    let source = UNEVEN.replace("ABC", &each(&|name| format!("{name} = {name} + by;\n")));
    let source = source.replace("DEF", &each(&|_| "by = by + 1;\n".to_owned()));
    let said = said(("Uneven.java", &source), 24, "q\n");
    let first = about(&said, "1  ");
    assert!(first.starts_with("1  Uneven.counted(from = 4)"), "{said}");
}

const DEPOT: &str = r#"
import java.util.*;

public class Depot {
    record Parcel(String id, String town, String sender, int days) {}

    record Summary(int count, Optional<Parcel> slowest) {}

    static Summary summary(List<Parcel> parcels) {
        Comparator<Parcel> byDays = Comparator.comparingInt(Parcel::days);
        return new Summary(parcels.size(), parcels.stream().max(byDays));
    }

    static void visit(PriorityQueue<Parcel> waiting) {
        Parcel next = waiting.poll();
        waiting.add(new Parcel(next.id(), next.town(), next.sender(), next.days() + 7));
    }

    public static void main(String[] args) {
        List<Parcel> parcels = List.of(new Parcel("p1", "Bonn", "Ada", 2), new Parcel("p2", "Jena", "Ada", 9), new Parcel("p3", "Kiel", "Ada", 4));
        System.out.println(summary(parcels).count());
        PriorityQueue<Parcel> waiting = new PriorityQueue<>(Comparator.comparingInt(Parcel::days));
        waiting.addAll(parcels);
        visit(waiting);
        System.out.println(waiting.size());
    }
}
"#;

/// Which of some objects is meant, and what a queue held before something came and went, may decide the answer.
#[test]
fn an_object_is_known_again_and_a_queue_shows_what_it_held() {
    let said = said(
        ("Depot.java", DEPOT),
        0,
        "j Depot.summary\nj Depot.visit\nq\n",
    );
    let unwrapped = |title: &str| {
        let words = about(&said, title).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    };
    let summary = unwrapped("Depot.summary(");
    assert!(
        summary.contains(r#"slowest=Optional[Parcel#1 id="p2"])"#),
        "{summary}"
    );
    let visit = unwrapped("Depot.visit(");
    let held = r#"waiting [Parcel(id="p1", town="Bonn", sender="Ada", days=2), Parcel(id="p2", town="Jena", sender="Ada", days=9), Parcel(id="p3", town="Kiel", sender="Ada", days=4)] → without"#;
    assert!(visit.contains(held), "{visit}");
}

/// "126 suspects, right leaves 125, wrong 1": as long as there are many suspects, either answer clears a good part of them.
#[test]
fn no_question_clears_next_to_nothing() {
    let everyday = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/everyday");
    let folder = tempfile::tempdir().unwrap();
    let mut questions = 0;
    for program in ["MiniJson", "Orders", "Scheduler"] {
        let source = everyday.join(format!("{program}.java"));
        let source = source.to_str().unwrap();
        elenchus(folder.path(), &["record", "java", "-o", program, source]);
        for answers in ["y\n".repeat(20), "n\ny\ny\n".repeat(7), "y\nn\n".repeat(10)] {
            fs::write(folder.path().join("typed"), format!("{answers}q\n")).unwrap();
            let ask = ["ask", program, "--new", "--no-knowledge"];
            let ask = [&ask[..], &["--answers", "typed"]].concat();
            let said = elenchus(folder.path(), &ask);
            for line in said.out.lines() {
                let Some((now, rest)) = line.trim().split_once(" suspects, right leaves ") else {
                    continue;
                };
                let (if_right, rest) = rest.split_once(", wrong ").unwrap();
                let if_wrong = rest.split(';').next().unwrap();
                let [now, if_right, if_wrong] =
                    [now, if_right, if_wrong].map(|count| count.parse::<u64>().unwrap());
                questions += 1;
                let cleared = now - if_right.max(if_wrong);
                assert!(now < 20 || 20 * cleared >= now, "{program}: {line}");
            }
        }
    }
    assert!(questions > 30, "only {questions} questions");
}

const SUMS: &str = r#"
public class Sums {
    static int[] filled(int size) {
        int[] data = new int[size];
        int seed = 12345;
        for (int i = 0; i < size; i++) {
            seed = seed * 1103515245 + 12345;
            data[i] = (seed >>> 16) & 0xff;
        }
        return data;
    }

    static int checksum(int[] data) {
        int sum = 0;
        for (int one : data) {
            sum = (sum * 131 + one) % 1_000_007;
        }
        return sum;
    }

    static int off(int amount, int years) {
        int percent = years > 5 ? 15 : 0;
        return amount * percent / 100;
    }

    static int price(int amount, int years) {
        int off = off(amount, years);
        return amount - off;
    }

    public static void main(String[] args) {
        int sum = checksum(filled(400));
        int total = price(100, 5) + price(200, 11);
        System.exit(sum % 2 + total % 50);
    }
}
"#;

/// What hundreds of iterations sum up is asked about when nothing else is left, and is not forgotten.
#[test]
fn sums_over_hundreds_of_iterations_are_asked_about_last() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Sums.java"), SUMS).unwrap();
    elenchus(folder.path(), &["record", "java", "-o", "run", "Sums.java"]).expect(20, &[]);
    let ask = |typed: &str, code: i32| {
        fs::write(folder.path().join("typed"), typed).unwrap();
        let ask = ["ask", "run", "--new", "--answers", "typed"];
        let said = elenchus(folder.path(), &[&ask[..], &["--no-knowledge"]].concat());
        said.expect(code, &[]);
        said.out
    };
    let sums = |said: &str| said.matches("iterations").count();
    // Whoever finds all calls right is not asked about any sum.
    let said = ask(&"y\n".repeat(20), 0);
    let (questions, report) = said.split_once("\nBUG  ").unwrap();
    assert_eq!(sums(questions), 0, "{said}");
    assert!(
        questions.matches("\nQ").count() > 2 && report.starts_with("Sums.main("),
        "{said}"
    );
    // In what is wrong, nothing else is left.
    let said = ask("j Sums.checksum\nn\nq\n", 4);
    let last = said.rsplit("\nQ").next().unwrap();
    assert!(
        last.starts_with("2  iterations 1–") && last.contains("in Sums.checksum"),
        "{said}"
    );

    // Who says that one of them is wrong is asked about its iterations.
    let said = ask("j Sums.checksum_loop1\nn\nq\n", 4);
    let last = said.rsplit("\nQ").next().unwrap();
    assert!(last.contains("in Sums.checksum"), "{said}");
}
