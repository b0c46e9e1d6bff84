// Fields and elements are changed through variable handles and field updaters.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class HandleUpdates {
    private static final AtomicIntegerFieldUpdater<HandleUpdates> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(HandleUpdates.class, "count");
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(int[].class);
    private volatile int count;
    private final int[] slots = new int[4];

    int claim(int value) {
        int slot = COUNT.getAndIncrement(this) & 1; // BUG
        // GOOD: int slot = COUNT.getAndIncrement(this) & 3;
        SLOTS.setVolatile(slots, slot, value);
        return slot;
    }

    int sum() {
        int sum = 0;
        for (int slot = 0; slot < slots.length; slot++) {
            sum += (int) SLOTS.getVolatile(slots, slot);
        }
        return sum;
    }

    public static void main(String[] args) {
        HandleUpdates handles = new HandleUpdates();
        for (int value = 1; value <= 3; value++) {
            handles.claim(value);
        }
        System.out.println(handles.sum());
    }
}
