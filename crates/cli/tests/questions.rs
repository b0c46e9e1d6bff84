//! What questions about recorded Java programs show.

mod support;

use std::fs;

use support::elenchus;

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
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Table.java"), TABLE).unwrap();
    fs::write(folder.path().join("answers"), "y\ny\ny\n").unwrap();
    let said = elenchus(
        folder.path(),
        &[
            "java",
            "--transform",
            "loops",
            "--strategy",
            "divide-query",
            "--answers",
            "answers",
            "Table.java",
        ],
    );
    // Of the halves of the loop one is asked about; its lines stand there as on a terminal.
    let printed = "printed  │ 1       1\n              │ 2       4\n     Table.java:8";
    said.expect(1, &["iterations 1–2 of", printed]);
}
