import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The cells and who depends on whom. */
final class Sheet {
    private static final class Cell {
        String source = "";
        Formula formula;
        Object value = "";
    }

    private final Map<Address, Cell> cells = new TreeMap<>();
    private final Map<Address, Set<Address>> dependents = new HashMap<>();
    private int recomputed;

    void set(String name, String source) {
        set(Address.parse(name), source);
    }

    void set(Address address, String source) {
        Cell cell = cells.computeIfAbsent(address, place -> new Cell());
        forgetReferences(address, cell);
        cell.source = source;
        cell.formula = null;
        if (source.startsWith("=")) {
            define(address, cell, source.substring(1));
        } else {
            cell.value = constant(source);
        }
        recompute(address);
    }

    private void define(Address address, Cell cell, String text) {
        try {
            cell.formula = new FormulaParser(text).parse();
            for (Address reference : cell.formula.references()) {
                dependents.computeIfAbsent(reference, place -> new TreeSet<>()).add(address);
            }
        } catch (FormulaError e) {
            cell.value = e;
        }
    }

    private void forgetReferences(Address address, Cell cell) {
        if (cell.formula == null) {
            return;
        }
        for (Address reference : cell.formula.references()) {
            Set<Address> known = dependents.get(reference);
            if (known != null) {
                known.remove(address);
            }
        }
    }

    private static Object constant(String source) {
        if (source.isEmpty()) {
            return "";
        }
        try {
            return Double.valueOf(source);
        } catch (NumberFormatException e) {
            return source;
        }
    }

    /** Computes a cell and everything that depends on it, each cell after those it needs. */
    private void recompute(Address changed) {
        List<Address> order = new ArrayList<>();
        collectDependents(changed, new LinkedHashSet<>(), order);
        for (int i = order.size() - 1; i >= 0; i--) {
            compute(order.get(i));
        }
    }

    /** Depth first; a cell is listed after all its dependents, so that the list is right backwards. */
    private void collectDependents(Address address, Set<Address> seen, List<Address> order) {
        if (!seen.add(address)) {
            return;
        }
        for (Address dependent : dependents.getOrDefault(address, Set.of())) {
            if (!order.contains(dependent)) {
                order.add(dependent);
            }
        }
        order.add(address);
    }

    private void compute(Address address) {
        Cell cell = cells.get(address);
        if (cell == null || cell.formula == null) {
            return;
        }
        recomputed++;
        try {
            if (dependsOnItself(address)) {
                throw new FormulaError("#CYCLE");
            }
            cell.value = cell.formula.evaluate(this);
        } catch (FormulaError e) {
            cell.value = e;
        }
    }

    private boolean dependsOnItself(Address address) {
        Set<Address> seen = new LinkedHashSet<>();
        List<Address> open = new ArrayList<>();
        open.add(address);
        while (!open.isEmpty()) {
            Address next = open.remove(open.size() - 1);
            Cell cell = cells.get(next);
            if (cell == null || cell.formula == null) {
                continue;
            }
            for (Address reference : cell.formula.references()) {
                if (reference.equals(address)) {
                    return true;
                }
                if (seen.add(reference)) {
                    open.add(reference);
                }
            }
        }
        return false;
    }

    Object value(Address address) {
        Cell cell = cells.get(address);
        if (cell == null) {
            return "";
        }
        if (cell.value instanceof FormulaError) {
            throw (FormulaError) cell.value;
        }
        return cell.value;
    }

    String shown(Address address) {
        Cell cell = cells.get(address);
        if (cell == null) {
            return "";
        }
        if (cell.value instanceof FormulaError) {
            return ((FormulaError) cell.value).getMessage();
        }
        return Formula.text(cell.value);
    }

    void copy(Address from, Address to) {
        Cell cell = cells.get(from);
        if (cell == null) {
            set(to, "");
        } else if (cell.formula == null) {
            set(to, cell.source);
        } else {
            set(to, "=" + cell.formula.moved(to.column - from.column, to.row - from.row));
        }
    }

    int recomputed() {
        return recomputed;
    }

    List<String> listing() {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Address, Cell> entry : cells.entrySet()) {
            lines.add(entry.getKey().name() + ": " + entry.getValue().source);
        }
        return lines;
    }
}
