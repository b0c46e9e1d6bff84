package app;

import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An application that answers some requests and stops. */
@SpringBootApplication
@RestController
public class Main {
    record Greeting(String text, int count) {}

    @GetMapping("/hello")
    Greeting hello(@RequestParam String name) {
        return new Greeting("hello " + name, name.length());
    }

    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(Main.class);
        var context = (ServletWebServerApplicationContext) application.run("--server.port=0");
        int port = context.getWebServer().getPort();
        for (int i = 0; i < 10; i++) {
            try (InputStream in = new URL("http://localhost:" + port + "/hello?name=n" + i).openStream()) {
                System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        context.close();
    }
}
