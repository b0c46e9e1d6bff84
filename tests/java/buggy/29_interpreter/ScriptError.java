/** A problem in a script, with the line where it was noticed. */
class ScriptError extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int line;

    ScriptError(int line, String message) {
        super(line > 0 ? "line " + line + ": " + message : message);
        this.line = line;
    }
}
