package lib;

/** A superclass that is not recorded. */
public class Base {
    protected void fill(int[] numbers, int value) {
        for (int index = 0; index < numbers.length; index++) { numbers[index] = value; }
    }
}
