/** Jumps of the language, as exceptions of the host. They carry no stack trace, because they are no failures. */
final class Signals {
    private Signals() {}

    static class Jump extends RuntimeException {
        private static final long serialVersionUID = 1;

        Jump() {
            super(null, null, false, false);
        }
    }

    static final class Break extends Jump {
        private static final long serialVersionUID = 1;
    }

    static final class Continue extends Jump {
        private static final long serialVersionUID = 1;
    }

    static final class Return extends Jump {
        private static final long serialVersionUID = 1;
        final transient Object value;

        Return(Object value) {
            this.value = value;
        }
    }

    /** A value thrown by the script itself. */
    static final class Thrown extends Jump {
        private static final long serialVersionUID = 1;
        final transient Object value;
        final int line;

        Thrown(Object value, int line) {
            this.value = value;
            this.line = line;
        }
    }
}
