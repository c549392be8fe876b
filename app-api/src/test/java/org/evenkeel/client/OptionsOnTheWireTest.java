package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.RetryPolicy;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Resources;
import org.evenkeel.wire.proto.RetryRules;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a daemon is told of durability and late results. */
@Timeout(120)
class OptionsOnTheWireTest extends ClientTestBase {

    private static TaskKind kindOf(FakeDaemon daemon, Cluster cluster, TaskOptions options)
            throws Exception {
        daemon.seen.clear();
        assertThat(cluster.submit(new Work.Square(2), options).get()).isEqualTo(4);
        List<Frame> submits = daemon.seen.stream().filter(Frame::hasSubmit).toList();
        return submits.getFirst().getSubmit().getGroups(0).getKind();
    }

    private FakeDaemon recording() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.recordFrames = true;
        return daemon;
    }

    @Test
    void tasksOfAnAttachedClientAreKeptInMemoryUnlessTheySayOtherwise() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = client();
        TaskKind unsaid = kindOf(daemon, cluster, TaskOptions.DEFAULT);
        assertThat(unsaid.getOnDisk() || unsaid.getReplicated()).isFalse();
        TaskOptions disk = TaskOptions.DEFAULT.withDurability(Durability.DISK);
        assertThat(kindOf(daemon, cluster, disk).getOnDisk()).isTrue();
        TaskOptions replicated = TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);
        assertThat(kindOf(daemon, cluster, replicated).getReplicated()).isTrue();
        assertThat(kindOf(daemon, cluster, replicated.withDurability(null)).getReplicated())
                .isFalse();
    }

    @Test
    void tasksOfAJobThatOutlivesItsClientAreKeptOnDiskUnlessTheySayOtherwise() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = lastingClient();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT).getOnDisk()).isTrue();
        TaskOptions memory = TaskOptions.DEFAULT.withDurability(Durability.MEMORY);
        assertThat(kindOf(daemon, cluster, memory).getOnDisk()).isFalse();
        assertThat(kindOf(daemon, cluster.job("second"), TaskOptions.DEFAULT).getOnDisk()).isTrue();
    }

    @Test
    void whatAJobAsksMachinesForGoesWithItsTasks() throws Exception {
        FakeDaemon daemon = recording();
        assertThat(kindOf(daemon, client(), TaskOptions.DEFAULT).hasResources()).isFalse();
        Cluster asking =
                closedLater(
                        Evenkeel.builder()
                                .bundle(state)
                                .memory("1g")
                                .disk("200m")
                                .processes(100)
                                .connect());
        for (Cluster job : List.of(asking, asking.job("second"))) {
            Resources asked = kindOf(daemon, job, TaskOptions.DEFAULT).getResources();
            assertThat(asked.getMemoryBytes()).isEqualTo(1L << 30);
            assertThat(asked.getDiskBytes()).isEqualTo(200L << 20);
            assertThat(asked.getProcesses()).isEqualTo(100);
        }
    }

    @Test
    void theWidthOfAJobIsSaidWhenItIsOpened() throws Exception {
        FakeDaemon daemon = recording();
        Cluster wide = closedLater(Evenkeel.builder().bundle(state).minWorkers(16).connect());
        assertThat(wide.submit(new Work.Square(2)).get()).isEqualTo(4);
        assertThat(wide.job("second").submit(new Work.Square(3)).get()).isEqualTo(9);
        assertThat(daemon.seen.stream().filter(Frame::hasOpenJob).toList())
                .extracting(frame -> frame.getOpenJob().getWidth())
                .containsExactly(16, 0);
    }

    @Test
    void whatCannotBeAskedForIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().memory("lots"))
                .withMessageContaining("memory: \"lots\" is not a size; use 512m or 2g");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().memory("1m"))
                .withMessageContaining("memory of 1048576 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().processes(0))
                .withMessageContaining("processes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().processes(10))
                .withMessageContaining("processes of 10 is not 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().minWorkers(-1))
                .withMessageContaining("minWorkers is 0 to 1000000, not -1");
    }

    @Test
    void lateResultsAreTakenWhenTheOptionsSaySo() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = client();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT).getAcceptLate()).isFalse();
        assertThat(
                        kindOf(daemon, cluster, TaskOptions.DEFAULT.withAcceptStaleResults(true))
                                .getAcceptLate())
                .isTrue();
    }

    @Test
    void whenAndAfterWhatItIsRunAgainGoesWithATask() throws Exception {
        FakeDaemon daemon = recording();
        TaskOptions often = TaskOptions.DEFAULT.withRetries(3);
        assertThat(kindOf(daemon, client(), often).hasRetryRules()).isFalse();
        RetryPolicy policy =
                RetryPolicy.after(Duration.ofSeconds(2))
                        .withFactor(3)
                        .withLongestDelay(Duration.ofMinutes(1))
                        .only(IOException.class)
                        .never(FileNotFoundException.class);
        TaskKind kind = kindOf(daemon, client(), TaskOptions.DEFAULT.withRetries(5, policy));
        assertThat(kind.getRetries()).isEqualTo(5);
        assertThat(kind.getRetryRules())
                .isEqualTo(
                        RetryRules.newBuilder()
                                .setFirstNanos(2_000_000_000L)
                                .setFactor(3)
                                .setLongestNanos(60_000_000_000L)
                                .addOnly("java.io.IOException")
                                .addNever("java.io.FileNotFoundException")
                                .build());
    }

    @Test
    void deadlineGoesWithATaskAndWithTheTimeThatItHasWaited() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = client();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT).getDeadlineNanos()).isZero();
        assertThat(waited(daemon)).isZero();
        TaskOptions limited = TaskOptions.DEFAULT.withDeadline(Duration.ofHours(1));
        assertThat(kindOf(daemon, cluster, limited).getDeadlineNanos())
                .isEqualTo(3_600_000_000_000L);
        assertThat(waited(daemon)).isPositive();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskOptions.DEFAULT.withDeadline(Duration.ofNanos(-1)))
                .withMessageContaining("deadline PT-0.000000001S is not 0 to 10 years");
    }

    private static long waited(FakeDaemon daemon) {
        return daemon.seen.stream()
                .filter(Frame::hasSubmit)
                .findFirst()
                .orElseThrow()
                .getSubmit()
                .getGroups(0)
                .getItems(0)
                .getWaitedNanos();
    }

    @Test
    void optionsOfAJobAreThoseOfTasksThatHaveNone() throws Exception {
        FakeDaemon daemon = recording();
        Cluster asking =
                closedLater(
                        Evenkeel.builder()
                                .bundle(state)
                                .taskOptions(TaskOptions.DEFAULT.withRetries(4))
                                .priority(7)
                                .connect());
        daemon.seen.clear();
        assertThat(asking.submit(new Work.Square(2)).get()).isEqualTo(4);
        TaskKind kind =
                daemon.seen.stream()
                        .filter(Frame::hasSubmit)
                        .findFirst()
                        .orElseThrow()
                        .getSubmit()
                        .getGroups(0)
                        .getKind();
        assertThat(kind.getRetries()).isEqualTo(4);
        assertThat(kind.getPriorityPlusOne()).isEqualTo(8);
        assertThat(kindOf(daemon, asking, TaskOptions.DEFAULT).getRetries()).isZero();
    }

    @Test
    void policiesAreChecked() {
        RetryPolicy policy = RetryPolicy.after(Duration.ofMinutes(20));
        assertThat(policy.longestDelay()).isEqualTo(Duration.ofMinutes(20));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withLongestDelay(Duration.ofMinutes(19)))
                .withMessageContaining("longest delay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.after(Duration.ofDays(2)))
                .withMessageContaining("first delay of PT48H is not 0 to 1 day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.only(String.class))
                .withMessage("java.lang.String is no exception");
    }

    @Test
    void aTaskMayBeForOneNode() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = client();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT).getNode()).isEmpty();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT.withNode("n2")).getNode())
                .isEqualTo("n2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskOptions.DEFAULT.withNode("node 2"))
                .withMessageContaining("\"node 2\" is not a node name");
    }

    @Test
    void howOftenCheckpointsAreMadeGoesWithTheTasksOfAJob() throws Exception {
        FakeDaemon daemon = recording();
        assertThat(kindOf(daemon, client(), TaskOptions.DEFAULT).getCheckpointNanos()).isZero();
        Cluster asking =
                closedLater(
                        Evenkeel.builder()
                                .bundle(state)
                                .checkpointEvery(Duration.ofMillis(1_500))
                                .connect());
        for (Cluster job : List.of(asking, asking.job("second"))) {
            assertThat(kindOf(daemon, job, TaskOptions.DEFAULT).getCheckpointNanos())
                    .isEqualTo(1_500_000_000L);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evenkeel.builder().checkpointEvery(Duration.ofMillis(99)))
                .withMessageContaining("use zero, or 100 ms to 10 years");
    }
}
