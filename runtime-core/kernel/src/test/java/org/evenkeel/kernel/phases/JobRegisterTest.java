package org.evenkeel.kernel.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply.JobWish;
import org.junit.jupiter.api.Test;

/** Which jobs a master admits, and which it ends. */
class JobRegisterTest {
    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");
    private static final JobId FIRST = new JobId(1);
    private static final JobId SECOND = new JobId(2);
    private static final JobId THIRD = new JobId(3);
    private static final PhaseBounds BOUNDS = PhaseBounds.of(100);
    private static final long STEADY = 1_000;

    private final List<String> said = new ArrayList<>();
    private final List<JobId> ended = new ArrayList<>();
    private int workers = 10;
    private final JobRegister register =
            new JobRegister(
                    new MasterNode() {
                        @Override
                        public List<NodeId> reachable() {
                            return List.of(A, B);
                        }

                        @Override
                        public void send(NodeId to, MasterCommand word) {
                            MasterCommand.Job job = (MasterCommand.Job) word;
                            said.add(
                                    "%s %d %s %s"
                                            .formatted(
                                                    to,
                                                    job.job().value(),
                                                    job.verdict(),
                                                    job.why()));
                        }

                        @Override
                        public void ended(JobId job) {
                            ended.add(job);
                        }
                    },
                    BOUNDS);

    private void steady(int workers) {
        register.begin(0, 1);
        register.settle(0, workers);
    }

    private void asks(NodeId owner, JobId job, int width) {
        says(owner, new JobWish(job, width, false, false, 1), STEADY);
    }

    private void says(NodeId owner, JobWish wish, long now) {
        said.clear();
        register.receive(now, owner, List.of(wish));
        register.settle(now, workers);
    }

    @Test
    void jobsBeginWhileThereAreWorkersForAllOfThem() {
        steady(10);
        asks(A, FIRST, 6);
        assertThat(said).containsExactly("a 1 BEGINS ");
        asks(B, SECOND, 4);
        assertThat(said).containsExactly("b 2 BEGINS ");
        asks(B, THIRD, 1);
        assertThat(said)
                .containsExactly(
                        "b 3 WAITS it needs 1 worker at once, earlier jobs use 10 of 10"
                                + " workers");
    }

    @Test
    void aNarrowJobDoesNotOvertakeAWideOneThatWaits() {
        steady(10);
        asks(A, FIRST, 6);
        asks(A, SECOND, 8);
        asks(B, THIRD, 1);
        assertThat(said).singleElement().asString().startsWith("b 3 WAITS");
        said.clear();
        register.over(A, FIRST);
        register.settle(STEADY, 10);
        assertThat(said).containsExactly("a 2 BEGINS ", "b 3 BEGINS ");
        assertThat(ended).containsExactly(FIRST);
    }

    @Test
    void aJobThatIsWiderThanTheClusterIsRefusedByName() {
        steady(10);
        asks(A, FIRST, 11);
        assertThat(said)
                .containsExactly("a 1 REFUSED it needs 11 workers at once, the cluster has 10");
        assertThat(register.size()).isZero();
    }

    @Test
    void untilTheClusterHasSettledItIsNotRefused() {
        steady(10);
        workers = 8;
        asks(A, FIRST, 9);
        assertThat(said).singleElement().asString().startsWith("a 1 WAITS");
        said.clear();
        assertThat(register.dueNanos()).isEqualTo(STEADY + BOUNDS.masterLeaseNanos());
        register.settle(STEADY + BOUNDS.masterLeaseNanos(), 8);
        assertThat(said).singleElement().asString().startsWith("a 1 REFUSED");
    }

    /** The workers of a node that has just joined are not counted yet, or are being started. */
    @Test
    void aJobThatComesWithItsNodeIsNotRefusedForTheWorkersThatWereThereBefore() {
        steady(4);
        workers = 4;
        register.joined();
        asks(B, FIRST, 6);
        assertThat(said)
                .containsExactly("b 1 WAITS it needs 6 workers at once, the cluster has 4 so far");
        said.clear();
        register.settle(STEADY + BOUNDS.masterLeaseNanos() - 1, 6);
        assertThat(said).containsExactly("b 1 BEGINS ");
    }

    @Test
    void aClusterWithoutWorkersRefusesNothing() {
        steady(0);
        workers = 0;
        asks(A, FIRST, 1);
        assertThat(said)
                .containsExactly("a 1 WAITS it needs 1 worker at once, the cluster has 0 so far");
        register.settle(STEADY + BOUNDS.jobNanos() - 1, 0);
        assertThat(register.size()).isOne();
        assertThat(register.dueNanos()).isEqualTo(STEADY + BOUNDS.jobNanos()); // its owner's word
        said.clear();
        register.settle(STEADY + BOUNDS.jobNanos() - 1, 1);
        assertThat(said).containsExactly("a 1 BEGINS ");
    }

    @Test
    void aJobWhoseOwnerIsSilentForLongIsEndedEverywhereAndItsWorkersGoToOthers() {
        steady(10);
        asks(A, FIRST, 10);
        asks(B, SECOND, 10);
        long later = STEADY + BOUNDS.jobNanos();
        says(B, new JobWish(SECOND, 10, false, false, 1), later);
        assertThat(ended).containsExactly(FIRST);
        assertThat(said).containsExactly("b 2 BEGINS ");
    }

    @Test
    void aJobThatMayComeBackWithItsOwnerGivesItsWorkersUpAndIsNotEnded() {
        steady(10);
        says(A, new JobWish(FIRST, 10, true, true, 1), STEADY);
        register.settle(STEADY + BOUNDS.jobNanos(), 10);
        assertThat(register.size()).isZero();
        assertThat(ended).isEmpty();
    }

    @Test
    void whereItsClientHasGoneCountsWhateverTheOwnerBeforeSays() {
        steady(10);
        says(A, new JobWish(FIRST, 10, true, false, 1), STEADY);
        says(B, new JobWish(FIRST, 10, false, false, 2), STEADY);
        assertThat(said).containsExactly("b 1 BEGINS ");
        says(A, new JobWish(FIRST, 10, true, false, 1), STEADY);
        register.over(A, FIRST);
        assertThat(ended).isEmpty();
        register.over(B, FIRST);
        assertThat(ended).containsExactly(FIRST);
    }

    @Test
    void aNewMasterLearnsWhatHasBegunAndAdmitsNoMore() {
        steady(10);
        says(A, new JobWish(FIRST, 8, true, false, 1), STEADY);
        asks(B, SECOND, 4);
        assertThat(said).singleElement().asString().startsWith("b 2 WAITS");
    }

    @Test
    void beforeItHasHeardOfAllOwnersItAdmitsNobody() {
        register.begin(STEADY, 1);
        asks(B, SECOND, 4);
        assertThat(said).singleElement().asString().startsWith("b 2 WAITS");
        says(A, new JobWish(FIRST, 8, true, false, 1), STEADY);
        said.clear();
        register.settle(register.dueNanos(), 10);
        assertThat(said)
                .containsExactly(
                        "b 2 WAITS it needs 4 workers at once, earlier jobs use 8 of 10"
                                + " workers");
    }

    @Test
    void atItsBoundItRefusesWhatHasNotBegun() {
        steady(10);
        List<JobWish> many = new ArrayList<>();
        for (int i = 0; i < JobRegister.MAX_JOBS; i++) {
            many.add(new JobWish(new JobId(100 + i), 0, true, false, 1));
        }
        register.receive(STEADY, A, many);
        assertThat(register.size()).isEqualTo(JobRegister.MAX_JOBS);
        asks(A, FIRST, 1);
        assertThat(said).containsExactly("a 1 REFUSED the master knows its maximum of jobs");
    }
}
