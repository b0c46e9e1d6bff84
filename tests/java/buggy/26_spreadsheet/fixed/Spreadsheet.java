import java.util.List;

/** A spreadsheet with formulas, recomputed when a cell they depend on changes. */
public class Spreadsheet {
    private static void show(Sheet sheet, String... names) {
        StringBuilder out = new StringBuilder();
        for (String name : names) {
            if (out.length() > 0) {
                out.append("  ");
            }
            out.append(name).append('=').append(sheet.shown(Address.parse(name)));
        }
        System.out.println(out);
    }

    private static void budget() {
        Sheet sheet = new Sheet();
        sheet.set("A1", "120");
        sheet.set("A2", "80");
        sheet.set("A3", "40.5");
        sheet.set("B1", "=A1*2");
        sheet.set("B2", "=A2+B1");
        sheet.set("C3", "=SUM(A1:A3)+B2");
        sheet.set("D1", "=IF(C3>500,\"high\",\"low\")");
        show(sheet, "A1", "B1", "B2", "C3", "D1");
        sheet.set("A1", "10");
        show(sheet, "A1", "B1", "B2", "C3", "D1");
        System.out.println("recomputed " + sheet.recomputed());
    }

    private static void problems() {
        Sheet sheet = new Sheet();
        sheet.set("A1", "=B1+1");
        sheet.set("B1", "=C1+1");
        sheet.set("C1", "=A1+1");
        show(sheet, "A1", "B1", "C1");
        sheet.set("C1", "5");
        show(sheet, "A1", "B1", "C1");
        sheet.set("D1", "=1/0");
        sheet.set("D2", "=D1+1");
        sheet.set("D3", "=\"a\"*2");
        sheet.set("D4", "=SUM(");
        sheet.set("D5", "=NOPE(1)");
        show(sheet, "D1", "D2", "D3", "D4", "D5");
    }

    private static void functions() {
        Sheet sheet = new Sheet();
        for (int row = 1; row <= 5; row++) {
            sheet.set("A" + row, String.valueOf(row * row));
        }
        sheet.set("B1", "=MIN(A1:A5)");
        sheet.set("B2", "=MAX(A1:A5,30)");
        sheet.set("B3", "=AVERAGE(A1:A5)");
        sheet.set("B4", "=COUNT(A1:A5)");
        sheet.set("B5", "=ROUND(10/3,2)&\" units\"");
        show(sheet, "B1", "B2", "B3", "B4", "B5");
        sheet.set("A5", "");
        show(sheet, "B2", "B3", "B4");
    }

    private static void copying() {
        Sheet sheet = new Sheet();
        sheet.set("A1", "1");
        sheet.set("B1", "=A1*10");
        sheet.copy(Address.parse("B1"), Address.parse("B2"));
        sheet.copy(Address.parse("B1"), Address.parse("C1"));
        sheet.set("A2", "7");
        show(sheet, "B1", "B2", "C1");
        List<String> listing = sheet.listing();
        for (String line : listing) {
            System.out.println(line);
        }
    }

    public static void main(String[] args) {
        budget();
        problems();
        functions();
        copying();
    }
}
