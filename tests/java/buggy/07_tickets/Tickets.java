import java.util.ArrayList;
import java.util.List;

/** Hands out numbered tickets; the numbers start again every day. */
public class Tickets {
    static List<String> day(int visitors, int vips) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < visitors; i++) {
            names.add(Ticket.issue('A').name());
        }
        for (int i = 0; i < vips; i++) {
            names.add(Ticket.issue('V').name());
        }
        return names;
    }

    public static void main(String[] args) {
        Ticket.reset();
        System.out.println(day(3, 1));
        Ticket.reset();
        System.out.println(day(2, 2));
        System.out.println("issued " + Ticket.issued());
    }
}

class Ticket {
    private static int nextPlain;
    private static int nextVip;
    private static int issued = 0;
    private final char kind;
    private final int number;

    private Ticket(char kind, int number) {
        this.kind = kind;
        this.number = number;
        issued++;
    }

    static void reset() {
        nextPlain = issued + 1;
        nextVip = 1;
    }

    static Ticket issue(char kind) {
        if (kind == 'V') {
            return new Ticket(kind, nextVip++);
        }
        return new Ticket(kind, nextPlain++);
    }

    static int issued() {
        return issued;
    }

    String name() {
        return kind + "-" + number;
    }
}
