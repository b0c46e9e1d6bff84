//! What people are asked can be judged from the screen: nothing that decides is missing, and what is hard to judge is avoided.

#[path = "support/session.rs"]
mod session;
mod support;

use session::{about, said};

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
