package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.wire.proto.JobsAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of the nodes that have a job, or keep a replica of it, a program attaches to. */
class JobFinderTest {

    private static JobsAnswer node(String name, int attachment, boolean settling) {
        return JobsAnswer.newBuilder()
                .setNode(name)
                .addJobs(
                        JobsAnswer.Job.newBuilder().setAttachment(attachment).setSettling(settling))
                .build();
    }

    private static JobsAnswer replica(String name, int attachment, boolean settling) {
        return JobsAnswer.newBuilder()
                .setNode(name)
                .addJobs(
                        JobsAnswer.Job.newBuilder()
                                .setAttachment(attachment)
                                .setSettling(settling)
                                .setReplica(true))
                .build();
    }

    private static @Nullable String chosen(JobsAnswer... nodes) {
        return JobFinder.bestNode(List.of(nodes));
    }

    @Test
    void theOneWithTheLatestAttachment() {
        assertThat(chosen(node("a", 1, false), node("b", 2, true), node("c", 0, false)))
                .isEqualTo("b");
    }

    @Test
    void aReplicaOnlyWhereItsStateIsLater() {
        JobsAnswer owner = node("a", 1, true);
        assertThat(chosen(owner, replica("b", 2, true))).isEqualTo("b");
        assertThat(chosen(owner, replica("b", 1, false))).isEqualTo("a");
        assertThat(chosen(owner, replica("b", 0, false))).isEqualTo("a");
    }

    /** Nodes of earlier versions do not say that it is a replica. */
    @Test
    void replicasOfEarlierVersionsAsBefore() {
        assertThat(chosen(node("a", 0, true), node("b", 0, false))).isEqualTo("b");
    }

    @Test
    void noneWhereNoneHasIt() {
        assertThat(chosen(JobsAnswer.newBuilder().setNode("a").build())).isNull();
    }
}
