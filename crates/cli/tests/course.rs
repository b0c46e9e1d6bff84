//! A good recording followed step by step: it answers where state hides in objects that are not recorded, and more exactly
//! where it does not.

mod support;

use std::fs;

use support::{Said, elenchus};

const SUM: &str = r#"
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.Reader;

public class Sum {
    private final Reader in;
    private int next;

    Sum(Reader in) throws IOException {
        this.in = in;
        next = in.read();
    }

    int number() throws IOException {
        int value = 0;
        while (next >= '0' && next <= '9') {
            value = value * 10 + next - '0';
            next = in.read();
        }
        return value;
    }

    int sum() throws IOException {
        int total = number();
        while (next == '+' || next == '-') {
            int sign = next == '+' ? 1 : -1;
            next = in.read();
            total = total + sign * number();
        }
        return total;
    }

    /** Nothing is known of what it holds. */
    static Reader piped(String text) throws IOException {
        PipedReader reader = new PipedReader();
        new PipedWriter(reader).write(text);
        return reader;
    }

    static Reader coded(String text) {
        return new InputStreamReader(new ByteArrayInputStream(text.getBytes()));
    }

    public static void main(String[] args) throws IOException {
        int sum = new Sum(piped("12+30-5+7=")).sum();
        if (sum != 44) {
            throw new IllegalStateException("the sum is " + sum);
        }
    }
}
"#;

/// What is said about the run with a bug by the recording of the one without.
fn searched(program: &str) -> Said {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Sum.java");
    fs::write(&file, program).unwrap();
    let record = |trace| ["record", "java", "-o", trace, "Sum.java"];
    elenchus(folder.path(), &record("good.trace")).expect(0, &[]);
    fs::write(&file, program.replace("sign * number()", "number()")).unwrap();
    elenchus(folder.path(), &record("bad.trace")).expect(1, &[]);
    let ask = ["ask", "bad.trace", "--transform", "loops"];
    let oracle = ["--oracle", "trace:good.trace", "--otherwise", "unknown"];
    elenchus(folder.path(), &[&ask[..], &oracle].concat())
}

#[test]
fn hidden_state_does_not_keep_a_good_recording_from_answering() {
    searched(SUM).expect(
        0,
        &[
            "Sum.main(args = {}) ended with IllegalStateException: the sum is 54",
            "only code that differs between them is suspected: Sum.sum",
            "PipedReader",
            // What an iteration did to the reader is not seen, so none of them is blamed alone.
            "BUG  Sum.sum()",
            "the answers do not tell which of several runs of this code is wrong",
            "total = total + number();",
        ],
    );
}

#[test]
fn where_the_state_of_a_reader_is_known_one_iteration_is_blamed() {
    searched(&SUM.replace("new Sum(piped", "new Sum(coded")).expect(
        0,
        &[
            // The bytes that it has read and not given yet.
            "this.in[0]        48 → absent",
            "in=InputStreamReader(in=ByteArrayInputStream[],",
            "BUG  iteration 2 of",
            "total is 47, and 37 in the run that was right",
        ],
    );
}
