// A program without a class around it, whose main is a method of an object with fields.
// Java 25
int seats = 4;
final java.util.List<String> guests = new java.util.ArrayList<>();

boolean seat(String guest) {
    if (guests.size() > seats) { // BUG
    // GOOD: if (guests.size() >= seats) {
        return false;
    }
    return guests.add(guest);
}

int turnedAway(String... names) {
    int away = 0;
    for (String name : names) {
        if (!seat(name)) {
            away++;
        }
    }
    return away;
}

void main() {
    IO.println(turnedAway("a", "b", "c", "d", "e", "f") + " away");
}
