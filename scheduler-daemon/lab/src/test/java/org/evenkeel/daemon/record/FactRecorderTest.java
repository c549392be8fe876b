package org.evenkeel.daemon.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.simulator.work.Recording;
import org.evenkeel.simulator.work.RecordingReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactRecorderTest {
    private static final TaskKind KIND =
            new TaskKind(new JobId(1), "a kind", new Digest(1, 2, 3, 4), TaskKind.Options.DEFAULT);

    @TempDir Path folder;
    private long now;

    @Test
    void whatIsWrittenCanBeReplayed() throws Exception {
        Path file = folder.resolve("new/n1.recording");
        TaskId root = new TaskId(1, 1);
        TaskId child = new TaskId(9, 1);
        try (FactRecorder recorder = recorder(file, 1 << 20)) {
            now = 1000;
            recorder.handled(0, submitted(root, null, 1), List.of());
            now = 1200;
            recorder.handled(0, submitted(child, root, 1), List.of());
            recorder.handled(0, submitted(root, null, 2), List.of());
            now = 1700;
            recorder.handled(0, finished(child, 500), List.of());
            now = 1900;
            recorder.handled(0, finished(root, 400), List.of());
            recorder.handled(0, new Event.DrainStarted("nothing to record"), List.of());
        }
        assertThat(Files.readAllLines(file))
                .startsWith(RecordedFact.HEADER, "node n1 workers 2")
                .hasSize(6);
        Recording recording = read(file);
        assertThat(recording.tasks()).isEqualTo(2);
        assertThat(recording.makespanNanos()).isEqualTo(900);
        assertThat(recording.workload().arrivals().getFirst().work().afterNanos()).isEqualTo(200);
        assertThat(recording.notes()).isEmpty();
    }

    @Test
    void whatDoesNotFitIsCountedAndSaid() throws Exception {
        Path file = folder.resolve("n1.recording");
        try (FactRecorder recorder = recorder(file, 1024)) {
            for (int i = 1; i <= 100; i++) {
                TaskId task = new TaskId(1, i);
                recorder.handled(0, submitted(task, null, 1), List.of());
                recorder.handled(0, finished(task, 5), List.of());
            }
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(1024);
        Recording recording = read(file);
        long kept =
                Files.readAllLines(file).stream().filter(line -> line.matches("[td].*")).count();
        assertThat(recording.notes())
                .containsExactly(
                        file
                                + ": "
                                + (200 - kept)
                                + " facts are missing; the recorder was too slow or its"
                                + " file was full");
    }

    @Test
    void earlierRecordingIsKeptBeside() throws Exception {
        Path file = folder.resolve("n1.recording");
        Files.writeString(file, "earlier");
        recorder(file, 1024).close();
        assertThat(Files.readString(folder.resolve("n1.recording.old"))).isEqualTo("earlier");
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void aDiskThatFailsEndsTheRecordingOnly() throws Exception {
        Path noFolder = Files.writeString(folder.resolve("file"), "");
        try (FactRecorder recorder = recorder(noFolder.resolve("n1.recording"), 1024)) {
            for (int i = 0; i < 2 * FactRecorder.QUEUE_FACTS; i++) {
                recorder.handled(0, submitted(new TaskId(1, 1), null, 1), List.of());
            }
        }
        assertThat(folder.toFile().list()).containsExactly("file");
    }

    private FactRecorder recorder(Path file, long maxBytes) {
        return new FactRecorder(new RecordedFact.Node("n1", 2), file, maxBytes, () -> now);
    }

    private static Recording read(Path file) throws Exception {
        return new RecordingReader()
                .file(file.toString(), Files.readAllLines(file).iterator())
                .build(0);
    }

    private static Event submitted(TaskId id, @Nullable TaskId parent, int epoch) {
        Payload payload = () -> 7;
        Task task = new Task(id, KIND, payload, 1, parent);
        return new Event.TasksSubmitted(id.origin(), List.of(new Submission(task, epoch)));
    }

    private static Event finished(TaskId id, long runNanos) {
        Payload result = () -> 3;
        return new Event.TasksFinished(
                0,
                List.of(
                        new Finish(
                                id,
                                new Grant(1, 1),
                                Outcome.succeeded(result),
                                runNanos,
                                Finish.NO_TAIL)));
    }
}
