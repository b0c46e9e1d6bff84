package app;

import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A server that answers some requests and stops. */
public class Main {
    static class Hello extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, "hello " + request.getHttpURI().getPath(), callback);
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server(0);
        server.setHandler(new Hello());
        server.start();
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        for (int i = 0; i < 20; i++) {
            try (InputStream in = new URL("http://localhost:" + port + "/" + i).openStream()) {
                System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        server.stop();
    }
}
