package org.evenkeel.it;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** Takes spans by OTLP over HTTP, as a collector does, and keeps them. */
final class SpanCollector implements AutoCloseable {
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    SpanCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    boolean zipped =
                            "gzip"
                                    .equals(
                                            exchange.getRequestHeaders()
                                                    .getFirst("Content-Encoding"));
                    try (InputStream body = exchange.getRequestBody();
                            InputStream plain = zipped ? new GZIPInputStream(body) : body) {
                        ExportTraceServiceRequest.parseFrom(plain)
                                .getResourceSpansList()
                                .forEach(resource ->
                                        resource.getScopeSpansList()
                                                .forEach(scope ->
                                                        spans.addAll(scope.getSpansList())));
                    }
                    exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** All that have come. */
    List<Span> spans() {
        return List.copyOf(spans);
    }

    List<Span> named(String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
