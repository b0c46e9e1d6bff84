// A state machine with a table of transitions: a closed door opens while the cabin moves.
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

public class Elevators {
    enum State { IDLE, MOVING, OPEN }

    enum Signal { CALL, ARRIVE, CLOSE }

    static class Machine {
        private final Map<State, Map<Signal, State>> table = new EnumMap<>(State.class);

        Machine rule(State from, Signal signal, State to) {
            table.computeIfAbsent(from, s -> new EnumMap<>(Signal.class)).put(signal, to);
            return this;
        }

        State next(State state, Signal signal) {
            Map<Signal, State> row = table.get(state);
            State next = row == null ? null : row.get(signal);
            return next == null ? state : next;
        }
    }

    static Machine machine() {
        return new Machine()
                .rule(State.IDLE, Signal.CALL, State.MOVING)
                .rule(State.MOVING, Signal.ARRIVE, State.OPEN)
                .rule(State.MOVING, Signal.CALL, State.OPEN) // BUG
                // GOOD: .rule(State.MOVING, Signal.CALL, State.MOVING)
                .rule(State.OPEN, Signal.CLOSE, State.IDLE);
    }

    static class Cabin {
        private final Machine machine;
        private State state = State.IDLE;
        private int floor;
        final List<String> log = new ArrayList<>();

        Cabin(Machine machine) {
            this.machine = machine;
        }

        void signal(Signal signal, int at) {
            State before = state;
            state = machine.next(state, signal);
            if (signal == Signal.ARRIVE) {
                floor = at;
            }
            log.add(before + ">" + state + "@" + floor);
        }
    }

    public static void main(String[] args) {
        Cabin cabin = new Cabin(machine());
        cabin.signal(Signal.CALL, 0);
        cabin.signal(Signal.CALL, 0);
        cabin.signal(Signal.ARRIVE, 4);
        cabin.signal(Signal.CLOSE, 4);
        System.out.println(cabin.log);
    }
}
