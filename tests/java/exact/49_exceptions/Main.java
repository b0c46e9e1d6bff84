public class Main {
    static class ParseException extends Exception {
        final int position;

        ParseException(String message, int position, Throwable cause) {
            super(message, cause);
            this.position = position;
        }
    }

    static int digit(String text, int at) {
        return Integer.parseInt(text.substring(at, at + 1));
    }

    static int parse(String text) throws ParseException {
        int value = 0;
        int at = 0;
        try {
            for (; at < text.length(); at++) {
                value = value * 10 + digit(text, at);
            }
        } catch (NumberFormatException e) {
            throw new ParseException("at " + at, at, e);
        }
        return value;
    }

    static int parseOr(String text, int otherwise) {
        try {
            return parse(text);
        } catch (ParseException e) {
            return otherwise - e.position;
        }
    }

    public static void main(String[] args) {
        System.out.println(parseOr("12", 0) + " " + parseOr("1x", 0));
    }
}
