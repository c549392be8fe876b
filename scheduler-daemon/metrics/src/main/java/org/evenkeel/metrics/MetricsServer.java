package org.evenkeel.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.evenkeel.daemon.metrics.ReaderCheck;
import org.evenkeel.security.tls.ClusterTls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} over HTTP, or over TLS to those who may look at the cluster. It reads
 * nothing of a request but its first line and headers, which the JDK bounds.
 */
record MetricsServer(HttpServer server, ExecutorService threads) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final String PATH = "/metrics";
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String WORDS = "text/plain; charset=utf-8";

    private static final int BACKLOG = 16;

    /** Properties of the JDK's server: seconds for a request and its answer, open connections. */
    private static final List<List<String>> BOUNDS =
            List.of(
                    List.of("sun.net.httpserver.maxReqTime", "10"),
                    List.of("sun.net.httpserver.maxRspTime", "10"),
                    List.of("jdk.httpserver.maxConnections", "32"));

    /** A page at the moment it is asked for. */
    interface Page {
        String read() throws IOException;
    }

    /**
     * @param readers who may read; null to serve every process that reaches the address, which is a
     *     loopback one
     */
    static MetricsServer start(InetSocketAddress address, @Nullable ReaderCheck readers, Page page)
            throws IOException {
        for (List<String> bound : BOUNDS) {
            if (System.getProperty(bound.getFirst()) == null) {
                System.setProperty(bound.getFirst(), bound.getLast());
            }
        }
        HttpServer server =
                readers == null
                        ? HttpServer.create(address, BACKLOG)
                        : secured(HttpsServer.create(address, BACKLOG), readers);
        // One for each connection: who is slow keeps no other from being served.
        ExecutorService threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("evenkeel-metrics-", 0).factory());
        server.setExecutor(threads);
        server.createContext("/", new Handler(readers, page));
        server.start();
        return new MetricsServer(server, threads);
    }

    private static HttpsServer secured(HttpsServer server, ReaderCheck readers) {
        server.setHttpsConfigurator(
                new HttpsConfigurator(readers.context()) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                        tls.setProtocols(new String[] {ClusterTls.PROTOCOL});
                        tls.setNeedClientAuth(true);
                        parameters.setSSLParameters(tls);
                    }
                });
        return server;
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private record Handler(@Nullable ReaderCheck readers, Page page) implements HttpHandler {

        @Override
        public void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                Optional<String> refusal = refusal(exchange);
                if (refusal.isPresent()) {
                    LOG.debug(
                            "metrics refused to {}: {}",
                            exchange.getRemoteAddress(),
                            refusal.get());
                    answer(exchange, 403, WORDS, refusal.get() + "\n");
                } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                    answer(exchange, 404, WORDS, "metrics of this node are at " + PATH + "\n");
                } else if (!exchange.getRequestMethod().equals("GET")) {
                    exchange.getResponseHeaders().set("Allow", "GET");
                    answer(exchange, 405, WORDS, "only GET is possible\n");
                } else {
                    serve(exchange);
                }
            }
        }

        private void serve(HttpExchange exchange) throws IOException {
            String text;
            try {
                text = page.read();
            } catch (IOException e) {
                LOG.warn("no metrics served: {}", e.getMessage());
                answer(exchange, 503, WORDS, e.getMessage() + "\n");
                return;
            }
            answer(exchange, 200, TYPE, text);
        }

        private Optional<String> refusal(HttpExchange exchange) {
            ReaderCheck check = readers;
            if (check == null) {
                return isMeant(exchange.getRequestHeaders().getFirst("Host"))
                        ? Optional.empty()
                        : Optional.of("this address serves its own machine; ask for localhost");
            }
            List<X509Certificate> chain = new ArrayList<>();
            try {
                for (Certificate each :
                        ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()) {
                    chain.add((X509Certificate) each);
                }
            } catch (SSLPeerUnverifiedException e) {
                return Optional.of("there is no certificate");
            }
            return check.refusal(chain);
        }

        /** A browser that is made to take another name for this machine says that name. */
        private static boolean isMeant(@Nullable String host) {
            if (host == null) {
                return true;
            }
            String name = host.replaceFirst(":\\d+$", "");
            return name.equals("localhost")
                    || name.matches("\\[[0-9a-fA-F:.]+]")
                    || name.matches("[0-9.]+");
        }

        private static void answer(HttpExchange exchange, int status, String type, String text)
                throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(status, -1);
                return;
            }
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
