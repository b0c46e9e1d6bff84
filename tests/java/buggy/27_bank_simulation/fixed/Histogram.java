/** Counts values in classes of equal width; the last class takes all larger ones. */
final class Histogram {
    private final int width;
    private final int[] counts;

    Histogram(int width, int classes) {
        this.width = width;
        this.counts = new int[classes];
    }

    void add(int value) {
        int index = Math.min(value / width, counts.length - 1);
        counts[index]++;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < counts.length; i++) {
            if (i > 0) {
                out.append(' ');
            }
            out.append(i * width).append(i == counts.length - 1 ? "+:" : ":").append(counts[i]);
        }
        return out.toString();
    }
}
