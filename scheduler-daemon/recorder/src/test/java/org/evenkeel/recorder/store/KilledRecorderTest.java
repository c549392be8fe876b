package org.evenkeel.recorder.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No row is lost or there twice, whenever the process ends. */
class KilledRecorderTest {

    private static final String ONE_EACH =
            "%d %d 0".formatted(KilledRecorder.END, KilledRecorder.END);
    private static final String NUMBERS =
            "select count(*), count(distinct seq), min(seq) from records";

    @TempDir Path folder;

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void errorBeforeAnyStepLosesAndDoublesNothing() throws Exception {
        List<String> steps = new ArrayList<>();
        KilledRecorder.record(folder.resolve("whole"), steps::add);
        assertThat(steps).hasSizeGreaterThan(15).anyMatch(step -> step.startsWith("delete"));
        for (int last = 0; last < steps.size(); last++) {
            Path directory = folder.resolve("errors" + last);
            int[] left = {last};
            try {
                KilledRecorder.record(
                        directory,
                        _ -> {
                            if (left[0]-- == 0) {
                                throw new Stopped();
                            }
                        });
            } catch (Stopped e) {
                check(directory, "error before " + steps.get(last));
            }
            KilledRecorder.record(directory, Steps.UNOBSERVED);
            assertThat(RecordStoreTest.ask(directory, NUMBERS)).containsExactly(ONE_EACH);
        }
    }

    /** What is there is there once, and has no hole. */
    private static void check(Path directory, String when) throws Exception {
        String[] found = RecordStoreTest.ask(directory, NUMBERS).getFirst().split(" ");
        assertThat(found[0]).as(when).isEqualTo(found[1]);
    }

    @Test
    @Tag("extended")
    void killBeforeAnyStepLosesAndDoublesNothing() throws Exception {
        boolean ended = false;
        for (int step = 1; !ended; step++) {
            Path directory = folder.resolve("kills" + step);
            String said = run(directory, step);
            ended = said.isEmpty();
            check(directory, said);
            KilledRecorder.record(directory, Steps.UNOBSERVED);
            assertThat(RecordStoreTest.ask(directory, NUMBERS)).as(said).containsExactly(ONE_EACH);
            assertThat(SegmentList.current(directory)).as(said).hasSize(1);
        }
    }

    /** What the process said before it was killed; nothing if it came to its end. */
    private static String run(Path directory, int step) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledRecorder.class.getName(),
                                directory.toString(),
                                Integer.toString(step))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(said.isEmpty() ? 0 : KilledRecorder.KILLED);
        return said;
    }
}
