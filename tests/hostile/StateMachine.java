// A transition of a state machine leads to the wrong state.
public class StateMachine {
    enum State {
        IDLE, RUNNING, DONE;

        State next(char event) {
            switch (this) {
                case IDLE:
                    return event == 's' ? RUNNING : IDLE;
                case RUNNING:
                    return event == 'p' ? DONE : RUNNING; // BUG
                    // GOOD: return event == 'p' ? IDLE : event == 'e' ? DONE : RUNNING;
                default:
                    return DONE;
            }
        }
    }

    static State run(String events) {
        State state = State.IDLE;
        for (char event : events.toCharArray()) {
            state = state.next(event);
        }
        return state;
    }

    public static void main(String[] args) {
        System.out.println(run("sx"));
        System.out.println(run("sps"));
    }
}
