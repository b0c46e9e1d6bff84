//! Objects of the platform whose state lies in memory: a question shows what they hold and what a call has changed.

mod support;

use std::fs;

use support::elenchus;

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
    }
}
"#;

/// Calls, and lines that the question about each shows.
const SHOWN: [(&str, &[&str]); 11] = [
    (
        "matched",
        &[
            "m.first         -1 → 1",
            "m.groups[0..4]  -1, -1, -1, -1 → 1, 4, 1, 3",
        ],
    ),
    (
        "scanned",
        &["s[1]           absent → '3'", "s.source.next  0 → 5"],
    ),
    (
        "later",
        &[
            "GregorianCalendar(2024-01-31T00:00:00Z",
            "GregorianCalendar(2024-02-29T00:00:00Z",
            "zone=\"UTC\"",
        ],
    ),
    ("places", &["f.maximumFractionDigits  2 → 1"]),
    ("parsed", &["p.index   0 → 7", "pattern=\"yyyy-MM\""]),
    ("read", &["r.in.next  0 → 3", "in=StringReader(str=\"one\""]),
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
