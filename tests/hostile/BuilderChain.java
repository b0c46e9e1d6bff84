// One step of a builder overwrites what an earlier one set.
public class BuilderChain {
    static class Query {
        private String where = "";
        private String order = "";

        Query where(String condition) {
            where = condition; // BUG
            // GOOD: where = where.isEmpty() ? condition : where + " and " + condition;
            return this;
        }

        Query order(String by) {
            order = " by " + by;
            return this;
        }

        String build() {
            return where + order;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Query().where("a > 1").where("b < 2").order("c").build());
    }
}
