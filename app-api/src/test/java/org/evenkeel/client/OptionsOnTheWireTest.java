package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a daemon is told of durability and late results. */
@Timeout(60)
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
    void lateResultsAreTakenWhenTheOptionsSaySo() throws Exception {
        FakeDaemon daemon = recording();
        Cluster cluster = client();
        assertThat(kindOf(daemon, cluster, TaskOptions.DEFAULT).getAcceptLate()).isFalse();
        assertThat(
                        kindOf(daemon, cluster, TaskOptions.DEFAULT.withAcceptLate(true))
                                .getAcceptLate())
                .isTrue();
    }
}
