// Rights by role, inherited from parent roles: a denied right is inherited all the same.
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

public class Permissions {
    static class Role {
        final String name;
        final Role parent;
        private final Set<String> granted = new HashSet<>();
        private final Set<String> denied = new HashSet<>();

        Role(String name, Role parent) {
            this.name = name;
            this.parent = parent;
        }

        Role grant(String... rights) {
            granted.addAll(Set.of(rights));
            return this;
        }

        Role deny(String right) {
            denied.add(right);
            return this;
        }

        Set<String> rights() {
            Set<String> all = new TreeSet<>();
            all.addAll(granted);
            all.removeAll(denied);
            if (parent != null) {
                all.addAll(parent.rights()); // BUG
                // GOOD: for (String right : parent.rights()) if (!denied.contains(right)) all.add(right);
            }
            return all;
        }
    }

    static class Users {
        private final Map<String, Role> roles = new LinkedHashMap<>();

        void assign(String user, Role role) {
            roles.put(user, role);
        }

        boolean may(String user, String right) {
            for (Role role = roles.get(user); role != null; role = role.parent) {
                if (role.granted.contains(right)) {
                    return true;
                }
                if (role.denied.contains(right)) {
                    break;
                }
            }
            return false;
        }
    }

    public static void main(String[] args) {
        Role reader = new Role("reader", null).grant("read", "comment");
        Role guest = new Role("guest", reader).deny("comment");
        Role editor = new Role("editor", guest).grant("write");
        Users users = new Users();
        users.assign("mia", editor);
        users.assign("jon", guest);
        System.out.println(users.may("mia", "read") + " " + users.may("mia", "comment") + " " + users.may("jon", "comment")
                + " " + editor.rights());
    }
}
