package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.wire.proto.JobsAnswer;
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

    private static String chosen(List<JobsAnswer> nodes) {
        JobsAnswer latest = JobFinder.latest(nodes);
        return latest == null ? "none" : latest.getNode();
    }

    @Test
    void theOneWithTheLatestAttachment() {
        assertThat(chosen(List.of(node("a", 1, false), node("b", 2, true), node("c", 0, false))))
                .isEqualTo("b");
    }

    @Test
    void ofReplicasOneThatIsSureToBeTheLatest() {
        assertThat(chosen(List.of(node("a", 0, true), node("b", 0, false), node("c", 0, true))))
                .isEqualTo("b");
    }

    @Test
    void noneWhereNoneHasIt() {
        assertThat(chosen(List.of(JobsAnswer.newBuilder().setNode("a").build()))).isEqualTo("none");
    }
}
