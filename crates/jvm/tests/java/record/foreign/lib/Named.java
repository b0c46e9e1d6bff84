package lib;

/** A superclass that is not recorded. */
public class Named {
    private String name = "none";

    public void rename(String to) { name = to; }

    public String name() { return name; }
}
