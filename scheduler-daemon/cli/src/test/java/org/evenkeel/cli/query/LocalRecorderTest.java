package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRecorderTest {
    @TempDir Path cluster;

    @Test
    void clusterThatNeverHadOneHasNoneAndMissesNone() {
        LocalRecorder recorder = new LocalRecorder(cluster.resolve("nowhere"));
        assertThat(recorder.running()).isEmpty();
        assertThat(recorder.inBackground()).isEmpty();
        assertThat(recorder.isMissing()).isFalse();
    }

    /** The id of this process, which is no recorder. */
    @Test
    void processIdThatAnotherProgramHasNowIsNoRecorder() throws Exception {
        LocalRecorder recorder = new LocalRecorder(cluster);
        String pid = ProcessHandle.current().pid() + "\n";
        Files.writeString(recorder.note(), pid);
        Files.writeString(Files.createDirectory(cluster.resolve("recorder")).resolve("lock"), pid);
        assertThat(recorder.running()).isEmpty();
        assertThat(recorder.inBackground()).isEmpty();
        assertThat(recorder.isMissing()).as("one was started").isTrue();
    }

    @Test
    void noteThatMakesNoSenseNamesNone() throws Exception {
        LocalRecorder recorder = new LocalRecorder(cluster);
        Files.writeString(recorder.note(), "-1 or so");
        assertThat(recorder.running()).isEmpty();
    }

    @Test
    void recordersAreKnownByTheirCommand() {
        assertThat(
                        LocalRecorder.isRecorder(
                                List.of(
                                        "java",
                                        "org.evenkeel.cli.Main",
                                        "recorder",
                                        "--days",
                                        "7")))
                .isTrue();
        assertThat(LocalRecorder.isRecorder(List.of("java", "org.evenkeel.cli.Main", "query")))
                .isFalse();
        assertThat(LocalRecorder.isRecorder(List.of("less", "recorder"))).isFalse();
        assertThat(LocalRecorder.isRecorder(List.of())).isFalse();
    }
}
