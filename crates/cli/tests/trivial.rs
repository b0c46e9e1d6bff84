//! Bugs in routines so simple that they are asked about last: they are found all the same.

mod support;

use std::fs;
use std::path::Path;

use support::elenchus;
use tempfile::TempDir;

const PARCEL: &str = r#"
public class Parcel {
    static class Box {
        private final int width;
        private final int height;

        Box(int width, int height) {
            this.width = width;
            this.height = height;
        }

        int getWidth() {
            return width;
        }

        int getHeight() {
            return width;
        }
    }

    static boolean fits(Box box, int width, int height) {
        int left = box.getWidth() - width;
        int above = box.getHeight() - height;
        return left >= 0 && above >= 0;
    }

    public static void main(String[] args) {
        Box flat = new Box(40, 5);
        boolean found = fits(flat, 8, 30);
        if (found) throw new IllegalStateException("too high");
    }
}
"#;

const LARGEST: &str = r#"
public class Largest {
    static int max(int a, int b) {
        return Math.min(a, b);
    }

    static int largest(int[] numbers) {
        int largest = numbers[0];
        for (int n : numbers) {
            largest = max(largest, n);
        }
        return largest;
    }

    public static void main(String[] args) {
        int found = largest(new int[] {3, 9, 4});
        if (found != 9) throw new IllegalStateException("found " + found);
    }
}
"#;

const LINE: &str = r#"
public class Line {
    private String name;
    private int seen;
    private int limit;

    void setLimit(int limit) {
        this.seen = limit;
    }

    void rename(String name) {
        this.name = name;
    }

    static Line of(int limit) {
        Line line = new Line();
        line.setLimit(limit);
        line.rename("left");
        return line;
    }

    public static void main(String[] args) {
        Line line = of(3);
        if (line.seen != 0) throw new IllegalStateException("closed");
    }
}
"#;

const QUEUE: &str = r#"
import java.util.ArrayList;
import java.util.List;

public class Queue {
    private final List<String> names = new ArrayList<>();

    boolean isEmpty() {
        return true;
    }

    String first() {
        String found = "nobody";
        if (!isEmpty()) {
            found = names.get(0);
        }
        return found;
    }

    public static void main(String[] args) {
        Queue queue = new Queue();
        queue.names.add("Ada");
        String first = queue.first();
        if (!first.equals("Ada")) throw new IllegalStateException(first);
    }
}
"#;

/// A folder with a recording, `run`, of a program in a file of this name.
fn recorded(file: &str, source: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), source).unwrap();
    let record = ["record", "java", "-o", "run", file];
    elenchus(folder.path(), &record).expect(1, &[]);
    folder
}

/// What a search says that is told that pieces with one of these words in their titles are wrong, and all others are right.
fn told(folder: &Path, wrong: &[&str]) -> String {
    let titles: Vec<String> = wrong
        .iter()
        .map(|word| format!(r#"*'"title":"'*'{word}'*"#))
        .collect();
    let oracle = format!(
        "while read -r question; do case \"$question\" in \
         {}) echo '{{\"answer\":\"wrong\"}}';; *) echo '{{\"answer\":\"right\"}}';; esac; done\n",
        titles.join("|")
    );
    fs::write(folder.join("oracle.sh"), oracle).unwrap();
    let ask = ["ask", "run", "--no-knowledge", "--oracle"];
    let said = elenchus(folder, &[&ask[..], &["exec:sh oracle.sh"]].concat());
    said.expect(0, &["BUG"]);
    said.out
}

#[test]
fn a_getter_of_the_wrong_field_is_found() {
    let folder = recorded("Parcel.java", PARCEL);
    let said = told(folder.path(), &["Parcel.fits(", "getHeight"]);
    assert!(said.contains("BUG  Parcel.Box.getHeight()"), "{said}");
    // The other one does what its name says.
    assert!(!said.contains("getWidth"), "{said}");
}

#[test]
fn a_call_that_is_passed_on_to_the_wrong_method_is_found() {
    let folder = recorded("Largest.java", LARGEST);
    let said = told(
        folder.path(),
        &["Largest.largest", "max(a = 3, b = 9", "max: 3"],
    );
    assert!(said.contains("BUG  Largest.max(a = 3, b = 9)"), "{said}");
}

#[test]
fn a_setter_of_the_wrong_field_is_found() {
    let folder = recorded("Line.java", LINE);
    let said = told(folder.path(), &["Line.of(", "setLimit"]);
    assert!(said.contains("BUG  Line.setLimit(limit = 3)"), "{said}");
}

#[test]
fn a_method_that_always_returns_the_same_is_found() {
    let folder = recorded("Queue.java", QUEUE);
    let said = told(folder.path(), &["Queue.first", "isEmpty"]);
    assert!(said.contains("BUG  Queue.isEmpty()"), "{said}");
}

#[test]
fn the_caller_is_blamed_when_the_trivial_calls_are_right() {
    let folder = recorded("Queue.java", QUEUE);
    let said = told(folder.path(), &["Queue.first"]);
    assert!(said.contains("BUG  Queue.first()"), "{said}");
    // The report tells what was asked.
    assert!(said.contains("Queue.isEmpty(): right"), "{said}");
}

#[test]
fn whatever_is_said_to_be_wrong_is_the_bug_and_no_contradiction() {
    let folder = recorded("Parcel.java", PARCEL);
    // At once, and after its caller was said to be right; also one that does what its name says.
    for typed in [
        "j Parcel.Box.getHeight\nn\nq\n",
        "j Parcel.fits\ny\nj Parcel.Box.getHeight\nn\nq\n",
        "j Parcel.Box.getWidth\nn\nq\n",
    ] {
        fs::write(folder.path().join("typed"), typed).unwrap();
        let ask = [
            "ask",
            "run",
            "--new",
            "--no-knowledge",
            "--answers",
            "typed",
        ];
        let said = elenchus(folder.path(), &ask);
        said.expect(0, &["BUG  Parcel.Box.get"]);
    }
}

const PLACES: &str = r#"
import java.util.HashMap;
import java.util.Map;

public class Places {
    static class Place {
        final int x;
        final int y;

        Place(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place place && place.x == x && place.y == y;
        }

        @Override
        public int hashCode() {
            int sum = 0;
            for (int i = 0; i < x; i++) {
                sum += y;
            }
            return 31 * sum + y;
        }
    }

    static void name(Map<Place, String> names, Place place, String name) {
        names.put(place, name + "!");
    }

    public static void main(String[] args) {
        Map<Place, String> names = new HashMap<>();
        name(names, new Place(1, 2), "home");
        name(names, new Place(3, 4), "work");
        if (!names.get(new Place(3, 4)).equals("work")) throw new IllegalStateException();
    }
}
"#;

/// Nobody can tell whether a hash code is right as long as there is something else to ask about.
#[test]
fn hash_codes_are_asked_about_last() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Places.java"), PLACES).unwrap();
    let record = ["record", "java", "-o", "run", "Places.java"];
    elenchus(folder.path(), &record).expect(1, &[]);
    let right = "y\n".repeat(30);
    fs::write(folder.path().join("typed"), format!("x none\n{right}q\n")).unwrap();
    let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
    let said = elenchus(folder.path(), &ask);
    let asked: Vec<&str> = said
        .out
        .split("\nQ")
        .skip(1)
        .filter_map(|question| question.split_once("  ").map(|(_, rest)| rest))
        .collect();
    let first_hash = asked.iter().position(|title| title.contains("hashCode"));
    let first_hash = first_hash.unwrap_or_else(|| panic!("{said:#?}"));
    assert!(first_hash > 0, "{said:#?}");
    let later = &asked[first_hash..];
    assert!(
        later.iter().all(|title| title.contains("hashCode")),
        "{said:#?}"
    );
}

/// One of thirty thousand calls takes another way than all others, and that is wrong.
const RARE: &str = "
public class Rare {
    static int next(int number) {
        if (number == 17777) {
            return -1;
        }
        return number + 1;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 30000; i++) {
            sum += next(i);
        }
        if (sum != 450015000) throw new IllegalStateException();
    }
}
";

#[test]
fn lines_that_few_of_many_suspect_calls_ran_are_among_those_to_look_at() {
    let folder = recorded("Rare.java", RARE);
    let ask = ["ask", "run", "--otherwise", "unknown", "--no-knowledge"];
    let said = elenchus(
        folder.path(),
        &[&ask[..], &["--trust", "Rare.main"]].concat(),
    );
    said.expect(
        0,
        &[
            "the answers do not tell which of several runs of this code is wrong",
            "▸         return -1;",
        ],
    );
}
