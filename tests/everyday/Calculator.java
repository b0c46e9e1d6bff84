// Tokens, a parser and an evaluator: subtraction is taken from the right.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class Calculator {
    enum Kind { NUMBER, NAME, OPERATOR, OPEN, CLOSE }

    record Token(Kind kind, String text) {}

    interface Node {
        double value(Map<String, Double> names);
    }

    record Number(double value) implements Node {
        public double value(Map<String, Double> names) {
            return value;
        }
    }

    record Name(String name) implements Node {
        public double value(Map<String, Double> names) {
            return names.getOrDefault(name, 0.0);
        }
    }

    record Binary(char operator, Node left, Node right) implements Node {
        public double value(Map<String, Double> names) {
            double a = left.value(names);
            double b = right.value(names);
            switch (operator) {
                case '+': return a + b;
                case '-': return a - b;
                case '*': return a * b;
                default: return a / b;
            }
        }
    }

    static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        for (String word : text.replace("(", " ( ").replace(")", " ) ").trim().split("\\s+")) {
            char c = word.charAt(0);
            Kind kind = Character.isDigit(c) ? Kind.NUMBER : Character.isLetter(c) ? Kind.NAME
                    : c == '(' ? Kind.OPEN : c == ')' ? Kind.CLOSE : Kind.OPERATOR;
            tokens.add(new Token(kind, word));
        }
        return tokens;
    }

    static class Parser {
        private final List<Token> tokens;
        private int at;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        Node sum() {
            Node left = product();
            if (at < tokens.size() && "+-".contains(tokens.get(at).text())) { // BUG
                // GOOD: while (at < tokens.size() && "+-".contains(tokens.get(at).text())) {
                char operator = tokens.get(at++).text().charAt(0);
                left = new Binary(operator, left, sum()); // BUG
                // GOOD: left = new Binary(operator, left, product());
            }
            return left;
        }

        Node product() {
            Node left = atom();
            while (at < tokens.size() && "*/".contains(tokens.get(at).text())) {
                char operator = tokens.get(at++).text().charAt(0);
                left = new Binary(operator, left, atom());
            }
            return left;
        }

        Node atom() {
            Token token = tokens.get(at++);
            if (token.kind() == Kind.OPEN) {
                Node inner = sum();
                at++;
                return inner;
            }
            return token.kind() == Kind.NUMBER ? new Number(Double.parseDouble(token.text())) : new Name(token.text());
        }
    }

    static double evaluate(String text, Map<String, Double> names) {
        return new Parser(tokens(text)).sum().value(names);
    }

    public static void main(String[] args) {
        Map<String, Double> names = Map.of("x", 10.0);
        System.out.println(evaluate("2 * (x + 1)", names) + " " + evaluate("x - 4 - 3", names));
    }
}
