/** A problem in a text, with the place where it was noticed. */
class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int position;

    JsonException(int position, String message) {
        super(message);
        this.position = position;
    }
}
