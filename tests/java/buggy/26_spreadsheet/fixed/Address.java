import java.util.Objects;

/** The place of a cell: column and row, both from 0. */
final class Address implements Comparable<Address> {
    final int column;
    final int row;

    Address(int column, int row) {
        this.column = column;
        this.row = row;
    }

    static Address parse(String text) {
        int at = 0;
        int column = 0;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            column = column * 26 + (Character.toUpperCase(text.charAt(at)) - 'A' + 1);
            at++;
        }
        if (at == 0 || at == text.length()) {
            throw new FormulaError("#NAME");
        }
        return new Address(column - 1, Integer.parseInt(text.substring(at)) - 1);
    }

    Address moved(int columns, int rows) {
        return new Address(column + columns, row + rows);
    }

    String name() {
        StringBuilder letters = new StringBuilder();
        int rest = column + 1;
        while (rest > 0) {
            letters.insert(0, (char) ('A' + (rest - 1) % 26));
            rest = (rest - 1) / 26;
        }
        return letters.toString() + (row + 1);
    }

    @Override
    public int compareTo(Address other) {
        return row != other.row ? Integer.compare(row, other.row) : Integer.compare(column, other.column);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address && ((Address) other).column == column && ((Address) other).row == row;
    }

    @Override
    public int hashCode() {
        return Objects.hash(column, row);
    }
}
