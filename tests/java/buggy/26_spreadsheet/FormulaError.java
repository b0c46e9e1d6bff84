/** A problem that is shown in a cell. */
class FormulaError extends RuntimeException {
    private static final long serialVersionUID = 1;

    FormulaError(String code) {
        super(code, null, false, false);
    }
}
