package elenchus;

/** Why no test can be written, as the end of a sentence. */
final class Cannot extends Exception {
    private static final long serialVersionUID = 1;

    Cannot(String reason) {
        super(reason, null, false, false);
    }
}
