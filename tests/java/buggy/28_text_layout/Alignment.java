/** Where a text stands in its column. */
enum Alignment {
    LEFT {
        @Override
        int before(int blanks) {
            return 0;
        }
    },
    RIGHT {
        @Override
        int before(int blanks) {
            return blanks;
        }
    },
    CENTRE {
        @Override
        int before(int blanks) {
            return blanks / 2;
        }
    };

    /** How many of the blanks go before the text. */
    abstract int before(int blanks);

    String pad(String text, int width) {
        int blanks = Math.max(0, width - text.length());
        int left = before(blanks);
        return " ".repeat(left) + text + " ".repeat(blanks - left);
    }

    static Alignment parse(String rule) {
        boolean left = rule.startsWith(":");
        boolean right = rule.endsWith(":");
        if (left && right) {
            return CENTRE;
        }
        return right ? RIGHT : LEFT;
    }
}
