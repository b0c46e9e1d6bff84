// An enum constant with a wrong field: the constants are made by the initialiser of the enum.
public class EnumField {
    enum Unit {
        METRE(1.0),
        FOOT(0.3408), // BUG
        // GOOD: FOOT(0.3048),
        INCH(0.0254);

        private final double metres;

        Unit(double metres) {
            this.metres = metres;
        }

        double toMetres(double value) {
            return value * metres;
        }
    }

    static double sum(double feet, double inches) {
        return Unit.FOOT.toMetres(feet) + Unit.INCH.toMetres(inches);
    }

    public static void main(String[] args) {
        System.out.println(sum(0, 2));
        System.out.println(sum(6, 2));
    }
}
