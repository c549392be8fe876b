package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
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

    @TempDir Path folder;

    /** No cluster is there, but what its recorder has kept. */
    private record Recorded(WhatIfPage page) implements Pages {
        @Override
        public byte @Nullable [] job(JobId job) {
            return null;
        }

        @Override
        public byte @Nullable [] task(TaskId task) {
            return null;
        }

        @Override
        public byte[] machines() throws IOException {
            throw new IOException("no daemon is here");
        }

        @Override
        public byte @Nullable [] machine(String name) {
            return null;
        }

        @Override
        public byte[] whatIf(@Nullable String query) throws IOException {
            return page.json(query, SampleRecords.time(SampleRecords.THEN + 1_000));
        }

        @Override
        public byte[] metrics() {
            return new byte[0];
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
