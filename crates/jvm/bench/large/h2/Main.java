package app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** A database in memory: tables, an index, a transaction that is taken back, queries. */
public class Main {
    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");
                Statement statement = connection.createStatement()) {
            statement.execute("create table item(id int primary key, name varchar(20), cents int)");
            statement.execute("create index by_cents on item(cents)");
            try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?)")) {
                for (int i = 0; i < 500; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "item " + i);
                    insert.setInt(3, i * 37 % 1000);
                    insert.executeUpdate();
                }
            }
            connection.setAutoCommit(false);
            statement.execute("delete from item where cents > 500");
            connection.rollback();
            String query = "select count(*), sum(cents), max(name) from item where cents between 100 and 700 group by cents / 100 order by 2";
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    System.out.println(rows.getInt(1) + " " + rows.getInt(2) + " " + rows.getString(3));
                }
            }
        }
    }
}
