import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A formula as a tree. */
abstract class Formula {
    abstract Object evaluate(Sheet sheet);

    abstract void collect(Set<Address> references);

    /** The formula's text with all references moved. */
    abstract String moved(int columns, int rows);

    Set<Address> references() {
        Set<Address> references = new LinkedHashSet<>();
        collect(references);
        return references;
    }

    static String text(Object value) {
        if (value instanceof Double) {
            double number = (Double) value;
            return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
        }
        return String.valueOf(value);
    }

    static double number(Object value) {
        if (value instanceof Double) {
            return (Double) value;
        }
        if (value.equals("")) {
            return 0;
        }
        throw new FormulaError("#VALUE");
    }

    static final class Constant extends Formula {
        private final Object value;

        Constant(Object value) {
            this.value = value;
        }

        @Override
        Object evaluate(Sheet sheet) {
            return value;
        }

        @Override
        void collect(Set<Address> references) {
            // A constant refers to nothing.
        }

        @Override
        String moved(int columns, int rows) {
            return value instanceof String ? "\"" + value + "\"" : text(value);
        }
    }

    static final class Reference extends Formula {
        private final Address address;

        Reference(Address address) {
            this.address = address;
        }

        @Override
        Object evaluate(Sheet sheet) {
            return sheet.value(address);
        }

        @Override
        void collect(Set<Address> references) {
            references.add(address);
        }

        @Override
        String moved(int columns, int rows) {
            return address.moved(columns, rows).name();
        }
    }

    /** A rectangle of cells; only functions can use it. */
    static final class Range extends Formula {
        private final Address first;
        private final Address last;

        Range(Address first, Address last) {
            this.first = first;
            this.last = last;
        }

        List<Address> cells() {
            List<Address> cells = new ArrayList<>();
            for (int row = first.row; row <= last.row; row++) {
                for (int column = first.column; column <= last.column; column++) {
                    cells.add(new Address(column, row));
                }
            }
            return cells;
        }

        @Override
        Object evaluate(Sheet sheet) {
            throw new FormulaError("#VALUE");
        }

        @Override
        void collect(Set<Address> references) {
            references.addAll(cells());
        }

        @Override
        String moved(int columns, int rows) {
            return first.moved(columns, rows).name() + ":" + last.moved(columns, rows).name();
        }
    }

    static final class Operation extends Formula {
        private final char operator;
        private final Formula left;
        private final Formula right;

        Operation(char operator, Formula left, Formula right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        Object evaluate(Sheet sheet) {
            Object a = left.evaluate(sheet);
            Object b = right.evaluate(sheet);
            switch (operator) {
                case '&':
                    return text(a) + text(b);
                case '+':
                    return number(a) + number(b);
                case '-':
                    return number(a) - number(b);
                case '*':
                    return number(a) * number(b);
                case '/':
                    if (number(b) == 0) {
                        throw new FormulaError("#DIV");
                    }
                    return number(a) / number(b);
                case '<':
                    return number(a) < number(b) ? 1.0 : 0.0;
                case '>':
                    return number(a) > number(b) ? 1.0 : 0.0;
                default:
                    return a.equals(b) ? 1.0 : 0.0;
            }
        }

        @Override
        void collect(Set<Address> references) {
            left.collect(references);
            right.collect(references);
        }

        @Override
        String moved(int columns, int rows) {
            return "(" + left.moved(columns, rows) + operator + right.moved(columns, rows) + ")";
        }
    }

    static final class Function extends Formula {
        private final String name;
        private final List<Formula> arguments;

        Function(String name, List<Formula> arguments) {
            this.name = name;
            this.arguments = arguments;
        }

        @Override
        Object evaluate(Sheet sheet) {
            switch (name) {
                case "IF":
                    boolean holds = number(argument(0).evaluate(sheet)) != 0;
                    return argument(holds ? 1 : 2).evaluate(sheet);
                case "ROUND":
                    double scale = Math.pow(10, number(argument(1).evaluate(sheet)));
                    return Math.round(number(argument(0).evaluate(sheet)) * scale) / scale;
                default:
                    return aggregate(numbers(sheet));
            }
        }

        private Formula argument(int index) {
            if (index >= arguments.size()) {
                throw new FormulaError("#ARGS");
            }
            return arguments.get(index);
        }

        /** All numbers in the arguments; empty cells and texts are left out. */
        private List<Double> numbers(Sheet sheet) {
            List<Double> numbers = new ArrayList<>();
            for (Formula argument : arguments) {
                if (argument instanceof Range) {
                    for (Address address : ((Range) argument).cells()) {
                        addNumber(numbers, sheet.value(address));
                    }
                } else {
                    addNumber(numbers, argument.evaluate(sheet));
                }
            }
            return numbers;
        }

        private static void addNumber(List<Double> numbers, Object value) {
            if (value instanceof Double) {
                numbers.add((Double) value);
            }
        }

        private Object aggregate(List<Double> numbers) {
            switch (name) {
                case "SUM":
                    return sum(numbers);
                case "COUNT":
                    return (double) numbers.size();
                case "AVERAGE":
                    if (numbers.isEmpty()) {
                        throw new FormulaError("#DIV");
                    }
                    return sum(numbers) / numbers.size();
                case "MIN":
                    return extreme(numbers, -1);
                case "MAX":
                    return extreme(numbers, 1);
                default:
                    throw new FormulaError("#NAME");
            }
        }

        private static double sum(List<Double> numbers) {
            double sum = 0;
            for (double number : numbers) {
                sum += number;
            }
            return sum;
        }

        private static double extreme(List<Double> numbers, int direction) {
            double result = 0;
            boolean first = true;
            for (double number : numbers) {
                if (first || Double.compare(number, result) == direction) {
                    result = number;
                    first = false;
                }
            }
            return result;
        }

        @Override
        void collect(Set<Address> references) {
            for (Formula argument : arguments) {
                argument.collect(references);
            }
        }

        @Override
        String moved(int columns, int rows) {
            List<String> texts = new ArrayList<>();
            for (Formula argument : arguments) {
                texts.add(argument.moved(columns, rows));
            }
            return name + "(" + String.join(",", texts) + ")";
        }
    }
}
