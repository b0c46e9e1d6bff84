// clone() shares an array that it should copy.
public class DeepCopy implements Cloneable {
    private int[] cells = new int[3];

    void set(int place, int value) {
        cells[place] = value;
    }

    int sum() {
        return cells[0] + cells[1] + cells[2];
    }

    @Override
    public DeepCopy clone() {
        try {
            DeepCopy copy = (DeepCopy) super.clone();
            copy.cells = cells; // BUG
            // GOOD: copy.cells = cells.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        DeepCopy one = new DeepCopy();
        one.set(0, 1);
        DeepCopy two = one.clone();
        two.set(1, 5);
        System.out.println(one.sum());
    }
}
