package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.browser.Browser;
import org.evenkeel.recorder.browser.NeedsBrowser;
import org.evenkeel.recorder.browser.PageChecks;
import org.evenkeel.recorder.browser.Pictures;
import org.evenkeel.recorder.whatif.SampleRecords;
import org.evenkeel.recorder.whatif.WhatIfPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The page of forecasts as a browser shows it. */
@Tag("extended")
@NeedsBrowser
class WhatIfBrowserTest {

    /** The answer has come. */
    private static final String ANSWERED =
            "const done = arguments[0];"
                    + "const text = (id) => document.getElementById(id).textContent;"
                    + "const look = () => text('progress') === '' && text('answer') + text('refused')"
                    + " !== '' ? done(true) : setTimeout(look, 20); look();";

    /** Pixels of the picture that something was drawn on. */
    private static final String DRAWN =
            "const canvas = document.getElementById('bands');"
                    + "const { data } = canvas.getContext('2d')"
                    + ".getImageData(0, 0, canvas.width, canvas.height);"
                    + "let drawn = 0;"
                    + "for (let i = 3; i < data.length; i += 4) { drawn += data[i] > 0 ? 1 : 0; }"
                    + "return drawn;";

    private static final String EVIL = SampleCluster.EVIL;

    @TempDir Path folder;

    /** No cluster is there. */
    private interface NoCluster extends Pages {
        @Override
        default byte @Nullable [] job(JobId job) {
            return null;
        }

        @Override
        default byte @Nullable [] task(TaskId task) {
            return null;
        }

        @Override
        default byte[] machines() throws IOException {
            throw new IOException("no daemon is here");
        }

        @Override
        default byte @Nullable [] machine(String name) {
            return null;
        }

        @Override
        default byte[] metrics() {
            return new byte[0];
        }
    }

    /** What a recorder has kept. */
    private record Recorded(WhatIfPage page) implements NoCluster {
        @Override
        public byte[] whatIf(@Nullable String query) throws IOException {
            return page.json(query, SampleRecords.time(SampleRecords.THEN + 1_000));
        }
    }

    /** A forecast with the worst names. */
    private record Hostile() implements NoCluster {
        @Override
        public byte[] whatIf(@Nullable String query) throws IOException {
            long at = 1_795_777_200_000L;
            Map<String, Object> end =
                    Map.of(
                            "low",
                            at + 1_000,
                            "median",
                            at + 2_000,
                            "high",
                            at + 3_000,
                            "runs",
                            List.of(at + 1_000, at + 2_000, at + 3_000));
            Map<String, Object> job =
                    Map.of("job", SampleCluster.JOB, "name", EVIL, "open", 1, "end", end);
            Map<String, Object> choices =
                    Map.of(
                            "at",
                            at,
                            "policy",
                            EVIL,
                            "policies",
                            List.of("none"),
                            "machines",
                            List.of(Map.of("name", EVIL, "slots", 2)),
                            "jobs",
                            List.of(Map.of("job", SampleCluster.JOB, "name", EVIL)),
                            "moreJobs",
                            7);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("at", at);
            answer.put("runs", 100);
            answer.put("jobs", List.of(job));
            answer.put("moreJobs", 1_234);
            answer.put("notes", List.of(EVIL));
            answer.put("leftOut", List.of(EVIL));
            answer.put("earlierForecasts", Map.of("judged", 0, "held", 0));
            answer.put("choices", choices);
            return JSON.std.asBytes(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Pictures.WIDE, Pictures.NARROW})
    void hostileNamesAreText(int width) throws Exception {
        ClusterWatch watch =
                new ClusterWatch(() -> {
                    throw new IOException("no daemon is here");
                });
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (watch;
                DashboardServer server = DashboardServer.start(address, watch, new Hostile());
                Browser browser = Browser.start(folder.resolve("profile"))) {
            browser.screen(width, Pictures.HEIGHT, false).open(URI.create(server.link()));
            browser.open(URI.create("http://127.0.0.1:" + server.port() + "/what-if"));
            assertThat(browser.runAndWait(ANSWERED)).isEqualTo(true);
            List<?> found =
                    (List<?>)
                            browser.run(
                                    "const all = document.documentElement;"
                                            + "const policy = document.getElementById('policy');"
                                            + "return [document.title,"
                                            + " document.querySelectorAll('script').length,"
                                            + " document.querySelectorAll('img').length,"
                                            + " /[\\u001b\\u202e]/.test(document.title"
                                            + " + all.innerText + policy.placeholder),"
                                            + " policy.placeholder.length < 300];");
            assertThat(found).isEqualTo(List.of("What if – Evenkeel", 1L, 0L, false, true));
            assertThat(browser.text("#answer"))
                    .contains("<script>document.title='run'</script>", "1,234 more jobs");
            PageChecks.requireNoScrollingSideways(browser);
            PageChecks.requireReadable(browser);
            browser.requireQuiet();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void choicesAreForecastAndDrawn(boolean dark) throws Exception {
        Path store = folder.resolve("store");
        SampleRecords.untilThen().write(store);
        ClusterWatch watch =
                new ClusterWatch(() -> {
                    throw new IOException("no daemon is here");
                });
        Pages pages = new Recorded(new WhatIfPage(store));
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (watch;
                DashboardServer server = DashboardServer.start(address, watch, pages);
                Browser browser = Browser.start(folder.resolve("profile"))) {
            browser.screen(1_280, 1_000, dark).open(URI.create(server.link()));
            browser.open(URI.create("http://127.0.0.1:" + server.port() + "/what-if"));
            assertThat(browser.runAndWait(ANSWERED)).isEqualTo(true);
            assertThat(browser.text("#answer"))
                    .contains(
                            "render",
                            "24 tasks were open. The job ends at",
                            "from 100 simulated runs",
                            "No earlier forecast of this cluster can be judged yet",
                            "tasks that are not submitted yet");
            assertThat((Long) browser.run(DRAWN)).isGreaterThan(1_000);
            browser.press("#add", "2xn2");
            browser.press("#ask", Keys.ENTER);
            assertThat(browser.runAndWait(ANSWERED)).isEqualTo(true);
            assertThat(browser.text("#answer"))
                    .contains("instead of", "earlier (", "with the change");
            for (int width : List.of(Pictures.NARROW, Pictures.WIDE)) {
                browser.screen(width, Pictures.HEIGHT, dark);
                PageChecks.requireReadable(browser);
                PageChecks.requireNoScrollingSideways(browser);
                Pictures.take(browser, "what-if", width, dark);
            }
            browser.press("#without", "n9");
            browser.press("#ask", Keys.ENTER);
            assertThat(browser.runAndWait(ANSWERED)).isEqualTo(true);
            assertThat(browser.text("#refused")).contains("n9", "n1, n2");
            browser.requireQuiet();
        }
    }
}
