//! A good recording followed step by step: it answers where state hides in objects that are not recorded, and more exactly
//! where it does not: objects of the platform whose state lies in memory show what they hold and what a call has changed.

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
            "this.in[0..4]     48, 45, 53, 43 → absent",
            "in=InputStreamReader(in=ByteArrayInputStream[],",
            "BUG  iteration 2 of",
            "total is 47, and 37 in the run that was right",
        ],
    );
}

const STATE: &str = r#"
import java.io.*;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.text.*;
import java.util.*;
import java.util.regex.*;
import java.util.zip.CRC32;

public class State {
    static int matched(Matcher m) { int n = m.find() ? 1 : 0; return n; }
    static int scanned(Scanner s) { int n = s.nextInt(); return n; }
    static void later(Calendar c) { c.add(Calendar.MONTH, 1); c.getTime(); }
    static void places(DecimalFormat f) { int n = 1; f.setMaximumFractionDigits(n); }
    static int parsed(Format f, String s, ParsePosition p) { f.parseObject(s, p); return p.getIndex(); }
    static String read(Reader r) throws IOException { String s = "" + (char) r.read(); return s; }
    static void told(Writer w, String s) throws IOException { w.write(s); w.write('!'); }
    static void put(ByteBuffer b, int n) { int twice = 2 * n; b.put((byte) twice); }
    static void summed(MessageDigest d, byte b) { int n = b; d.update((byte) n); }
    static long checked(CRC32 c) { c.update(7); return c.getValue(); }
    static void said(Formatter f, int n) { int more = n + 1; f.format("<%d>", more); }
    static void printed(PrintStream p, int n) { int more = n + 1; p.print(more); p.println('!'); }
    static String local(ThreadLocal<String> l) { String before = l.get(); l.set(before + "!"); return before; }
    static int unset(ThreadLocal<Integer> l) { int n = l.get(); l.remove(); return n; }
    static String shared(ThreadLocal<String> l) { String now = l.get(); return now; }

    public static void main(String[] args) throws Exception {
        matched(Pattern.compile("(a+)b").matcher("xaab"));
        scanned(new Scanner("12 34"));
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(1706659200000L);
        later(c);
        places(new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        parsed(new SimpleDateFormat("yyyy-MM", Locale.ROOT), "2024-02x", new ParsePosition(0));
        read(new BufferedReader(new StringReader("one")));
        told(new PrintWriter(new BufferedWriter(new StringWriter())), "hi");
        put(ByteBuffer.allocate(2), 4);
        summed(MessageDigest.getInstance("MD5"), (byte) 104);
        checked(new CRC32());
        said(new Formatter(new StringBuilder()), 2);
        printed(new PrintStream(new ByteArrayOutputStream()), 4);
        ThreadLocal<String> name = ThreadLocal.withInitial(() -> "nobody");
        name.set("me");
        local(name);
        ThreadLocal<Integer> number = new ThreadLocal<>();
        number.set(7);
        unset(number);
        ThreadLocal<String> both = new ThreadLocal<>();
        both.set("one");
        Thread other = new Thread(() -> both.set("other"));
        other.start();
        other.join();
        shared(both);
    }
}
"#;

/// Calls, and lines that the question about each shows.
const SHOWN: [(&str, &[&str]); 15] = [
    (
        "matched",
        &[
            "m.first         -1 → 1",
            "m.groups[0..4]  -1, -1, -1, -1 → 1, 4, 1, 3",
        ],
    ),
    (
        "scanned",
        &[
            "s[1]          absent → '3'",
            "s.source      StringReader(\"12 34\") → StringReader(\"\")",
        ],
    ),
    (
        "later",
        &[
            "GregorianCalendar(2024-01-31T00:00:00Z",
            "GregorianCalendar(2024-02-29T00:00:00Z",
            "zone=\"UTC\"",
        ],
    ),
    (
        "places",
        &["DecimalFormat(\"#0.00\"", "DecimalFormat(\"#0.0\""],
    ),
    ("parsed", &["p.index   0 → 7", "pattern=\"yyyy-MM\""]),
    (
        "read",
        &["r.in      StringReader(\"one\") → StringReader(\"\")"],
    ),
    (
        "told",
        &[
            "PrintWriter(out=BufferedWriter(out=StringWriter(\"\"))",
            "'h'",
        ],
    ),
    ("put", &["b.position  0 → 1"]),
    ("summed", &["d.digestSpi.buffer[0]  0 → 104"]),
    ("checked", &["c.crc     0 → "]),
    ("said", &["StringBuilder(\"<3>\")"]),
    (
        "printed",
        &["PrintStream(out=ByteArrayOutputStream[", "53, 33"],
    ),
    ("local", &["l[0]      \"me\" → \"me!\""]),
    ("unset", &["l         ThreadLocal[7] → ThreadLocal[]"]),
    // Each thread has another value there, so none is told.
    ("shared", &["shared(l = ThreadLocal(not recorded))"]),
];

#[test]
fn what_calls_change_in_objects_of_the_platform_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("State.java"), STATE).unwrap();
    let record = ["record", "java", "-o", "state.trace", "State.java"];
    elenchus(folder.path(), &record).expect(0, &[]);
    for (call, lines) in SHOWN {
        let routine = format!("State.{call}");
        let session = format!("{call}.session");
        let ask = [
            "ask",
            "state.trace",
            "--at",
            &routine,
            "--session-file",
            &session,
        ];
        let said = elenchus(folder.path(), &ask);
        for line in lines {
            assert!(said.out.contains(line), "`{line}` is missing in {said:#?}");
        }
    }
}

const TILL: &str = r#"
public class Till {
    private int sum;

    int rounded(int cents) {
        return cents / 10 * 10;
    }

    void pay(int cents) {
        sum += rounded(cents);
    }

    public static void main(String[] args) {
        Till till = new Till();
        till.pay(12);
        till.pay(27);
        if (till.sum != 30) {
            throw new IllegalStateException("the sum is " + till.sum);
        }
    }
}
"#;

#[test]
fn the_course_is_followed_beyond_a_step_that_only_one_run_has_taken() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Till.java");
    fs::write(&file, TILL).unwrap();
    let record = |trace| ["record", "java", "-o", trace, "Till.java"];
    elenchus(folder.path(), &record("good.trace")).expect(0, &[]);
    // A call more, which does no harm, and a field that keeps whole states from being the same.
    let changed = TILL
        .replace("private int sum;", "private int sum; int payments;")
        .replace("cents / 10", "(cents + 4) / 10")
        .replace("till.pay(27)", "till.pay(3); till.pay(27)");
    fs::write(&file, changed).unwrap();
    elenchus(folder.path(), &record("bad.trace")).expect(1, &[]);
    let ask = ["ask", "bad.trace", "--otherwise", "unknown"];
    let oracle = ["--oracle", "trace:good.trace"];
    elenchus(folder.path(), &[&ask[..], &oracle].concat()).expect(
        0,
        &[
            "BUG  Till.rounded(cents = 27)",
            "as far as can be seen",
            "--writes",
        ],
    );
}

const SCALE: &str = r#"
public class Scale {
    private static final int[] WEIGHTS = {1, 2, 3};

    static int doubled(int number) {
        return number * 2;
    }

    static int weighed(int[] parts) {
        int sum = 0;
        for (int i = 0; i < parts.length; i++) {
            sum += doubled(WEIGHTS[i]) * parts[i];
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(weighed(new int[] {4, 5, 6}));
    }
}
"#;

#[test]
fn a_static_initialiser_before_main_does_not_keep_code_that_is_the_same_suspect() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Scale.java");
    let record = |trace| ["record", "java", "-o", trace, "Scale.java"];
    fs::write(&file, SCALE).unwrap();
    elenchus(folder.path(), &record("good.trace")).expect(0, &[]);
    fs::write(&file, SCALE.replace("int sum = 0", "int sum = 1")).unwrap();
    elenchus(folder.path(), &record("bad.trace")).expect(0, &[]);
    let ask = ["ask", "bad.trace", "--root-is", "known"];
    let oracle = ["--oracle", "trace:good.trace", "--otherwise", "unknown"];
    elenchus(folder.path(), &[&ask[..], &oracle].concat()).expect(
        0,
        &[
            "only code that differs between them is suspected: Scale.weighed",
            "BUG  Scale.weighed(parts = {4, 5, 6})",
        ],
    );
}

const TALLY: &str = r#"
public class Tally {
    static int total(int[] parts, int more) { int sum = 0; for (int part : parts) sum += part; return sum + more; }

    public static void main(String[] args) {
        System.exit(total(new int[] {1, 2, 3}, 0));
    }
}
"#;

#[test]
fn what_stands_behind_a_loop_on_its_line_is_not_held_against_the_loop() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Tally.java");
    let record = |trace| ["record", "java", "-o", trace, "Tally.java"];
    fs::write(&file, TALLY).unwrap();
    elenchus(folder.path(), &record("good.trace")).expect(6, &[]);
    fs::write(&file, TALLY.replace("sum + more", "sum + more + 1")).unwrap();
    elenchus(folder.path(), &record("bad.trace")).expect(7, &[]);
    let ask = ["ask", "bad.trace", "--otherwise", "unknown"];
    let oracle = ["--oracle", "trace:good.trace"];
    elenchus(folder.path(), &[&ask[..], &oracle].concat()).expect(0, &["BUG  Tally.total("]);
}
