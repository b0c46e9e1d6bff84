/** One object, written to by methods of its class, of its superclass and of an interface, and a copy of it. */
public class Kin {
    interface Named {
        default void name() {}
    }

    static class Base implements Cloneable {
        int low;
        long wide;

        void base(int value) {
            low = value;
            wide += value;
        }
    }

    static class Derived extends Base implements Named {
        String high;
        int count;

        void derive(String value) {
            high = value;
            base(count++ > 0 ? 7 : 8);
            this.count = value == null ? -1 : value.length();
        }

        Derived copy() throws CloneNotSupportedException {
            return (Derived) clone();
        }
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            int weight() {
                return super.weight() + 1;
            }
        };

        int uses;

        int weight() {
            return ++uses;
        }
    }

    public static void main(String[] args) throws Exception {
        Derived one = new Derived();
        one.derive("abc");
        one.name();
        Derived two = one.copy();
        two.derive("de");
        one.derive(null);
        Level.HIGH.weight();
        Level.LOW.weight();
    }
}
