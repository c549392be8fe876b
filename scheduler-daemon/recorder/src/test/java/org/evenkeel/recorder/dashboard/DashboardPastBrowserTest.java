package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.evenkeel.recorder.SampleStore;
import org.evenkeel.recorder.browser.Browser;
import org.evenkeel.recorder.browser.NeedsBrowser;
import org.evenkeel.recorder.browser.PageChecks;
import org.evenkeel.recorder.browser.Pictures;
import org.evenkeel.recorder.past.RecordedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The time slider as a browser shows it, of a cluster that has ended. */
@Tag("extended")
@NeedsBrowser
class DashboardPastBrowserTest {

    /** Calls back when an expression is true. */
    private static final String UNTIL =
            "const done = arguments[0];"
                    + "const look = () => (%s) ? done(true) : setTimeout(look, 20); look();";

    @TempDir Path folder;

    private final ClusterWatch watch =
            new ClusterWatch(() -> {
                throw new IOException("no daemon is here");
            });
    private DashboardServer server;
    private RecordedStore store;

    @BeforeEach
    void serve(TestInfo test) throws Exception {
        store = new RecordedStore(folder.resolve("r"));
        if (!test.getTestMethod().orElseThrow().getName().startsWith("hostile")) {
            SampleStore.write(store.directory());
        }
        server =
                DashboardServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        watch,
                        new ClusterPages(
                                () -> {
                                    throw new IOException("no daemon is here");
                                },
                                store));
        watch.start();
    }

    @AfterEach
    void close() {
        server.close();
        watch.close();
    }

    /** A browser that was admitted, at a page. */
    private Browser open(String path, int width) {
        Browser browser = Browser.start(folder.resolve("profile")).screen(width, 1_000, false);
        browser.open(URI.create(server.link()));
        browser.open(URI.create("http://127.0.0.1:" + server.port() + path));
        return browser;
    }

    private static String at(double seconds) {
        return "/?at=" + Instant.ofEpochMilli(SampleStore.millis(seconds));
    }

    private static void await(Browser browser, String expression) {
        assertThat(browser.runAndWait(UNTIL.formatted(expression))).isEqualTo(true);
    }

    /** The page of 100 s, and the slider, which is read by itself. */
    private static void awaitSlider(Browser browser) {
        await(browser, text("#beliefs") + ".includes('high')");
        await(browser, "!document.querySelector('.controls').hidden");
    }

    private static String text(String selector) {
        return "(document.querySelector('" + selector + "')?.textContent ?? '')";
    }

    @Test
    void aLinkWithATimeShowsThatMomentAndIsMarked() throws Exception {
        try (Browser browser = open(at(100), 1_280)) {
            await(browser, text("#beliefs") + ".includes('high')");
            assertThat(browser.text("#past-banner")).contains("As it was at", "back to now");
            assertThat(browser.run("return document.body.classList.contains('past')"))
                    .isEqualTo(true);
            assertThat(browser.text("#machines")).contains("n1", "n2");
            assertThat(browser.text("#jobs")).contains("<b>rendering</b>");
            browser.run("location.hash = '#/job/" + SampleStore.JOB + "'");
            await(browser, text("#facts") + ".includes('2tasks')");
            assertThat(browser.run("return location.search")).asString().startsWith("?at=");
            assertThat(browser.text("#page")).contains("what a recorder has kept");
            browser.run("location.hash = '#/task/" + SampleStore.SECOND + "'");
            await(browser, text("#steps") + ".includes('arrived from')");
            assertThat(browser.text("#page")).contains("Then").doesNotContain("result committed");
            browser.requireQuiet();
        }
    }

    @Test
    void keysAndTheTextFieldChooseAMoment() throws Exception {
        try (Browser browser = open(at(100), 1_280)) {
            awaitSlider(browser);
            String shown = "return Number(document.getElementById('time-slider').value)";
            browser.press("#time-slider", Keys.chord(Keys.SHIFT, Keys.ARROW_LEFT));
            assertThat(browser.run(shown)).isEqualTo(SampleStore.millis(99));
            browser.press("#time-slider", Keys.HOME);
            assertThat(browser.run(shown)).isEqualTo(SampleStore.millis(0));
            browser.press("#time-slider", Keys.ARROW_RIGHT);
            assertThat((Long) browser.run(shown)).isGreaterThan(SampleStore.millis(0));
            String field = "document.getElementById('time-field')";
            browser.run(
                    field
                            + ".value = '"
                            + Instant.ofEpochMilli(SampleStore.millis(250))
                            + "';"
                            + field
                            + ".dispatchEvent(new Event('change'))");
            assertThat(browser.run(shown)).isEqualTo(SampleStore.millis(250));
            await(browser, text("#wrong") + ".includes('no recorder ran')");
            assertThat(browser.text("#time-note")).contains("Gap: ", "no recorder ran");
            assertThat(browser.run("return document.querySelectorAll('#time-gaps .gap').length"))
                    .as("with the time since the end")
                    .isEqualTo(2L);
            browser.run(
                    field + ".value = 'noon'; " + field + ".dispatchEvent(new Event('change'))");
            assertThat(browser.text("#time-note")).contains("\"noon\" is no time");
            browser.press("#time-slider", Keys.END);
            await(browser, "location.search === ''");
            assertThat(browser.run("return document.body.classList.contains('past')"))
                    .isEqualTo(false);
            browser.requireQuiet();
        }
    }

    @Test
    void backLeadsToTheMomentThatWasShownThere() throws Exception {
        try (Browser browser = open(at(100), 1_280)) {
            awaitSlider(browser);
            browser.run("location.hash = '#/jobs'");
            await(browser, text("h1") + " === 'Jobs'");
            browser.press("#time-slider", Keys.HOME);
            await(
                    browser,
                    "Date.parse(new URLSearchParams(location.search).get('at')) === "
                            + SampleStore.millis(0));
            browser.run("history.back()");
            await(browser, text("#beliefs") + ".includes('high')");
            assertThat(browser.run("return Number(document.getElementById('time-slider').value)"))
                    .isEqualTo(SampleStore.millis(100));
            browser.requireQuiet();
        }
    }

    /** Where a span is covered, the slider stays until the pointer lets go. */
    @Test
    void sliderStaysWhileItIsMoved() throws Exception {
        try (Browser browser = open(at(100), 1_280)) {
            awaitSlider(browser);
            String slider = "const slider = document.getElementById('time-slider');";
            browser.run(
                    "const span = document.getElementById('time-span'); span.value = '600000';"
                            + "span.dispatchEvent(new Event('change'))");
            Object end = browser.run(slider + "return Number(slider.max)");
            browser.run(
                    slider
                            + "slider.value = String("
                            + SampleStore.millis(200)
                            + "); slider.dispatchEvent(new Event('input'))");
            assertThat(browser.run(slider + "return Number(slider.max)")).isEqualTo(end);
            browser.run(slider + "slider.dispatchEvent(new Event('change'))");
            assertThat(browser.run(slider + "return Number(slider.value)"))
                    .isEqualTo(SampleStore.millis(200));
            browser.requireQuiet();
        }
    }

    @ParameterizedTest
    @CsvSource({"1280,false", "1280,true", "390,false", "390,true"})
    void everyPageOfThePastFitsAndIsReadable(int width, boolean dark) throws Exception {
        try (Browser browser = open(at(100), width).screen(width, Pictures.HEIGHT, dark)) {
            awaitSlider(browser);
            requireFine(browser);
            Pictures.take(browser, "past", width, dark);
            browser.run("location.hash = '#/machines'");
            await(browser, text("h1") + " === 'Machines'");
            requireFine(browser);
            browser.run("location.hash = '#/machine/n1'");
            await(browser, text("#hours-words") + ".includes('open')");
            requireFine(browser);
            Pictures.take(browser, "past-machine", width, dark);
            browser.requireQuiet();
        }
    }

    private static void requireFine(Browser browser) {
        PageChecks.requireReadable(browser);
        PageChecks.requireNoScrollingSideways(browser);
    }

    /** Of nodes, jobs, kinds, submitters, reasons; the recorder keeps 4,096 characters of each. */
    @ParameterizedTest
    @ValueSource(ints = {1_280, 390})
    void hostileNamesOfThePastAreTextOnEveryPage(int width) throws Exception {
        String evil = SampleCluster.EVIL.substring(0, 3_000);
        SampleStore.write(store.directory(), evil, evil);
        String machine = URLEncoder.encode(evil + 1, StandardCharsets.UTF_8).replace("+", "%20");
        try (Browser browser = open(at(100), width)) {
            awaitSlider(browser);
            for (String page :
                    List.of(
                            "/",
                            "/jobs",
                            "/machines",
                            "/machine/" + machine,
                            "/job/" + SampleStore.JOB,
                            "/task/" + SampleStore.FIRST)) {
                browser.run("location.hash = arguments[0]", page);
                await(browser, text("#page") + ".includes('<script>document.title')");
                List<?> found =
                        (List<?>)
                                browser.run(
                                        "const all = document.documentElement;"
                                                + "return [document.title,"
                                                + " document.querySelectorAll('script').length,"
                                                + " document.querySelectorAll('img').length,"
                                                + " /[\\u001b\\u202e]/.test("
                                                + "document.title + all.innerText)];");
                assertThat(found.subList(1, 4)).as(page).isEqualTo(List.of(1L, 0L, false));
                assertThat((String) found.getFirst()).as(page).endsWith("Evenkeel");
                PageChecks.requireNoScrollingSideways(browser);
            }
            browser.requireQuiet();
        }
    }

    @Test
    void theSliderReachesThePagesOfMachines() throws Exception {
        try (Browser browser = open(at(100) + "#/machines", 1_280)) {
            await(browser, text("#machines") + ".includes('n2')");
            assertThat(browser.text("#machines")).contains("working", "idle");
            assertThat(browser.text("#page")).contains("are not recorded");
            browser.run("document.querySelector('#machines a').click()");
            await(browser, text("h1") + " === 'Machine n1'");
            assertThat(browser.run("return location.search")).asString().startsWith("?at=");
            assertThat(browser.text("#changes")).contains("open", "auto");
            assertThat(browser.text("#links")).contains("n2", "high", "up");
            assertThat(browser.text("#daemon"))
                    .contains("127.0.0.1:7000")
                    .doesNotContain("undefined", "NaN");
            assertThat(browser.run("return document.querySelectorAll('#hours .unknown').length"))
                    .as("the day before the record")
                    .isEqualTo(1L);
            await(browser, "!document.querySelector('.controls').hidden");
            browser.press("#time-slider", Keys.HOME);
            await(browser, text("#page") + ".includes('0 of 2')");
            browser.run("location.hash = '#/machine/n9'");
            await(browser, text("#page") + ".includes('no recorder had recorded this')");
        }
    }

    @Test
    void jobsThatEndedAreListedWhileNoDaemonAnswers() throws Exception {
        try (Browser browser = open(at(400) + "#/jobs", 1_280)) {
            await(browser, text("#ended") + ".includes('rendering')");
            assertThat(browser.text("#page")).contains("Ended before", "alice");
            browser.requireQuiet();
        }
    }
}
