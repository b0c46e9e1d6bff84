import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** A ledger that is written to a file as binary records with check sums, read back, and printed as text. */
public class LedgerFile {
    static final int MAGIC = 0x4c454447;

    static final class Entry {
        final int day;
        final long cents;
        final String text;

        Entry(int day, long cents, String text) {
            this.day = day;
            this.cents = cents;
            this.text = text;
        }
    }

    /** What is wrong with a file. */
    static final class DamagedException extends IOException {
        DamagedException(String message) {
            super(message);
        }
    }

    static int checkSum(byte[] bytes) {
        int sum = 1;
        for (byte b : bytes) {
            sum = 31 * sum + (b & 0xff);
        }
        return sum;
    }

    static byte[] encode(Entry entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(entry.day);
        writeNumber(out, entry.cents);
        byte[] text = entry.text.getBytes(StandardCharsets.UTF_8);
        writeNumber(out, text.length);
        out.write(text);
        return bytes.toByteArray();
    }

    static Entry decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int day = in.readShort();
        long cents = readNumber(in);
        byte[] text = new byte[(int) readNumber(in)];
        in.readFully(text);
        return new Entry(day, cents, new String(text, StandardCharsets.UTF_8));
    }

    /** Seven bits a byte, the lowest first; the sign goes to the lowest bit. */
    static void writeNumber(DataOutputStream out, long number) throws IOException {
        long rest = (number << 1) ^ (number >> 63);
        while (rest > 0x7f) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            int b = in.readUnsignedByte();
            number |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                break;
            }
        }
        return (number >>> 1) ^ -(number & 1);
    }

    static void write(File file, List<Entry> entries) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
            out.writeInt(MAGIC);
            for (Entry entry : entries) {
                byte[] bytes = encode(entry);
                out.writeInt(bytes.length);
                out.write(bytes);
                out.writeInt(checkSum(bytes));
            }
        }
    }

    static List<Entry> read(InputStream source) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(source)) {
            if (in.readInt() != MAGIC) {
                throw new DamagedException("this is no ledger");
            }
            while (true) {
                byte[] bytes = next(in);
                if (bytes == null) {
                    return entries;
                }
                entries.add(decode(bytes));
            }
        }
    }

    /** The next record, or none at the end of the file. */
    private static byte[] next(DataInputStream in) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException end) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        if (in.readInt() != checkSum(bytes)) {
            throw new DamagedException("a record is damaged");
        }
        return bytes;
    }

    static void print(File file, List<Entry> entries) throws IOException {
        try (PrintWriter out = new PrintWriter(file, StandardCharsets.UTF_8)) {
            long balance = 0;
            for (Entry entry : entries) {
                balance += entry.cents;
                out.println(line(entry, balance));
            }
        }
    }

    static String line(Entry entry, long balance) {
        return entry.day + "  " + money(entry.cents) + "  " + money(balance) + "  " + entry.text;
    }

    static String money(long cents) {
        long whole = Math.abs(cents);
        return (cents < 0 ? "-" : "") + whole / 100 + "." + (whole % 100 < 10 ? "0" : "") + whole % 100;
    }

    public static void main(String[] args) throws IOException {
        File ledger = File.createTempFile("ledger", ".bin");
        File report = File.createTempFile("ledger", ".txt");
        try {
            List<Entry> entries = new ArrayList<>();
            entries.add(new Entry(1, 1250, "cafe"));
            entries.add(new Entry(2, -30000, "rent"));
            entries.add(new Entry(3, 64_000_000_000L, "inheritance"));
            entries.add(new Entry(9, -5, "fee"));
            write(ledger, entries);
            print(report, read(new FileInputStream(ledger)));
            try (BufferedReader in = new BufferedReader(new FileReader(report, StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    System.out.println(line);
                }
            }
            byte[] bytes = Files.readAllBytes(ledger.toPath());
            bytes[bytes.length - 1] ^= 1;
            try {
                read(new ByteArrayInputStream(bytes));
                System.out.println("the damage was not seen");
            } catch (DamagedException damage) {
                System.out.println("refused: " + damage.getMessage());
            }
        } finally {
            ledger.delete();
            report.delete();
        }
    }
}
