package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.FakeDaemon;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.browser.Browser;
import org.evenkeel.recorder.browser.NeedsBrowser;
import org.evenkeel.recorder.browser.PageChecks;
import org.evenkeel.recorder.browser.Pictures;
import org.evenkeel.recorder.report.SamplePages;
import org.evenkeel.wire.link.Access;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** All pages of the dashboard as a browser shows them. */
@Tag("extended")
@NeedsBrowser
class DashboardBrowserTest {

    private static final int WIDE = Pictures.WIDE;
    private static final int NARROW = Pictures.NARROW;
    private static final int HEIGHT = Pictures.HEIGHT;

    private static final String DRAWN =
            "const done = arguments[0]; const look = () =>"
                    + " window.taskStream?.painter.lastDrawMillis !== undefined"
                    + " ? done() : setTimeout(look, 20); look();";

    /** One for all tests: its start takes seconds. Each has a server of its own. */
    private static Browser browser;

    @TempDir static Path profile;
    @TempDir Path folder;
    private FakeDaemon daemon;
    private ClusterWatch watch;
    private DashboardServer server;
    private volatile SampleCluster cluster = SampleCluster.friendly();

    /**
     * A page.
     *
     * @param name of its picture
     * @param address behind the #
     * @param heading with which its heading begins
     * @param whole an element that is there when all of it is
     */
    private record Page(String name, String address, String heading, String whole) {}

    /** As the nodes tell it, but the job, whose records nodes would tell in another form. */
    private final class SomePages implements Pages {
        private final TaskPages tasks = new TaskPages(DashboardBrowserTest.this::connect);
        private final MachinePages machines = new MachinePages(DashboardBrowserTest.this::connect);

        @Override
        public byte[] job(JobId job) throws IOException {
            return SamplePages.job(cluster.text(), cluster.prefix(), cluster.kinds());
        }

        @Override
        public byte @Nullable [] task(TaskId task) throws IOException {
            return tasks.page(task);
        }

        @Override
        public byte[] machines() throws IOException {
            return machines.all();
        }

        @Override
        public byte @Nullable [] machine(String name) throws IOException {
            return machines.one(name);
        }

        @Override
        public byte[] whatIf(@Nullable String query) {
            return "{\"refused\":\"nothing is recorded\"}".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] metrics() {
            return new byte[0];
        }
    }

    @BeforeAll
    static void start() {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void quit() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        daemon = new FakeDaemon(Files.createDirectory(folder.resolve("cluster")));
        daemon.answers(query -> cluster.answer(query));
        watch = new ClusterWatch(this::connect);
        watch.start();
        server =
                DashboardServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        watch,
                        new SomePages());
        browser.screen(WIDE, HEIGHT, false);
        browser.open(URI.create(server.link()));
    }

    @AfterEach
    void close() throws Exception {
        browser.leave();
        server.close();
        watch.close();
        daemon.close();
    }

    private DaemonClient connect() throws IOException {
        Path directory = folder.resolve("cluster");
        Path node = directory.resolve("nodes").resolve(FakeDaemon.NODE);
        return DaemonClient.connect(
                DaemonFile.read(node.resolve(DaemonFile.NAME)),
                Access.bySecret(new ClusterDirectory(directory).token()));
    }

    private List<Page> pages() {
        String machine =
                URLEncoder.encode(cluster.machine(), StandardCharsets.UTF_8).replace("+", "%20");
        return List.of(
                new Page("overview", "/", "Cluster", "#jobs"),
                new Page("jobs", "/jobs", "Jobs", "#jobs"),
                new Page("job", "/job/" + SampleCluster.JOB, begin(cluster.text()), "#stream"),
                new Page("task", "/task/" + SampleCluster.TASK, "Task ", "#now"),
                new Page("machines", "/machines", "Machines", "#machines"),
                new Page("machine", "/machine/" + machine, "Machine ", "#links"));
    }

    /** What is shown alike, whether hidden characters follow or not. */
    private static String begin(String text) {
        return text.substring(0, Math.min(text.length(), 20));
    }

    private void show(Page page) {
        browser.run("location.hash = arguments[0]", page.address());
        browser.await("h1", page.heading());
        browser.await(page.whole(), "");
        if (page.name().equals("job")) {
            browser.runAndWait(DRAWN);
        }
    }

    @ParameterizedTest
    @CsvSource({WIDE + ",false", WIDE + ",true", NARROW + ",false", NARROW + ",true"})
    void everyPageFitsAndIsReadable(int width, boolean dark) throws Exception {
        browser.screen(width, HEIGHT, dark);
        for (Page page : pages()) {
            show(page);
            PageChecks.requireReadable(browser);
            PageChecks.requireNoScrollingSideways(browser);
            Pictures.take(browser, page.name(), width, dark);
        }
        browser.requireQuiet();
    }

    @Test
    void theKeyboardReachesEachLink() {
        for (Page page : pages()) {
            show(page);
            if (page.name().equals("job")) {
                browser.press("#stream", Keys.ARROW_DOWN); // then there is a link to a task
                browser.await("#note a", "");
            }
            PageChecks.requireReachableByKeyboard(browser, "to-jobs");
        }
        browser.requireQuiet();
    }

    /** On no page is any of it more than text, and no character turns around what follows. */
    @ParameterizedTest
    @ValueSource(ints = {WIDE, NARROW})
    void hostileNamesAreTextOnEveryPage(int width) {
        cluster = SampleCluster.hostile();
        browser.screen(width, HEIGHT, false);
        browser.open(URI.create("http://127.0.0.1:" + server.port() + "/"));
        browser.await("#machines td", begin(cluster.prefix())); // as the nodes tell it now
        for (Page page : pages()) {
            show(page);
            List<?> found =
                    (List<?>)
                            browser.run(
                                    "const all = document.documentElement;"
                                            + "return [document.title,"
                                            + " document.querySelectorAll('script').length,"
                                            + " document.querySelectorAll('img').length,"
                                            + " /[\\u001b\\u202e]/.test(document.title + all.innerText),"
                                            + " document.getElementById('page').innerText];");
            assertThat(found.subList(1, 4)).as(page.name()).isEqualTo(List.of(1L, 0L, false));
            assertThat((String) found.getFirst()).as(page.name()).endsWith("Evenkeel");
            assertThat((String) found.getLast())
                    .as(page.name())
                    .contains("<script>document.title='run'</script>");
            PageChecks.requireNoScrollingSideways(browser);
        }
        browser.requireQuiet();
    }

    @Test
    void aMachineIsShownWithItsCalendarLinksAndNotice() {
        Page machine = pages().getLast();
        show(machine);
        assertThat(browser.text("h1")).isEqualTo("Machine lab-3");
        assertThat(browser.text("#machine-state")).startsWith("closed: paused by alice");
        assertThat(browser.text("#notice")).startsWith("Now it is closed until 20");
        assertThat(browser.text("#hours-words"))
                .startsWith("open until ")
                .contains("closed ", "open ", "closed from ", " on (");
        assertThat(browser.run("return document.querySelectorAll('#hours span').length"))
                .isEqualTo(4L);
        assertThat(browser.text("#facts")).contains("0 of 4", "1.70 ×", "128 MiB", "16 GiB");
        assertThat(browser.text("#links")).contains("lab-4", "down", "500 ms ago");
        assertThat(browser.text("#daemon")).contains("10.0.0.3:4712", "user and mount namespaces");
        browser.requireQuiet();
    }

    @Test
    void whereNoCalendarIsToldThePageSaysWhy() {
        show(new Page("earlier", "/machine/lab-2", "Machine lab-2", "#links"));
        assertThat(browser.text("#notice")).startsWith("Now it is open until 20");
        assertThat(browser.text("#page")).contains("an earlier version, which tells no more");
        show(new Page("always", "/machine/lab-1", "Machine lab-1", "#links"));
        assertThat(browser.text("#page")).contains("It has no calendar: it takes tasks");
        browser.requireQuiet();
    }

    @Test
    void machinesThatAreGoneSaySinceWhenAndComeLast() {
        show(pages().get(4));
        assertThat(browser.text("#machines tbody tr:last-child"))
                .contains("lab-6", "ended unexpectedly");
        assertThat(browser.text("#machines tbody tr:nth-last-child(2)"))
                .contains("lab-5", "gone since ", "(left)");
        assertThat(browser.text("#machines")).contains("no answer", "working", "about 36 s");
        browser.requireQuiet();
    }

    @Test
    void aSecondBrowserTakesTheNextLinkAndTheFirstStays() throws Exception {
        show(pages().getFirst());
        try (Browser second = Browser.start(folder.resolve("second"))) {
            second.open(URI.create(server.link()));
            second.await("h1", "Cluster");
        }
        browser.open(URI.create("http://127.0.0.1:" + server.port() + "/"));
        browser.await("h1", "Cluster");
    }
}
