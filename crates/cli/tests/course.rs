//! A good recording followed step by step: it answers where state hides in objects that are not recorded.

mod support;

use std::fs;

use support::elenchus;

const SUM: &str = r#"
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
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

    public static void main(String[] args) throws IOException {
        int sum = new Sum(new InputStreamReader(new ByteArrayInputStream("12+30-5+7".getBytes()))).sum();
        if (sum != 44) {
            throw new IllegalStateException("the sum is " + sum);
        }
    }
}
"#;

#[test]
fn hidden_state_does_not_keep_a_good_recording_from_answering() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Sum.java");
    fs::write(&file, SUM).unwrap();
    let record = |trace| ["record", "java", "-o", trace, "Sum.java"];
    elenchus(folder.path(), &record("good.trace")).expect(0, &[]);
    fs::write(&file, SUM.replace("sign * number()", "number()")).unwrap();
    elenchus(folder.path(), &record("bad.trace")).expect(1, &[]);

    let ask = ["ask", "bad.trace", "--transform", "loops"];
    let oracle = ["--oracle", "trace:good.trace", "--otherwise", "unknown"];
    elenchus(folder.path(), &[&ask[..], &oracle].concat()).expect(
        0,
        &[
            "Sum.main(args = {}) ended with IllegalStateException: the sum is 54",
            "only code that differs between them is suspected: Sum.sum",
            "InputStreamReader",
            // What an iteration did to the reader is not seen, so none of them is blamed alone.
            "BUG  Sum.sum()",
            "the answers do not tell which of several runs of this code is wrong",
            "30 ▸",
            "total = total + number();",
        ],
    );
}
