package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Serves the pages of a cluster to browsers of this machine that have opened the link. It reads
 * nothing of a request but its first line and headers, which the JDK bounds.
 */
final class DashboardServer implements AutoCloseable {

    private static final int BACKLOG = 16;

    /** Browsers that are told at once of what is new; others ask again and again. */
    private static final int MAX_FOLLOWERS = 16;

    /** A line that says nothing, so that a browser that is gone is noticed. */
    private static final long QUIET_MILLIS = 15_000;

    /** Properties of the JDK's server: seconds for a request, open connections. */
    private static final List<List<String>> BOUNDS =
            List.of(
                    List.of("sun.net.httpserver.maxReqTime", "10"),
                    List.of("jdk.httpserver.maxConnections", "64"));

    private final HttpServer server;
    private final ExecutorService threads;
    private final Visitors visitors = new Visitors();
    private final ClusterWatch watch;
    private final JobPages jobs;
    private final AtomicInteger followers = new AtomicInteger();

    /** The page of a job as JSON. */
    interface JobPages {
        /** The page; null if nothing is known of the job. */
        byte @Nullable [] page(JobId job) throws IOException;
    }

    private DashboardServer(HttpServer server, ClusterWatch watch, JobPages jobs) {
        this.server = server;
        this.watch = watch;
        this.jobs = jobs;
        // One for each connection: who is slow keeps no other from being served.
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("evenkeel-dashboard-", 0).factory());
    }

    /**
     * Starts one.
     *
     * @param address of this machine alone
     */
    static DashboardServer start(InetSocketAddress address, ClusterWatch watch, JobPages jobs)
            throws IOException {
        for (List<String> bound : BOUNDS) {
            if (System.getProperty(bound.getFirst()) == null) {
                System.setProperty(bound.getFirst(), bound.getLast());
            }
        }
        DashboardServer made =
                new DashboardServer(HttpServer.create(address, BACKLOG), watch, jobs);
        made.server.setExecutor(made.threads);
        made.server.createContext("/", made::handle);
        made.server.start();
        return made;
    }

    /** What to open, once. */
    String link() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/?key=" + visitors.key();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = exchange.getRequestHeaders().getFirst("Host");
            String path = exchange.getRequestURI().getPath();
            if (!isOfThisMachine(host)) {
                Answer.words(exchange, 403, "these pages are for this machine; ask for localhost");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                Answer.headers(exchange).set("Allow", "GET");
                Answer.words(exchange, 405, "only GET is possible");
            } else if (path.equals("/") && key(exchange.getRequestURI()) != null) {
                admit(exchange, String.valueOf(key(exchange.getRequestURI())));
            } else if (!visitors.isKnown(exchange.getRequestHeaders())) {
                Answer.words(
                        exchange,
                        403,
                        "open the link that \"evenkeel dashboard\" has printed; it works once: for"
                                + " another browser start it again");
            } else {
                serve(exchange, path);
            }
        }
    }

    /** A browser that is made to take another name for this machine says that name. */
    private static boolean isOfThisMachine(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d+$", "");
        return name.equals("localhost") || name.equals("127.0.0.1") || name.equals("[::1]");
    }

    private static @Nullable String key(URI uri) {
        String query = uri.getRawQuery();
        return query != null && query.startsWith("key=") ? query.substring(4) : null;
    }

    private void admit(HttpExchange exchange, String key) throws IOException {
        String cookie = visitors.admit(key);
        if (cookie == null && !visitors.isKnown(exchange.getRequestHeaders())) {
            Answer.words(exchange, 403, "this link was used, or is not whole");
            return;
        }
        if (cookie != null) {
            exchange.getResponseHeaders().set("Set-Cookie", cookie);
        }
        Answer.headers(exchange).set("Location", "/");
        exchange.sendResponseHeaders(303, -1);
    }

    private void serve(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/now")) {
            follow(exchange);
        } else if (path.startsWith("/job/")) {
            serveJob(exchange, path.substring("/job/".length()));
        } else {
            String name = path.equals("/") ? "dashboard.html" : path.substring(1);
            byte[] file = Answer.resource(name);
            if (file == null) {
                Answer.words(exchange, 404, "there is no page " + path);
            } else {
                Answer.bytes(exchange, 200, name.substring(name.lastIndexOf('.') + 1), file);
            }
        }
    }

    private void serveJob(HttpExchange exchange, String id) throws IOException {
        if (!Ids.isId(id)) {
            Answer.words(exchange, 400, "\"" + id + "\" is not a job id");
            return;
        }
        byte[] page;
        try {
            page = jobs.page(new JobId(Ids.parse(id)));
        } catch (IOException e) {
            Answer.words(exchange, 503, String.valueOf(e.getMessage()));
            return;
        }
        if (page == null) {
            Answer.words(exchange, 404, "no node has records of job " + id);
        } else {
            Answer.bytes(exchange, 200, "json", page);
        }
    }

    /** Sends what is seen of the cluster each time that it is new, until the browser is gone. */
    private void follow(HttpExchange exchange) throws IOException {
        if (followers.incrementAndGet() > MAX_FOLLOWERS) {
            followers.decrementAndGet();
            Answer.words(exchange, 503, "too many browsers look at this cluster");
            return;
        }
        try {
            Answer.headers(exchange).set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            long known = 0;
            while (!threads.isShutdown()) {
                ClusterWatch.Seen seen = watch.after(known, QUIET_MILLIS);
                if (seen == null) {
                    out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
                } else {
                    known = seen.number();
                    out.write("data: ".getBytes(StandardCharsets.UTF_8));
                    out.write(seen.bytes());
                    out.write("\n\n".getBytes(StandardCharsets.UTF_8));
                }
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            followers.decrementAndGet();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
