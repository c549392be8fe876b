package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** What the dashboard's server sends, with the headers that keep a browser from anything else. */
final class Answer {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                    + "img-src 'self' data:; base-uri 'none'; form-action 'none'; "
                    + "frame-ancestors 'none'";

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "json", "application/json; charset=utf-8",
                    "metrics", "text/plain; version=0.0.4; charset=utf-8",
                    "txt", "text/plain; charset=utf-8");

    /** Of what never changes under its address: a browser need not ask for it again for an hour. */
    private static final String LASTING = "private, max-age=3600, immutable";

    /** The headers of every answer. */
    static Headers headers(HttpExchange exchange) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
        return headers;
    }

    /** A human-readable text, with a line end. */
    static void words(HttpExchange exchange, int status, String text) throws IOException {
        bytes(exchange, status, "txt", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Bytes, packed where the browser takes that.
     *
     * @param type as files are called
     */
    static void bytes(HttpExchange exchange, int status, String type, byte[] bytes)
            throws IOException {
        Headers headers = headers(exchange);
        headers.set("Content-Type", TYPES.getOrDefault(type, "application/octet-stream"));
        String takes = exchange.getRequestHeaders().getFirst("Accept-Encoding");
        if (takes != null && takes.contains("gzip") && bytes.length > 1_000) {
            headers.set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(status, 0);
            try (OutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
                out.write(bytes);
            }
        } else {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Bytes that never change under this address. They are small, and made while they are seen. */
    static void lasting(HttpExchange exchange, byte[] bytes) throws IOException {
        Headers headers = headers(exchange);
        headers.set("Content-Type", "application/octet-stream");
        headers.set("Cache-Control", LASTING);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
