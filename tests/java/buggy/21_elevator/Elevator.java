import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** An elevator as a state machine. */
public class Elevator {
    enum State {
        WAITING {
            State next(Elevator elevator) {
                if (elevator.calls.isEmpty()) {
                    return WAITING;
                }
                return elevator.calls.first() > elevator.floor ? RISING : SINKING;
            }
        },
        RISING {
            State next(Elevator elevator) {
                if (elevator.calls.higher(elevator.floor) != null) {
                    return RISING;
                }
                return elevator.calls.isEmpty() ? WAITING : SINKING;
            }
        },
        SINKING {
            State next(Elevator elevator) {
                if (elevator.calls.lower(elevator.floor) != null) {
                    return SINKING;
                }
                return elevator.calls.isEmpty() ? WAITING : RISING;
            }
        };

        abstract State next(Elevator elevator);
    }

    private final TreeSet<Integer> calls = new TreeSet<>();
    private final List<Integer> opened = new ArrayList<>();
    private State state = State.WAITING;
    private int floor;

    void call(int wanted) {
        if (wanted != floor) {
            calls.add(wanted);
        }
    }

    void step() {
        state = state.next(this);
        switch (state) {
            case RISING:
                floor++;
                break;
            case SINKING:
                floor--;
                break;
            default:
                return;
        }
        if (state == State.RISING && calls.remove(floor)) {
            opened.add(floor);
        }
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    public static void main(String[] args) {
        Elevator elevator = new Elevator();
        elevator.call(3);
        elevator.run(2);
        elevator.call(1);
        elevator.call(4);
        elevator.run(2);
        elevator.call(2);
        elevator.run(6);
        System.out.println(elevator.opened + " now " + elevator.floor + " " + elevator.state);
    }
}
