package org.evenkeel.client.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.samples.Work;
import org.evenkeel.samples.local.LocalJobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a local cluster, and of its tasks, when they are stopped. */
@Timeout(120)
class LocalStopTest {

    private final Cluster cluster = Evenkeel.builder().local(3);

    @BeforeEach
    void reset() {
        LocalJobs.reset();
        LocalJobs.Endless.begun = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void closingCancels() throws Exception {
        TaskHandle<Integer> endless = cluster.submit(new LocalJobs.Endless());
        LocalJobs.Endless.begun.await();
        cluster.close();
        assertThat(endless.isCancelled()).isTrue();
        await().until(() -> LocalJobs.DONE.contains("stopped"));
        assertThatThrownBy(() -> cluster.submit(new Work.Square(1)))
                .isInstanceOf(ClusterUnavailableException.class);
    }

    @Test
    void childrenStopWithTheirTask() throws Exception {
        TaskHandle<Integer> parent = cluster.submit(new LocalJobs.Waits());
        LocalJobs.Endless.begun.await();
        assertThat(parent.cancel()).isTrue();
        await().until(() -> LocalJobs.DONE.contains("stopped"));
    }

    @Test
    void closingStopsChildren() throws Exception {
        cluster.submit(new LocalJobs.Waits());
        LocalJobs.Endless.begun.await();
        cluster.close();
        await().until(() -> LocalJobs.DONE.contains("stopped"));
    }

    @Test
    void closedClusterLeavesNoFolder() throws Exception {
        Path folder = cluster.files();
        assertThat(folder).isDirectory();
        cluster.close();
        assertThat(folder).doesNotExist();
        assertThatThrownBy(cluster::files)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has ended");
    }

    @Test
    void tasksRunAtOnceThoughTheyOccupyAllProcessors() throws Exception {
        int processors = LocalSetting.usual();
        try (Cluster full = Evenkeel.builder().local(processors + 1)) {
            for (int i = 0; i < processors; i++) {
                full.submit(new LocalJobs.Endless());
            }
            assertThat(full.submit(new Work.Square(3)).get()).isEqualTo(9);
        }
    }

    /** Checkpoints belong to the thread that runs the task. */
    @Test
    void checkpointOfAnotherThreadDoesNothing() {
        TaskHandle<Integer> shares =
                cluster.submit(
                        new LocalJobs.Shares(),
                        TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(20)));
        assertThatThrownBy(shares::get)
                .isInstanceOf(TaskTimedOutException.class)
                .hasMessageContaining("exceeded its time limit");
        assertThat(LocalJobs.DONE).containsExactly("passed");
    }

    @Test
    void checkpointOutsideOfTasksDoesNothing() {
        assertThatCode(Evenkeel::checkpoint).doesNotThrowAnyException();
    }
}
