package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.recorder.browser.Browser;
import org.evenkeel.recorder.browser.NeedsBrowser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The page of a job as a browser shows it. */
@Tag("extended")
@NeedsBrowser
class ReportBrowserTest {

    private static final List<String> KINDS =
            List.of(
                    "render",
                    "merge",
                    "<script>document.title='run'</script>",
                    "\u001b[2J\u202e" + "x".repeat(10_000),
                    "5",
                    "6",
                    "7",
                    "8",
                    "9",
                    "10");

    private static final String READY =
            "const done = arguments[0];"
                    + "const look = () => window.taskStream?.painter.lastDrawMillis !== undefined"
                    + " ? done(true) : setTimeout(look, 20); look();";

    @TempDir Path folder;

    private Path page(int tasks, int machines) throws IOException {
        Path file = folder.resolve("job.html");
        byte[] data =
                JSON.std.asBytes(
                        new ReportData(SampleJobs.of(tasks, machines, KINDS))
                                .fields("0.1", 1_795_777_300_000L));
        return Files.writeString(file, ReportPage.of(data));
    }

    private Browser open(Path page, int width, boolean dark) {
        Browser browser = Browser.start(folder.resolve("profile")).screen(width, 1_000, dark);
        browser.open(page.toUri());
        assertThat(browser.runAndWait(READY)).isEqualTo(true);
        return browser;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everythingIsThereAndReadable(boolean dark) throws Exception {
        try (Browser browser = open(page(3_000, 3), 1_280, dark)) {
            assertThat(browser.text("h1")).isEqualTo("rendering");
            assertThat(browser.text("#subtitle")).contains("of alice");
            assertThat(browser.text("#facts")).contains("3,000", "tasks failed");
            assertThat(browser.text("#warnings")).contains("1,234 records of n1 are lost");
            assertThat(browser.text("#kinds")).contains("<script>document.title='run'</script>");
            assertThat(browser.text("#causes")).contains("idle while tasks waited");
            assertThat(browser.text("#failures")).contains("java.io.IOException: no input");
            assertThat((Long) browser.run(coloured())).as("pixels of bars").isGreaterThan(10_000);
            assertThat(contrast(browser, "--text")).isGreaterThanOrEqualTo(7);
            assertThat(contrast(browser, "--soft")).isGreaterThanOrEqualTo(4.5);
            assertThat(contrast(browser, "--bad")).isGreaterThanOrEqualTo(4.5);
            assertThat(contrast(browser, "--link")).isGreaterThanOrEqualTo(4.5);
            assertThat(contrast(browser, "--idle")).isGreaterThanOrEqualTo(3);
            for (int kind = 0; kind < 8; kind++) {
                assertThat(contrast(browser, "--kind" + kind)).isGreaterThanOrEqualTo(3);
            }
            browser.screenshot(
                    Path.of("target/screenshots", dark ? "report-dark.png" : "report.png"));
            browser.requireQuiet();
        }
    }

    /** How many pixels of the canvas have a colour. */
    private static String coloured() {
        return "const c = document.getElementById('stream');"
                + "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                + "let n = 0; for (let i = 0; i < d.length; i += 4)"
                + " { if (Math.max(d[i], d[i+1], d[i+2]) - Math.min(d[i], d[i+1], d[i+2]) > 40) n++; }"
                + "return n;";
    }

    /** Of a colour against the page, as WCAG 2.1 defines it. */
    private static double contrast(Browser browser, String colour) {
        Object ratio =
                browser.run(
                        "const light = (name) => {"
                                + " const hex = getComputedStyle(document.documentElement)"
                                + ".getPropertyValue(name).trim();"
                                + " const part = (i) => { const v = parseInt(hex.substr(i, 2), 16) / 255;"
                                + " return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };"
                                + " return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5); };"
                                + "const a = light(arguments[0]), b = light('--page');"
                                + "return 1.0 * (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);",
                        colour);
        return ((Number) ratio).doubleValue();
    }

    @Test
    void aSmallScreenNeedsNoScrollingSideways() throws Exception {
        try (Browser browser = open(page(500, 2), 390, false)) {
            assertThat(
                            (Boolean)
                                    browser.run(
                                            "return document.documentElement.scrollWidth <= innerWidth"))
                    .isTrue();
            browser.screenshot(Path.of("target/screenshots/report-390.png"));
            browser.requireQuiet();
        }
    }

    @Test
    void theKeyboardDoesWhatThePointerDoes() throws Exception {
        try (Browser browser = open(page(500, 2), 1_280, false)) {
            browser.press("#stream", Keys.ARROW_DOWN);
            String first = browser.text("#note");
            assertThat(first).contains("slot 0", "finished");
            browser.press("#stream", Keys.ARROW_RIGHT);
            assertThat(browser.text("#note")).isNotEqualTo(first).contains("slot 0");
            browser.press("#stream", Keys.ARROW_DOWN);
            assertThat(browser.text("#note")).contains("slot 1");
            String span = "return window.taskStream.end - window.taskStream.begin";
            double whole = ((Number) browser.run(span)).doubleValue();
            browser.press("#stream", "+");
            assertThat(((Number) browser.run(span)).doubleValue()).isLessThan(whole * 0.6);
            browser.press("#stream", Keys.HOME);
            assertThat(((Number) browser.run(span)).doubleValue()).isEqualTo(whole);
            browser.press("#stream", Keys.ESCAPE);
            assertThat(browser.text("#note")).isEmpty();
            browser.requireQuiet();
        }
    }

    /**
     * However many tasks there are, a picture has at most one bar for each of its pixels. How long
     * 95 of 100 steps of zoom take to draw is printed.
     */
    @Test
    void aHundredThousandTasksAreDrawnWithNoMoreBarsThanPixels() throws Exception {
        try (Browser browser = open(page(100_000, 16), 1_280, false)) {
            List<?> zoomed =
                    (List<?>)
                            browser.run(
                                    "const s = window.taskStream, times = []; let most = 0;"
                                            + "for (let i = 0; i < 100; i++) {"
                                            + " s.zoom(i < 50 ? 0.9 : 1.11, (s.begin + s.end) / 2);"
                                            + " s.move(i % 2 ? 0.1 : -0.1); s.draw();"
                                            + " most = Math.max(most, s.painter.lastBars);"
                                            + " times.push(s.painter.lastDrawMillis); }"
                                            + "times.sort((a, b) => a - b);"
                                            + "return [most, s.view.rows.length * s.width, times[94]];");
            System.out.println("bars, pixels, ms for 95 % of the steps of zoom: " + zoomed);
            assertThat(((Number) zoomed.getFirst()).doubleValue())
                    .isGreaterThan(1_000)
                    .isLessThanOrEqualTo(((Number) zoomed.get(1)).doubleValue());
            browser.requireQuiet();
        }
    }
}
