package orders;

public interface Mailer {
    void send(String to, String text);
}
