package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.LongForm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A full disk where a task runs costs time, and no task. */
@Timeout(120)
@LongForm
class FullDiskProcessIT {

    private static final int TASKS = 5;
    private static final int LARGE = 1_000_000;

    private ChaosCluster nodes;
    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        nodes = new ChaosCluster(ChaosCluster.Setup.of(1));
        cluster =
                Evenkeel.builder()
                        .daemon(nodes.node(0).directory().toString())
                        .bundle(ClientProcess.classes())
                        .connect();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
        nodes.close();
        nodes.delete();
    }

    private static ChaosTask task(int number) {
        return new ChaosTask(number, 2_000, 0, new byte[16], LARGE, "");
    }

    @Test
    void resultsWaitForRoomOnTheWorkersDisk() throws Exception {
        List<TaskHandle<byte[]>> handles = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            handles.add(cluster.submit(task(i)));
        }
        Awaitility.await("none comes")
                .during(Duration.ofSeconds(4))
                .atMost(Duration.ofSeconds(6))
                .until(() -> {
                    limitWorkers(true); // those that have just started too
                    return handles.stream().noneMatch(TaskHandle::isDone);
                });
        limitWorkers(false);
        for (int i = 0; i < TASKS; i++) {
            assertThat(handles.get(i).get(Duration.ofSeconds(30))).isEqualTo(task(i).expected());
        }
    }

    private void limitWorkers(boolean yes) throws Exception {
        for (NodeProcess node : nodes.nodes()) {
            for (ProcessHandle worker : node.workers()) {
                NodeProcess.limitFiles(worker.pid(), yes);
            }
        }
    }
}
