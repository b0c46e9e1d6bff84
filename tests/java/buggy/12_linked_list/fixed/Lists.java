/** A singly linked list. */
public class Lists {
    public static void main(String[] args) {
        Chain chain = Chain.of(2, 2, 1, 2, 3);
        System.out.println(chain.text());
        chain.removeAll(2);
        System.out.println(chain.text());
        chain.reverse();
        chain.add(9);
        System.out.println(chain.text() + " sum " + chain.sum());
    }
}

class Chain {
    private static final class Link {
        final int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    private Link first;

    static Chain of(int... values) {
        Chain chain = new Chain();
        for (int value : values) {
            chain.add(value);
        }
        return chain;
    }

    void add(int value) {
        Link added = new Link(value, null);
        if (first == null) {
            first = added;
            return;
        }
        Link last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = added;
    }

    void removeAll(int value) {
        while (first != null && first.value == value) {
            first = first.next;
        }
        Link link = first;
        while (link != null && link.next != null) {
            if (link.next.value == value) {
                link.next = link.next.next;
            } else {
                link = link.next;
            }
        }
    }

    void reverse() {
        Link reversed = null;
        for (Link link = first; link != null; ) {
            Link next = link.next;
            link.next = reversed;
            reversed = link;
            link = next;
        }
        first = reversed;
    }

    int sum() {
        int sum = 0;
        for (Link link = first; link != null; link = link.next) {
            sum += link.value;
        }
        return sum;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (Link link = first; link != null; link = link.next) {
            out.append(link.value).append(' ');
        }
        return out.toString().trim();
    }
}
