package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.browser.Browser;
import org.evenkeel.recorder.browser.NeedsBrowser;
import org.evenkeel.recorder.report.SamplePages;
import org.evenkeel.recorder.report.SamplePages.LargeJob;
import org.evenkeel.recorder.report.SamplePages.SampleRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The task stream of a job with 100,000 tasks on 16 machines; with {@code -Devenkeel.long=true}
 * 1,000,000 on 64. How long its frames take is printed; {@code -Devenkeel.zoom.millis=50} fails if
 * one of 20 takes longer.
 */
@Tag("extended")
@NeedsBrowser
class StreamBrowserTest {

    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final int TASKS = LONG ? 1_000_000 : 100_000;
    private static final int MACHINES = LONG ? 64 : 16;
    private static final int STEPS = 400;
    private static final String ID = SamplePages.JOB;
    private static final List<String> KINDS = List.of("render", "merge", "check", "pack", "send");

    /** Calls back when all of what is in view is there in full detail. */
    private static final String FINE =
            """
            const done = arguments[arguments.length - 1];
            const look = () => {
              const s = window.taskStream;
              const f = s?.lastFrame;
              f?.fine && f.begin === s.begin && f.end === s.end ? done(f.at) : setTimeout(look, 5);
            };
            look();
            """;

    /**
     * Zooms by the wheel, moves by wheel and keys, and scrolls, as fast as frames come: a step
     * begins a random time after the frame of the one before. The time of a frame is from just
     * before the event until the frame has been drawn, its pixels were read back, and the browser
     * took up other work. Its pixels are compared with the runs that the page has for that view.
     * Each tenth step waits until all detail of its view is there.
     */
    private static final String STEPS_OF_A_USER =
            """
            const [steps, done] = arguments;
            const s = window.taskStream;
            const { canvas, frame } = s;
            canvas.focus();
            let seed = 28;
            const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
            const box = () => canvas.getBoundingClientRect();
            const wheel = (deltaY, share, shiftKey) => {
              const { left, top } = box();
              const clientX = left + s.labels + share * s.width;
              const how = { deltaY, shiftKey, clientX, clientY: top + 200, cancelable: true };
              canvas.dispatchEvent(new WheelEvent("wheel", how));
            };
            const key = (name) =>
              canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
            const most = s.last - s.view.begin;
            const step = (i) => {
              const span = s.end - s.begin;
              const which = i % 5;
              if (which === 4) {
                const room = s.height - s.high;
                frame.scrollTop = (frame.scrollTop + 22 + random() * (room - 44)) % room;
              } else if (which === 3) {
                key(random() < 0.5 ? "PageUp" : "PageDown");
              } else if (which === 2) {
                wheel(random() < 0.5 ? -150 : 150, random(), true);
              } else {
                const closer = span > most * 0.4 || (span > 200 && random() < 0.6);
                wheel(closer ? -300 : 300, random(), false);
              }
            };
            const afterFrame = () => new Promise((told) => requestAnimationFrame(() => {
              const channel = new MessageChannel();
              channel.port1.onmessage = () => {
                const line = Math.floor(s.high / 2);
                const scale = canvas.height / s.high;
                const y = Math.round(line * scale);
                const { data } = canvas.getContext("2d").getImageData(0, y, canvas.width, 1);
                told({ line, scale, pixels: data });
              };
              channel.port2.postMessage(0);
            }));
            const missing = ({ line, scale, pixels }) => {
              const row = s.rowAt(line);
              const inRow = (line - s.y(row)) > 3 && (line - s.y(row)) < 19;
              let wrong = 0;
              for (let x = s.labels + 7; inRow && x < s.wide - 7; x += 29) {
                const at = s.millis(x + 0.5);
                const { runs } = s.layerAt(row, at);
                const i = runs.at(row, at, 0);
                const before = i >= 0 ? (at - runs.begin[i]) / s.pixel : 0;
                const behind = i >= 0 ? (runs.end(i) - at) / s.pixel : 0;
                if (before > 2 && behind > 4 && pixels[4 * Math.round(x * scale) + 3] === 0) {
                  wrong++;
                }
              }
              return wrong;
            };
            const rest = (millis) => new Promise((told) => setTimeout(told, millis));
            const fine = async () => {
              while (!(s.lastFrame.fine && s.lastFrame.begin === s.begin)) {
                await rest(1);
              }
              return s.lastFrame.at;
            };
            (async () => {
              const frames = [];
              const details = [];
              let wrong = 0;
              let stale = 0;
              wheel(-300, 0.5, false);
              await afterFrame();
              for (let i = 0; i < steps; i++) {
                await rest(random() * 17);
                const begun = performance.now();
                step(i);
                const seen = await afterFrame();
                frames.push(performance.now() - begun);
                const { at, begin, end } = s.lastFrame;
                stale += at < begun || begin !== s.begin || end !== s.end ? 1 : 0;
                wrong += missing(seen);
                if (i % 10 === 9) {
                  details.push(Math.max(await fine(), begun) - begun);
                }
              }
              const parts = (times) => {
                times.sort((a, b) => a - b);
                return [0.5, 0.95, 0.999].map((part) => times[Math.floor(times.length * part)]);
              };
              done([parts(frames), parts(details), wrong, stale]);
            })();
            """;

    /** The task at a moment of a row, the colours of five pixels there, and that of a kind. */
    private static final String PIXELS_OF_A_RUN =
            """
            const s = window.taskStream;
            const [row, at, kind] = arguments;
            const y = s.y(row) + 11;
            const run = s.runAt(s.x(at), y);
            const scale = s.canvas.height / s.high;
            const pen = s.canvas.getContext("2d");
            const colours = [-8, -4, 0, 4, 8].map((by) => {
              const x = Math.floor((s.x(at) + by) * scale);
              const { data } = pen.getImageData(x, Math.floor(y * scale), 1, 1);
              const hex = (part) => part.toString(16).padStart(2, "0");
              return "#" + [data[0], data[1], data[2]].map(hex).join("");
            });
            const colour = getComputedStyle(s.canvas).getPropertyValue("--kind" + kind).trim();
            return [run ? run.runs.nameOf(run.i) : "", colours, colour];
            """;

    @TempDir Path folder;

    private static @Nullable LargeJob job;
    private final RecentTiles tiles = new RecentTiles();
    private final ClusterWatch watch =
            new ClusterWatch(() -> {
                throw new IOException("no daemon is here");
            });
    private byte[] page = {};
    private DashboardServer server;
    private Browser browser;

    /** The job, and nothing else. */
    private final class OneJob implements Pages {
        @Override
        public byte[] job(JobId id) {
            return page;
        }

        @Override
        public byte @Nullable [] tile(RecentTiles.Address address) {
            return tiles.tile(address);
        }

        @Override
        public byte @Nullable [] task(TaskId task) {
            return null;
        }

        @Override
        public byte[] machines() {
            return new byte[0];
        }

        @Override
        public byte @Nullable [] machine(String name) {
            return null;
        }

        @Override
        public byte[] whatIf(@Nullable String query) {
            return new byte[0];
        }

        @Override
        public byte[] metrics() {
            return new byte[0];
        }
    }

    @BeforeAll
    static void make() {
        job = SamplePages.largeJob(TASKS, MACHINES, KINDS);
    }

    @AfterAll
    static void forget() {
        job = null;
    }

    private static LargeJob job() {
        return Objects.requireNonNull(job);
    }

    @BeforeEach
    void open() throws Exception {
        page = JSON.std.asBytes(tiles.fields(job().page()));
        server =
                DashboardServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        watch,
                        new OneJob());
        browser = Browser.start(folder.resolve("profile")).screen(1_280, 1_000, false);
        browser.open(URI.create(server.link()));
        browser.await("main", "The cluster is asked");
        browser.run("window.asked = performance.now(); location.hash = '#/job/" + ID + "';");
        Object drawn = browser.runAndWait(FINE);
        System.out.printf(
                "%,d tasks on %d machines: a page of %,d KiB, in full detail after %s ms%n",
                TASKS,
                MACHINES,
                page.length / 1_024,
                browser.run("return Math.round(arguments[0] - window.asked)", drawn));
    }

    @AfterEach
    void close() {
        browser.close();
        server.close();
        watch.close();
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static String parts(Object times) {
        List<?> all = (List<?>) times;
        return "half within %.1f ms, 95 %% within %.1f ms, 99.9 %% within %.1f ms"
                .formatted(number(all.get(0)), number(all.get(1)), number(all.get(2)));
    }

    @Test
    void eachStepOfZoomAndPanIsDrawnAtOnceAndThenInFullDetail() {
        List<?> seen = (List<?>) browser.runAndWait(STEPS_OF_A_USER, STEPS);
        System.out.println("from the event to a frame of the new view: " + parts(seen.get(0)));
        System.out.println("from the event to its full detail:         " + parts(seen.get(1)));
        assertThat(seen.get(2)).as("places where a run was not drawn").isEqualTo(0L);
        assertThat(seen.get(3)).as("frames of another view").isEqualTo(0L);
        int limit = Integer.getInteger("evenkeel.zoom.millis", 0);
        if (limit > 0) {
            assertThat(number(((List<?>) seen.get(0)).get(1)))
                    .as("ms for 95 of 100 frames")
                    .isLessThanOrEqualTo(limit);
        }
        browser.requireQuiet();
    }

    @Test
    void whatIsDrawnInFullDetailIsWhatRan() {
        for (SampleRun run : job().some()) {
            browser.run(
                    "const s = window.taskStream; const [row, at] = arguments;"
                            + "s.frame.scrollTop = Math.max(0, 22 * row - 200);"
                            + "s.show(at - 250, at + 250);",
                    run.row(),
                    run.middle());
            browser.runAndWait(FINE);
            Awaitility.await(run.task()) // a page scrolls after the script that asks for it
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> {
                        List<?> found =
                                (List<?>)
                                        browser.run(
                                                PIXELS_OF_A_RUN,
                                                run.row(),
                                                run.middle(),
                                                run.kind());
                        assertThat(found.get(0)).isEqualTo(run.task());
                        assertThat((List<?>) found.get(1))
                                .as("colours of " + run.task())
                                .filteredOn(found.get(2)::equals)
                                .hasSizeGreaterThan(2);
                    });
        }
        assertThat(browser.text("#detail")).isEqualTo("Everything in view is in full detail.");
        browser.requireQuiet();
    }

    /** The picture stays, coarse, and says so. */
    @Test
    void whereTheDetailIsNotKeptAnyMoreThePageSaysSo() {
        browser.run("const s = window.taskStream; s.zoom(0.9, s.begin);");
        browser.runAndWait(FINE);
        Stream.generate(() -> job().page())
                .limit(1 + RecentTiles.MOST_BYTES / (33L * TASKS))
                .forEach(tiles::fields);
        browser.run(
                "const s = window.taskStream; const at = (s.begin + s.end) / 2;"
                        + "s.show(at - 500, at + 500);");
        browser.await("#detail", "the finer detail of this picture is not kept any more");
        assertThat(number(browser.run("return window.taskStream.painter.lastBars"))).isPositive();
    }
}
