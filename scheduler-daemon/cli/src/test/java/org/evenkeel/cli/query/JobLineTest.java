package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.wire.proto.JobsAnswer;
import org.junit.jupiter.api.Test;

class JobLineTest {

    private static JobsAnswer.Builder node(String name) {
        return JobsAnswer.newBuilder().setNode(name);
    }

    private static JobsAnswer.Job.Builder job(int attachment, int succeeded, int open) {
        return JobsAnswer.Job.newBuilder()
                .setJob("j1")
                .setName("sums")
                .setAttachment(attachment)
                .setSucceeded(succeeded)
                .setFailed(1)
                .setOpen(open);
    }

    private static JobsAnswer.Copies.Builder copies(String job, int running, int waiting) {
        return JobsAnswer.Copies.newBuilder().setJob(job).setRunning(running).setWaiting(waiting);
    }

    @Test
    void copiesOfAllNodesAreCountedTogether() {
        List<JobLine> lines =
                JobLine.list(
                        List.of(
                                node("n1")
                                        .addJobs(job(1, 3, 10))
                                        .addCopies(copies("j1", 2, 5))
                                        .build(),
                                node("n10").addCopies(copies("j1", 1, 0)).build(),
                                node("n9")
                                        .addCopies(copies("j1", 1, 1))
                                        .addCopies(copies("j2", 7, 7))
                                        .build()));
        assertThat(lines).hasSize(1);
        JobLine line = lines.getFirst();
        assertThat(line.node().getNode()).isEqualTo("n1");
        assertThat(line.running()).isEqualTo(4);
        assertThat(line.waiting()).isEqualTo(6);
        assertThat(line.places().keySet()).containsExactly("n1", "n9", "n10");
        assertThat(line.done()).isEqualTo(4);
        assertThat(line.total()).isEqualTo(14);
    }

    @Test
    void whatHadAnotherNameHasBothInJson() {
        JobsAnswer one = node("n1").addJobs(job(1, 0, 1).setOutlives(true).setWidth(3)).build();
        assertThat(JobLine.list(List.of(one)).getFirst().fields())
                .containsEntry("detached", true)
                .containsEntry("outlives", true)
                .containsEntry("minWorkers", 3L)
                .containsEntry("width", 3L);
    }

    @Test
    void ofAJobAndItsReplicaAtOneNodeTheJobIsShown() {
        JobsAnswer both =
                node("n1").addJobs(job(1, 3, 10)).addJobs(job(2, 0, 4).setReplica(true)).build();
        assertThat(JobLine.list(List.of(both)))
                .singleElement()
                .extracting(JobLine::total)
                .isEqualTo(14L);
    }

    @Test
    void ofTwoNodesTheOneItsClientWentToLastCounts() {
        List<JobLine> lines =
                JobLine.list(
                        List.of(
                                node("n1").addJobs(job(1, 3, 10)).build(),
                                node("n2").addJobs(job(2, 0, 9)).build(),
                                node("n3").addJobs(job(1, 5, 5)).build()));
        assertThat(lines).singleElement().extracting(line -> line.node().getNode()).isEqualTo("n2");
    }
}
