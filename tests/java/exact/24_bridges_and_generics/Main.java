public class Main {
    static class Version implements Comparable<Version> {
        final int number;

        Version(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Version other) {
            return number - other.number;
        }
    }

    static class Source {
        Object get() {
            return "source";
        }
    }

    static class Text extends Source {
        @Override
        String get() {
            return "text";
        }
    }

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    public static void main(String[] args) {
        Version newest = max(new Version(1), new Version(2));
        Source source = new Text();
        System.out.println(newest.number + " " + source.get());
    }
}
