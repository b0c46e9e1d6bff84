//! Values as Java programmers write them, in the questions about `java/Everyday.java`.

mod support;

use std::fs;

use support::elenchus;

const SOURCE: &str = include_str!("java/Everyday.java");

/// What is asked about, and what the question has to show.
const SHOWN: &[(&str, &[&str])] = &[
    // Classes that were named before their first object are recorded like others.
    (
        "j Everyday.describe#1",
        &[
            "shape = Circle(radius=3)",
            "this Everyday(names={Everyday.Circle.class=\"circle\",",
        ],
    ),
    ("j Everyday.describe#2", &["shape = LARGE"]),
    // Java writes two digits where one would do.
    ("j Everyday.smallest", &["limit = 1.0E20", "→ 4.9E-324"]),
];

#[test]
fn values_are_shown_as_java_programmers_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    in_folder("Everyday.java", SOURCE);
    let typed: Vec<&str> = SHOWN.iter().map(|(typed, _)| *typed).collect();
    in_folder("typed", &format!("{}\nq\n", typed.join("\n")));
    let record = ["record", "java", "-o", "run", "Everyday.java"];
    elenchus(folder.path(), &record).expect(0, &[]);
    let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
    let said = elenchus(folder.path(), &ask);
    said.expect(4, &[]);
    for (typed, wanted) in SHOWN {
        let (_, question) = said.out.split_once(&format!("] > {typed}\n")).unwrap();
        let (question, _) = question.split_once("\nright? ").unwrap();
        let unwrapped = question.split(' ').filter(|word| !word.is_empty());
        let unwrapped = unwrapped.collect::<Vec<_>>().join(" ").replace('\n', "");
        for text in *wanted {
            assert!(unwrapped.contains(text), "{text:?} in {unwrapped}");
        }
    }
}

/// Classes laid out like those of the standard libraries of Kotlin and Scala, and a lambda under a name of Scala's compiler.
const FOREIGN: &[(&str, &str)] = &[
    (
        "kotlin/SynchronizedLazyImpl.java",
        "package kotlin; public class SynchronizedLazyImpl { public Object _value = UNINITIALIZED_VALUE.INSTANCE; }",
    ),
    (
        "kotlin/UNINITIALIZED_VALUE.java",
        "package kotlin; public class UNINITIALIZED_VALUE { public static final Object INSTANCE = new UNINITIALIZED_VALUE(); }",
    ),
    (
        "scala/collection/immutable/$colon$colon.java",
        "package scala.collection.immutable; public class $colon$colon {
            public final Object head, next;
            public $colon$colon(Object head, Object next) { this.head = head; this.next = next; }
        }",
    ),
    (
        "scala/collection/immutable/Nil$.java",
        "package scala.collection.immutable; public class Nil$ {}",
    ),
    (
        "scala/Tuple2.java",
        "package scala; public class Tuple2 {
            public final Object _1, _2;
            public Tuple2(Object _1, Object _2) { this._1 = _1; this._2 = _2; }
        }",
    ),
    (
        "app/Main.java",
        r#"package app;

        import kotlin.SynchronizedLazyImpl;
        import scala.Tuple2;
        import scala.collection.immutable.*;

        public class Main {
            static void make(SynchronizedLazyImpl lazy) {
                lazy._value = "made";
            }

            static Object first(Object list) {
                return (($colon$colon) list).head;
            }

            static int $anonfun$main$1(int n) {
                int sum = n + 1;
                return sum * n;
            }

            public static void main(String[] args) {
                make(new SynchronizedLazyImpl());
                first(new $colon$colon(new Tuple2("a", 1), new $colon$colon("b", new Nil$())));
                System.exit($anonfun$main$1(2));
            }
        }"#,
    ),
];

#[test]
fn values_and_lambdas_of_other_languages_are_shown_as_these_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut javac = elenchus_corpora::jdk::javac();
    javac
        .current_dir(folder.path())
        .args(["-g", "-d", "classes"]);
    for (name, text) in FOREIGN {
        let file = folder.path().join("src").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        javac.arg(&file);
    }
    assert!(javac.status().unwrap().success());
    let record = "record java -o run -- -cp classes app.Main";
    let record: Vec<&str> = record.split(' ').collect();
    elenchus(folder.path(), &record).expect(6, &[]);
    let typed = "j app.Main.make\nq\n";
    fs::write(folder.path().join("typed"), typed).unwrap();
    let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
    elenchus(folder.path(), &ask).expect(
        4,
        &[
            "Lazy (not made yet) → Lazy[\"made\"]",
            "[(\"a\", 1), \"b\"]",
            "lambda in Main.main(n = 2)",
        ],
    );
}
