package org.evenkeel.daemon.worker.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as Linux shows them in {@code /proc}, with ticks that are counted by hand. */
class OtherLoadTest {
    private static final long SELF = 100;
    private static final Offset<Double> EXACTLY = Offset.offset(1e-9);

    @TempDir Path proc;

    /** Ticks of all processors since the start: in programs, and in none. */
    private void processors(long busy, long idle) throws IOException {
        Files.writeString(
                proc.resolve("stat"), "cpu  %d 0 0 %d 0 0 0 0 0 0\n".formatted(busy, idle));
    }

    private void process(long pid, boolean ofWorker, long ticks, long ticksOfEnded)
            throws IOException {
        Path directory = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(
                directory.resolve("stat"),
                "%d (a name) S 1 1 1 0 -1 0 0 0 0 0 %d 0 %d 0 20 0 1 0 77 0 10 0 0\n"
                        .formatted(pid, ticks, ticksOfEnded));
        Files.writeString(
                directory.resolve("environ"), ofWorker ? "EVENKEEL_WORKER=/w/1\0" : "HOME=/\0");
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/stat"), "");
    }

    @Test
    void whatTheDaemonAndWorkersUseDoesNotCountAndWhatOthersUseDoes() throws Exception {
        OtherLoad load = new OtherLoad(proc, SELF);
        processors(1_000, 1_000);
        process(SELF, false, 50, 0);
        process(200, true, 70, 0);
        process(300, false, 80, 0);
        assertThat(load.share()).as("the first time").isZero();
        processors(1_070, 1_030); // 70 of 100 ticks
        process(SELF, false, 60, 0);
        process(200, true, 100, 0);
        process(300, false, 110, 0);
        assertThat(load.share()).isEqualTo(0.3, EXACTLY);
    }

    /** A task runs a program for a moment, as a build does with compilers. */
    @Test
    void whatAWorkersProgramsUsedThatHaveEndedIsTheWorkers() throws Exception {
        OtherLoad load = new OtherLoad(proc, SELF);
        processors(1_000, 1_000);
        process(SELF, false, 0, 0);
        process(200, true, 10, 0);
        load.share();
        processors(1_090, 1_010);
        process(200, true, 20, 80);
        assertThat(load.share()).isEqualTo(0.0, EXACTLY);
    }

    @Test
    void aWorkerThatEndsLeavesWhatItUsedWithTheDaemon() throws Exception {
        OtherLoad load = new OtherLoad(proc, SELF);
        processors(1_000, 1_000);
        process(SELF, false, 0, 0);
        process(200, true, 500, 0);
        load.share();
        processors(1_050, 1_050);
        Files.delete(proc.resolve("200/stat"));
        process(SELF, false, 0, 540);
        assertThat(load.share()).isEqualTo(0.1, EXACTLY);
    }

    @Test
    void whereNothingTellsItThereIsNone() throws Exception {
        OtherLoad load = new OtherLoad(proc.resolve("missing"), SELF);
        assertThat(load.share()).isZero();
        Files.writeString(proc.resolve("stat"), "no numbers\n");
        assertThat(new OtherLoad(proc, SELF).share()).isZero();
    }
}
