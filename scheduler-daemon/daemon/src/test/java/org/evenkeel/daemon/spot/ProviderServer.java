package org.evenkeel.daemon.spot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server that answers paths as it is told. */
final class ProviderServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    final List<String> asked = new CopyOnWriteArrayList<>();

    /** How one path is answered. */
    @FunctionalInterface
    interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    ProviderServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void answer(String path, Answer answer) {
        answers.put(path, answer);
    }

    /** With status 200 and this text. */
    void answer(String path, String text) {
        answer(path, exchange -> send(exchange, 200, text));
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        Answer answer = answers.get(exchange.getRequestURI().getPath());
        try {
            if (answer == null) {
                send(exchange, 404, "");
            } else {
                answer.to(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
