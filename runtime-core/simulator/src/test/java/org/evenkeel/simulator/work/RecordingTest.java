package org.evenkeel.simulator.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.kernel.trace.RecordedFact.Done;
import org.evenkeel.kernel.trace.RecordedFact.Node;
import org.evenkeel.kernel.trace.RecordedFact.Submitted;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lines of daemons become trees of simulated tasks. */
class RecordingTest {
    private static final TaskId ROOT = new TaskId(1, 1);
    private static final TaskId LEFT = new TaskId(7, 1);
    private static final TaskId RIGHT = new TaskId(7, 2);

    @Test
    void factsAreReadAsTheyAreWritten() {
        for (RecordedFact fact :
                List.of(
                        new Node("n1", 3),
                        new Submitted(5, ROOT, null, "a kind, 100% odd\n", 9, 10),
                        new Submitted(5, LEFT, ROOT, "", 1, 0),
                        new Done(6, ROOT, 7, "FAILED", 8),
                        new RecordedFact.Dropped(3))) {
            assertThat(fact.line()).doesNotContain("\n");
            assertThat(RecordedFact.parse(fact.line())).isEqualTo(fact);
        }
        assertThat(RecordedFact.parse("# a comment")).isNull();
    }

    @Test
    void tasksKeepTheirTimesNodesAndTrees() {
        Recording recording =
                read(
                        file("n10", done(900, RIGHT, 300)),
                        file(
                                "n2",
                                task(100, ROOT, null),
                                task(150, LEFT, ROOT),
                                task(150, RIGHT, ROOT),
                                done(400, LEFT, 250),
                                done(1000, ROOT, 130),
                                task(500, new TaskId(1, 2), null),
                                done(700, new TaskId(1, 2), 200)));
        assertThat(recording.workers()).containsExactly(2, 2);
        assertThat(recording.tasks()).isEqualTo(4);
        assertThat(recording.makespanNanos()).isEqualTo(900);
        var arrivals = recording.workload().arrivals();
        assertThat(arrivals).extracting(Workload.Arrival::atNanos).containsExactly(0L, 400L);
        assertThat(arrivals).extracting(Workload.Arrival::node).containsExactly(0, 0);
        SimWork root = arrivals.getFirst().work();
        assertThat(root.afterNanos()).as("since the last child").isEqualTo(100);
        assertThat(root.beforeNanos()).isEqualTo(30);
        assertThat(root.children()).extracting(SimWork::beforeNanos).containsExactly(250L, 300L);
    }

    @Test
    void aTailCallIsOne() {
        Recording recording =
                read(
                        file(
                                "n1",
                                task(0, ROOT, null),
                                task(10, LEFT, ROOT),
                                done(12, ROOT, 12),
                                done(50, LEFT, 30)));
        SimWork root = recording.workload().arrivals().getFirst().work();
        assertThat(root.tail()).isTrue();
        assertThat(root.beforeNanos()).isEqualTo(12);
        assertThat(recording.makespanNanos()).isEqualTo(50);
    }

    @Test
    void ofARepeatedExecutionOnlyTheLastSpawned() {
        TaskId again = new TaskId(8, 1);
        Recording recording =
                read(
                        file(
                                "n1",
                                task(0, ROOT, null),
                                task(10, LEFT, ROOT),
                                done(20, LEFT, 5),
                                task(100, again, ROOT),
                                done(200, again, 6),
                                done(210, ROOT, 9)));
        SimWork root = recording.workload().arrivals().getFirst().work();
        assertThat(root.children()).extracting(SimWork::beforeNanos).containsExactly(6L);
    }

    @Test
    void tasksWithoutAnEndAreLeftOutAndCounted() {
        Recording recording =
                read(
                        file(
                                "n1",
                                task(0, ROOT, null),
                                task(1, new TaskId(1, 2), null),
                                done(9, ROOT, 5)));
        assertThat(recording.tasks()).isEqualTo(1);
        assertThat(recording.unfinished()).isEqualTo(1);
    }

    @Test
    void aTornLastLineAndMissingFactsAreSaid() {
        Recording recording =
                read(
                        file(
                                "n1",
                                task(0, ROOT, null),
                                done(9, ROOT, 5),
                                "# dropped 4",
                                "# dropped 2",
                                "done 17 00000"));
        assertThat(recording.notes())
                .containsExactly(
                        "n1.recording: the last line is torn and was skipped",
                        "n1.recording: 6 facts are missing; the recorder was too slow or its file was full");
    }

    @Test
    void brokenLinesAreNamed() {
        assertThatThrownBy(() -> read(file("n1", "task 1 x", done(9, ROOT, 5))))
                .hasMessage("n1.recording:3: a line \"task\" has 7 words instead of 3");
        assertThatThrownBy(() -> read(file("n1", "tusk", done(9, ROOT, 5))))
                .hasMessage("n1.recording:3: \"tusk\" is not a known fact");
        assertThatThrownBy(() -> new RecordingReader().file("f", List.of("x").iterator()))
                .hasMessageStartingWith("f:1: a recording must start with");
        assertThatThrownBy(() -> read(file("n1", task(0, ROOT, null))))
                .hasMessage("no task is recorded from its start to its end");
    }

    @Test
    void earlierTasksCanBeLeftOut() {
        RecordingReader reader = new RecordingReader();
        TaskId later = new TaskId(1, 2);
        List<String> lines =
                file(
                        "n1",
                        task(0, ROOT, null),
                        done(9, ROOT, 5),
                        task(100, later, null),
                        done(130, later, 30));
        Recording recording = reader.file("f", lines.iterator()).build(50);
        assertThat(recording.tasks()).isEqualTo(1);
        assertThat(recording.makespanNanos()).isEqualTo(30);
    }

    @Test
    void whatWasRecordedCanBeSimulated() {
        Recording recording =
                read(
                        file(
                                "n1",
                                task(0, ROOT, null),
                                task(150, LEFT, ROOT),
                                task(150, RIGHT, ROOT),
                                done(400, LEFT, 250),
                                done(900, RIGHT, 300),
                                done(1000, ROOT, 130)));
        var cluster = ClusterSpec.of("hybrid", Topologies.parse("complete"), 2, 1);
        var network = NetworkSpec.of(new Distribution.Fixed(1));
        var report = new Simulation(SimSpec.of(cluster, network, recording.workload(), 1)).run();
        assertThat(report.tasks()).isEqualTo(3);
        assertThat(report.makespan()).isLessThan(1e-6);
    }

    @SafeVarargs
    private static Recording read(List<String>... files) {
        RecordingReader reader = new RecordingReader();
        for (List<String> file : files) {
            String name = file.get(1).split(" ", -1)[1];
            reader.file(name + ".recording", file.iterator());
        }
        return reader.build(0);
    }

    private static List<String> file(String node, String... lines) {
        List<String> all = new ArrayList<>(List.of(RecordedFact.HEADER));
        all.add(new Node(node, 2).line());
        all.addAll(List.of(lines));
        return all;
    }

    private static String task(long at, TaskId id, @Nullable TaskId parent) {
        return new Submitted(at, id, parent, "kind", 1, 100).line();
    }

    private static String done(long at, TaskId id, long runNanos) {
        return new Done(at, id, runNanos, "SUCCEEDED", 10).line();
    }
}
