package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.report.PageFile;
import org.jspecify.annotations.Nullable;

/**
 * Serves the pages of a cluster to browsers of this machine that have opened the link. It reads
 * nothing of a request but its first line and headers, which the JDK bounds.
 */
final class DashboardServer implements AutoCloseable {

    private static final int BACKLOG = 16;

    /** Pages that are told each second what is new; others are refused, and say so. */
    static final int MAX_FOLLOWERS = 16;

    /** After that a line says nothing, so that a browser that is gone is noticed. */
    private static final long QUIET_MILLIS = 15_000;

    /** How soon a browser whose connection breaks connects again. */
    private static final String RETRY = "retry: 2000\n\n";

    /** Properties of the JDK's server: seconds for a request, open connections, no delay. */
    private static final List<List<String>> BOUNDS =
            List.of(
                    List.of("sun.net.httpserver.maxReqTime", "10"),
                    List.of("jdk.httpserver.maxConnections", "64"),
                    List.of("sun.net.httpserver.nodelay", "true"));

    /** Pages by the paths at which people look for them. */
    private static final Map<String, String> MARKUP =
            Map.of("/", "dashboard.html", "/what-if", "what-if.html");

    private static final String NEWEST =
            "open the newest link that \"evenkeel dashboard\" has printed";

    private static final String USED = "was used already, or is incomplete; ";
    private static final String OLD = "is too old; ";

    private static final String NO_MACHINE =
            "there is no such machine: its name is misspelt, or it has been gone for more"
                    + " than an hour";

    private static final String NO_DETAIL =
            "the finer detail of this picture is not kept any more: load the page again";

    private static final String KEPT =
            ": its id is misspelt, or it is old: each node keeps its newest 100,000 records, until"
                    + " the node ends";

    private final HttpServer server;
    private final ExecutorService threads;
    private final BrowserSessions sessions;
    private final ClusterWatch watch;
    private final Pages pages;
    private final AtomicInteger followers = new AtomicInteger();
    private volatile Consumer<String> nextLinks = _ -> {};

    private DashboardServer(HttpServer server, ClusterWatch watch, Pages pages) {
        this.server = server;
        this.sessions = new BrowserSessions(server.getAddress().getPort(), System::nanoTime);
        this.watch = watch;
        this.pages = pages;
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
    static DashboardServer start(InetSocketAddress address, ClusterWatch watch, Pages pages)
            throws IOException {
        for (List<String> bound : BOUNDS) {
            if (System.getProperty(bound.getFirst()) == null) {
                System.setProperty(bound.getFirst(), bound.getLast());
            }
        }
        DashboardServer made =
                new DashboardServer(HttpServer.create(address, BACKLOG), watch, pages);
        made.server.setExecutor(made.threads);
        made.server.createContext("/", made::handle);
        made.server.start();
        return made;
    }

    /** The link to open. It works once, within an hour; then there is another one. */
    String link() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/?key=" + sessions.key();
    }

    /** Calls this with the next link each time that one was used, or was opened too late. */
    void tellNextLinks(Consumer<String> links) {
        nextLinks = links;
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
            } else if (path.equals("/metrics")) {
                // Prometheus has no link. It is for every user of this machine, as at a daemon.
                serve(exchange, "metrics", pages::metrics, "");
            } else if (path.equals("/") && key(exchange.getRequestURI()) != null) {
                admit(exchange, String.valueOf(key(exchange.getRequestURI())));
            } else if (!sessions.isKnown(exchange.getRequestHeaders())) {
                Answer.words(exchange, 403, NEWEST + "; each works once, within an hour");
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
        BrowserSessions.Admission admission = sessions.admit(key);
        if (admission.nextKey()) {
            nextLinks.accept(link());
        }
        String cookie = admission.cookie();
        if (cookie != null) {
            exchange.getResponseHeaders().set("Set-Cookie", cookie);
        } else if (!sessions.isKnown(exchange.getRequestHeaders())) {
            Answer.words(exchange, 403, "this link " + (admission.nextKey() ? OLD : USED) + NEWEST);
            return;
        }
        Answer.headers(exchange).set("Location", "/");
        exchange.sendResponseHeaders(303, -1);
    }

    private void serve(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/now")) {
            follow(exchange);
        } else if (PastRequests.isOne(path)) {
            PastRequests.serve(exchange, pages.past());
        } else if (path.startsWith("/job/")) {
            serveJob(exchange, path.substring("/job/".length()));
        } else if (path.startsWith(RecentTiles.PATH)) {
            serveTile(exchange, path);
        } else if (path.startsWith("/task/")) {
            serveTask(exchange, path.substring("/task/".length()));
        } else if (path.equals("/machines")) {
            serve(exchange, "json", pages::machines, "");
        } else if (path.startsWith("/machine/")) {
            String name = path.substring("/machine/".length());
            serve(exchange, "json", () -> pages.machine(name), NO_MACHINE);
        } else if (path.equals("/what-if/forecast")) {
            String query = exchange.getRequestURI().getRawQuery();
            serve(exchange, "json", () -> pages.whatIf(query), "");
        } else {
            String name = MARKUP.getOrDefault(path, path.substring(1));
            byte[] file = PageFile.read(name);
            if (file == null) {
                Answer.words(exchange, 404, "there is no page " + path);
            } else {
                Answer.bytes(exchange, 200, name.substring(name.lastIndexOf('.') + 1), file);
            }
        }
    }

    private void serveJob(HttpExchange exchange, String text) throws IOException {
        JobId id;
        try {
            id = JobId.parse(text);
        } catch (IllegalArgumentException e) {
            Answer.words(exchange, 400, String.valueOf(e.getMessage()));
            return;
        }
        serve(exchange, "json", () -> pages.job(id), "no node has records of job " + id + KEPT);
    }

    private void serveTile(HttpExchange exchange, String path) throws IOException {
        RecentTiles.Address address = RecentTiles.Address.parse(path);
        byte[] tile = address == null ? null : pages.tile(address);
        if (tile == null) {
            Answer.words(exchange, 404, NO_DETAIL);
        } else {
            Answer.lasting(exchange, tile);
        }
    }

    private void serveTask(HttpExchange exchange, String text) throws IOException {
        TaskId id;
        try {
            id = TaskId.parse(text);
        } catch (IllegalArgumentException e) {
            Answer.words(exchange, 400, String.valueOf(e.getMessage()));
            return;
        }
        serve(exchange, "json", () -> pages.task(id), "no node has records of task " + id + KEPT);
    }

    /** What a page is made of, which may take a while. */
    private interface Content {
        byte @Nullable [] bytes() throws IOException;
    }

    private static void serve(HttpExchange exchange, String type, Content content, String unknown)
            throws IOException {
        byte[] bytes;
        try {
            bytes = content.bytes();
        } catch (IOException e) {
            Answer.words(exchange, 503, "the cluster does not answer: " + e.getMessage());
            return;
        }
        if (bytes == null) {
            Answer.words(exchange, 404, unknown);
        } else {
            Answer.bytes(exchange, 200, type, bytes);
        }
    }

    /** Sends what is seen of the cluster each time that it is new, until the browser is gone. */
    private void follow(HttpExchange exchange) throws IOException {
        if (followers.incrementAndGet() > MAX_FOLLOWERS) {
            followers.decrementAndGet();
            Answer.words(
                    exchange, 503, MAX_FOLLOWERS + " pages are open, which is the most; close one");
            return;
        }
        try {
            Answer.headers(exchange).set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            out.write(RETRY.getBytes(StandardCharsets.UTF_8));
            out.flush();
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
