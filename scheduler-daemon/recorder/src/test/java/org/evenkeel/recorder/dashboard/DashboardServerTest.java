package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets which page, over real connections; the cluster does not answer. */
class DashboardServerTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String JOB = "3k7x0a9q2m4fz";
    private static final String GONE = "3k7x0a9q2m4g0";
    private static final String SILENT = "3k7x0a9q2m4g1";
    private static final String TASK = JOB + "-7";
    private static final String SILENT_TASK = SILENT + "-7";
    private static final String PICTURE = "01234567-89ab-cdef-0123-456789abcdef";
    private static final String MACHINE = "n1/<ü>";
    private static final String MACHINES = "{\"machines\":[]}";
    private static final String METRICS = "evenkeel_tasks{node=\"n1\"} 3.0\n";
    private static final String PAGE = "{\"name\":\"" + "<b>".repeat(1_000) + "\"}";

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import \\{ ([^}]*) } from \"\\./([a-z]+\\.js)\";$");

    private final ClusterWatch watch =
            new ClusterWatch(() -> {
                throw new IOException("no daemon </script> is here");
            });
    private final List<String> links = new CopyOnWriteArrayList<>();
    private final HttpClient browser =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private DashboardServer server;

    @BeforeEach
    void open() throws Exception {
        server = DashboardServer.start(new InetSocketAddress(HERE, 0), watch, new KnownPages());
        server.tellNextLinks(links::add);
    }

    @AfterEach
    void close() {
        server.close();
        watch.close();
        browser.shutdownNow();
    }

    /** A cluster that knows one job and one task, and answers nothing of others. */
    private static final class KnownPages implements Pages {
        private static byte @Nullable [] page(String id) throws IOException {
            return switch (id) {
                case JOB, TASK -> PAGE.getBytes(StandardCharsets.UTF_8);
                case SILENT, SILENT_TASK -> throw new IOException("n1 is gone");
                default -> null;
            };
        }

        @Override
        public byte @Nullable [] job(JobId job) throws IOException {
            return page(job.toString());
        }

        @Override
        public byte @Nullable [] task(TaskId task) throws IOException {
            return page(task.toString());
        }

        @Override
        public byte @Nullable [] tile(RecentTiles.Address address) {
            return address.key().equals(PICTURE) ? new byte[2_000] : null;
        }

        @Override
        public byte[] machines() {
            return MACHINES.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte @Nullable [] machine(String name) throws IOException {
            return switch (name) {
                case MACHINE -> PAGE.getBytes(StandardCharsets.UTF_8);
                case SILENT -> throw new IOException("n1 is gone");
                default -> null;
            };
        }

        @Override
        public byte[] whatIf(@Nullable String query) {
            return ("{\"asked\":\"" + query + "\"}").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] metrics() {
            return METRICS.getBytes(StandardCharsets.UTF_8);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body)
            throws Exception {
        return browser.send(request.timeout(LIMIT).build(), body);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return send(request, BodyHandlers.ofString());
    }

    private static HttpRequest.Builder get(URI uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** The cookie of a browser that has opened the link. */
    private String cookie() throws Exception {
        return header(send(get(URI.create(server.link()))), "Set-Cookie").replaceFirst(";.*", "");
    }

    private HttpResponse<String> ask(String path) throws Exception {
        return send(get(uri(path), "Cookie", cookie()));
    }

    @Test
    void aLinkWorksOnceAndThenTheNextOneDoes() throws Exception {
        URI first = URI.create(server.link());
        HttpResponse<String> admitted = send(get(first));
        assertThat(admitted.statusCode()).isEqualTo(303);
        assertThat(header(admitted, "Location")).isEqualTo("/");
        assertThat(header(admitted, "Set-Cookie"))
                .startsWith("evenkeel-" + server.port() + "=")
                .contains("; HttpOnly", "; SameSite=Strict", "; Path=/");
        HttpResponse<String> again = send(get(first));
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("used already", "open the newest link");
        assertThat(again.headers().map()).doesNotContainKey("set-cookie");
        assertThat(links).containsExactly(server.link()).doesNotContain(first.toString());
        assertThat(send(get(URI.create(server.link()))).statusCode()).isEqualTo(303);
        assertThat(links).hasSize(2);
    }

    @Test
    void aUsedLinkLeadsABrowserThatIsKnownToThePages() throws Exception {
        URI link = URI.create(server.link());
        String cookie = header(send(get(link)), "Set-Cookie").replaceFirst(";.*", "");
        HttpResponse<String> again = send(get(link, "Cookie", cookie));
        assertThat(again.statusCode()).isEqualTo(303);
        assertThat(again.headers().map()).doesNotContainKey("set-cookie");
    }

    @Test
    void aWrongKeyIsRefusedAndUsesNothingUp() throws Exception {
        String link = server.link();
        for (String key : List.of("", "A".repeat(32), link.substring(link.indexOf('=') + 2))) {
            assertThat(send(get(uri("/?key=" + key))).statusCode()).as(key).isEqualTo(403);
        }
        assertThat(server.link()).isEqualTo(link);
        assertThat(links).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/style.css",
                "/now",
                "/job/" + JOB,
                "/task/" + TASK,
                "/machines",
                "/machine/n1",
                "/nothing",
                "/?other=1"
            })
    void withoutTheCookieNothingIsServed(String path) throws Exception {
        String name = "evenkeel-" + server.port();
        List<HttpRequest.Builder> requests =
                List.of(
                        get(uri(path)),
                        get(uri(path), "Cookie", name + "="),
                        get(uri(path), "Cookie", name + "=" + "A".repeat(32)),
                        get(uri(path), "Cookie", cookie().replace(name, "evenkeel-1")));
        for (HttpRequest.Builder request : requests) {
            HttpResponse<String> refused = send(request);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("open the newest link");
        }
    }

    /** Prometheus has no link, and no user of this machine learns more than from a daemon. */
    @Test
    void metricsAreForEveryUserOfThisMachine() throws Exception {
        HttpResponse<String> page = send(get(uri("/metrics")));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).isEqualTo(METRICS);
        assertThat(header(page, "Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(raw("/metrics", "evil.example", "")).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void aTaskHasAPage() throws Exception {
        assertThat(ask("/task/" + TASK).body()).isEqualTo(PAGE);
        HttpResponse<String> unknown = ask("/task/" + JOB + "-8");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("no node has records of task " + JOB + "-8");
        assertThat(ask("/task/" + SILENT_TASK).body()).contains("n1 is gone");
        assertThat(ask("/task/7").statusCode()).isEqualTo(400);
    }

    /** It is read while a user moves the picture, and never changes. */
    @Test
    void aTileOfAPictureIsSentAsItIsAndStaysInTheBrowser() throws Exception {
        String path = "/tiles/" + PICTURE + "/20/7/0";
        HttpResponse<byte[]> tile =
                send(
                        get(uri(path), "Cookie", cookie(), "Accept-Encoding", "gzip"),
                        BodyHandlers.ofByteArray());
        assertThat(tile.statusCode()).isEqualTo(200);
        assertThat(tile.body()).hasSize(2_000);
        assertThat(header(tile, "Content-Encoding")).isEmpty();
        assertThat(header(tile, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(tile, "Cache-Control")).isEqualTo("private, max-age=3600, immutable");
        assertThat(header(tile, "X-Content-Type-Options")).isEqualTo("nosniff");
        for (String other : List.of(path.replace('f', 'e'), path + "/0", "/tiles/")) {
            HttpResponse<String> none = ask(other);
            assertThat(none.statusCode()).as(other).isEqualTo(404);
            assertThat(none.body()).contains("load the page again");
            assertThat(header(none, "Cache-Control")).isEqualTo("no-store");
        }
        assertThat(send(get(uri(path))).statusCode()).as("without the cookie").isEqualTo(403);
    }

    @Test
    void machinesHavePages() throws Exception {
        HttpResponse<String> all = ask("/machines");
        assertThat(all.body()).isEqualTo(MACHINES);
        assertThat(header(all, "Content-Type")).isEqualTo("application/json; charset=utf-8");
        assertThat(ask("/machine/n1%2F%3C%C3%BC%3E").body()).isEqualTo(PAGE);
        HttpResponse<String> unknown = ask("/machine/n9");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("there is no such machine");
        assertThat(ask("/machine/" + SILENT).statusCode()).isEqualTo(503);
    }

    @Test
    void forecastsHaveAPageAndAreAskedForWithTheChoices() throws Exception {
        HttpResponse<String> page = ask("/what-if");
        assertThat(header(page, "Content-Type")).startsWith("text/html;");
        assertThat(page.body())
                .contains("src=\"/whatif.js\"", "href=\"/what-if.css\"")
                .doesNotContain("<script>", "style=", "onclick");
        assertThat(header(ask("/what-if.css"), "Content-Type")).startsWith("text/css;");
        HttpResponse<String> answer =
                ask("/what-if/forecast?add=2xm3&policy=hybrid%28relay%3Don%29");
        assertThat(header(answer, "Content-Type")).startsWith("application/json;");
        assertThat(answer.body())
                .isEqualTo("{\"asked\":\"add=2xm3&policy=hybrid%28relay%3Don%29\"}");
        assertThat(ask("/what-if/forecast").body()).isEqualTo("{\"asked\":\"null\"}");
        assertThat(ask("/what-if/other").statusCode()).isEqualTo(404);
        assertThat(send(get(uri("/what-if/forecast"))).statusCode()).isEqualTo(403);
    }

    /** A browser that was made to take the name of another host for this machine. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "127.0.0.1.evil.example",
                "localhost.evil.example:80",
                "10.0.0.1",
                ""
            })
    void anotherHostIsRefused(String host) throws Exception {
        String cookie = cookie();
        String link = server.link();
        for (String path : List.of("/", link.substring(link.indexOf("/?")))) {
            assertThat(raw(path, host, cookie)).startsWith("HTTP/1.1 403 ").contains("localhost");
        }
        assertThat(server.link()).as("was not used").isEqualTo(link);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:1", "127.0.0.1", "[::1]:8421"})
    void allNamesOfThisMachineAreAccepted(String host) throws Exception {
        assertThat(raw("/", host, cookie())).startsWith("HTTP/1.1 200 ");
    }

    /** The answer to a request with any host, which an HttpClient does not send. */
    private String raw(String path, String host, String cookie) throws IOException {
        try (Socket socket = new Socket(HERE, server.port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            String request =
                    "GET "
                            + path
                            + " HTTP/1.1\r\nHost: "
                            + host
                            + "\r\nCookie: "
                            + cookie
                            + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyAnswerSaysWhatAPageMayDo() throws Exception {
        List<HttpResponse<String>> answers = new ArrayList<>(List.of(send(get(uri("/")))));
        for (String path : List.of("/", "/dashboard.js", "/nothing", "/job/" + JOB, "/job/x")) {
            answers.add(ask(path));
        }
        for (HttpResponse<String> answer : answers) {
            assertThat(header(answer, "Content-Security-Policy"))
                    .as(answer.toString())
                    .startsWith("default-src 'none'; script-src 'self';")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe", "*");
            assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
            assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(header(answer, "Access-Control-Allow-Origin")).isEmpty();
        }
    }

    @Test
    void onlyGetIsPossible() throws Exception {
        HttpResponse<String> answer =
                send(
                        get(uri("/"), "Cookie", cookie())
                                .POST(HttpRequest.BodyPublishers.ofString("x")));
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(header(answer, "Allow")).isEqualTo("GET");
    }

    @Test
    void filesAreServedWithTheirTypes() throws Exception {
        HttpResponse<String> page = ask("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.body()).contains("src=\"/dashboard.js\"", "href=\"/style.css\"");
        assertThat(page.body()).contains("href=\"/machines.css\"");
        assertThat(header(ask("/style.css"), "Content-Type")).startsWith("text/css;");
        assertThat(header(ask("/machines.css"), "Content-Type")).startsWith("text/css;");
        assertThat(header(ask("/dashboard.js"), "Content-Type")).startsWith("text/javascript;");
    }

    @Test
    void aLargeAnswerIsPackedForABrowserThatTakesThat() throws Exception {
        HttpResponse<byte[]> packed =
                send(
                        get(uri("/job/" + JOB), "Cookie", cookie(), "Accept-Encoding", "gzip"),
                        BodyHandlers.ofByteArray());
        assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(packed.body().length).isLessThan(PAGE.length() / 2);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(PAGE);
        }
    }

    /** A name that a script imports and none exports leaves the page empty. */
    @Test
    void everythingThatScriptsImportIsThere() throws Exception {
        Deque<String> left = new ArrayDeque<>(List.of("dashboard.js", "whatif.js"));
        Set<String> seen = new HashSet<>(left);
        while (!left.isEmpty()) {
            String script = left.remove();
            HttpResponse<String> answer = ask("/" + script);
            assertThat(answer.statusCode()).as(script).isEqualTo(200);
            Matcher imported = IMPORT.matcher(answer.body());
            while (imported.find()) {
                String from = imported.group(2);
                String exporting = ask("/" + from).body();
                for (String name : imported.group(1).split(", ")) {
                    assertThat(exporting)
                            .as(script + " imports " + name + " from " + from)
                            .containsPattern(
                                    "(?m)^export (async function|function|const|class) "
                                            + name
                                            + "\\b");
                }
                if (seen.add(from)) {
                    left.add(from);
                }
            }
            long lines = answer.body().lines().filter(line -> line.startsWith("import ")).count();
            assertThat(IMPORT.matcher(answer.body()).results().count())
                    .as("imports of " + script + " in the form that a report can leave out")
                    .isEqualTo(lines);
        }
        assertThat(seen).contains("job.js", "stream.js", "paint.js", "times.js", "machine.js");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/nothing.js",
                "/package-info.class",
                "/style.css/",
                "/x/../style.css",
                "/%2e%2e/page/style.css"
            })
    void whatIsNotThereIsNotFound(String path) throws Exception {
        HttpResponse<String> answer = ask(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).startsWith("there is no page ");
    }

    @Test
    void aJobIsServedOrSaidToBeMissing() throws Exception {
        HttpResponse<String> there = ask("/job/" + JOB);
        assertThat(there.statusCode()).isEqualTo(200);
        assertThat(header(there, "Content-Type")).isEqualTo("application/json; charset=utf-8");
        assertThat(there.body()).isEqualTo(PAGE);
        HttpResponse<String> gone = ask("/job/" + GONE);
        assertThat(gone.statusCode()).isEqualTo(404);
        assertThat(gone.body()).contains("no node has records of job " + GONE);
        HttpResponse<String> none = ask("/job/%3Cscript%3E");
        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(header(none, "Content-Type")).startsWith("text/plain;");
        HttpResponse<String> silent = ask("/job/" + SILENT);
        assertThat(silent.statusCode()).isEqualTo(503);
        assertThat(silent.body()).contains("the cluster does not answer", "n1 is gone");
    }

    private HttpResponse<InputStream> follow(String cookie) throws Exception {
        return send(get(uri("/now"), "Cookie", cookie), BodyHandlers.ofInputStream());
    }

    @Test
    void whatIsSeenIsToldAgainAndAgain() throws Exception {
        HttpResponse<InputStream> events = follow(cookie());
        assertThat(header(events, "Content-Type")).startsWith("text/event-stream");
        watch.start();
        List<Map<String, Object>> told = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            while (told.size() < 2) {
                String line = lines.readLine();
                assertThat(line).as("of a stream that goes on").isNotNull();
                if (line.startsWith("data: ")) {
                    told.add(JSON.std.mapFrom(line.substring("data: ".length())));
                }
            }
        }
        for (Map<String, Object> each : told) {
            assertThat(each)
                    .containsEntry("failure", "no daemon </script> is here")
                    .containsEntry("machines", List.of())
                    .containsKeys("at", "rates", "jobs")
                    .doesNotContainKeys("seen", "tasksPerSecond", "tasks");
        }
    }

    @Test
    void moreFollowersThanTheBoundAreRefusedUntilOneIsGone() throws Exception {
        watch.start();
        String cookie = cookie();
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        for (int i = 0; i < DashboardServer.MAX_FOLLOWERS; i++) {
            open.add(follow(cookie));
            assertThat(open.getLast().statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = send(get(uri("/now"), "Cookie", cookie));
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("close one");
        open.getFirst().body().close();
        Awaitility.await("a place is free")
                .atMost(LIMIT)
                .until(() -> {
                    HttpResponse<InputStream> next = follow(cookie);
                    next.body().close();
                    return next.statusCode() == 200;
                });
    }
}
