package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.kernel.keepers.KeepersFixture.A;
import static org.evenkeel.kernel.keepers.KeepersFixture.ALICE;
import static org.evenkeel.kernel.keepers.KeepersFixture.B;
import static org.evenkeel.kernel.keepers.KeepersFixture.JOB;
import static org.evenkeel.kernel.keepers.KeepersFixture.LATER_A;
import static org.evenkeel.kernel.keepers.KeepersFixture.NODE_A;
import static org.evenkeel.kernel.keepers.KeepersFixture.NODE_B;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.LogEntry.EndedForgotten;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.OwnerAssigned;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Test;

/** What has ended is forgotten, and the state does not pass its limit. */
class StateBoundsTest {
    private static final String LONGEST = "x".repeat(NodeId.MAX_LENGTH);
    private static final ProcessId LONG_NODE = new ProcessId(new NodeId(LONGEST), 1);

    private final KeepersFixture keepers = new KeepersFixture();

    // ---- Forgotten

    @Test
    void whatHasEndedIsForgottenByAnEntry() {
        keepers.openAtA();
        JobId closed = new JobId(2);
        keepers.applies(new JobOpened(closed, ALICE, A, 0));
        keepers.applies(new JobClosed(closed, 1));
        keepers.expire(B);
        long before = keepers.state.bytes();
        keepers.applies(new EndedForgotten(1));
        assertThat(keepers.state.members()).containsOnlyKeys(NODE_A);
        assertThat(keepers.state.jobs()).containsOnlyKeys(JOB);
        assertThat(keepers.state.bytes())
                .isEqualTo(before - Member.bytes(NODE_B) - JobState.Closed.BYTES);
    }

    @Test
    void lateOpeningOfAForgottenJobIsRefused() {
        keepers.join(A);
        keepers.join(B);
        JobOpened opened = new JobOpened(JOB, ALICE, A, 0);
        JobOpened elsewhere = new JobOpened(JOB, ALICE, B, 0);
        keepers.applies(opened);
        keepers.applies(new JobClosed(JOB, 1));
        keepers.applies(new EndedForgotten(1));
        keepers.refuses(opened, Reason.OTHER_GENERATION, 1);
        keepers.refuses(elsewhere, Reason.OTHER_GENERATION, 1);
        keepers.refuses(new JobClosed(JOB, 1), Reason.UNKNOWN_JOB, 0);
    }

    @Test
    void lateJoiningOfAForgottenMemberIsRefused() {
        MemberJoined joined = new MemberJoined(A, 1, 0);
        keepers.applies(joined);
        keepers.expire(A);
        keepers.applies(new EndedForgotten(1));
        keepers.refuses(joined, Reason.OTHER_GENERATION, 1);
        keepers.applies(new MemberJoined(A, 2, 1));
    }

    @Test
    void generationsComeOneAfterTheOther() {
        keepers.refuses(new EndedForgotten(2), Reason.OTHER_GENERATION, 0);
        keepers.applies(new EndedForgotten(1));
        keepers.applies(new EndedForgotten(2));
        keepers.already(new EndedForgotten(1));
        keepers.refuses(new MemberJoined(A, 1, 3), Reason.OTHER_GENERATION, 2);
        assertThat(keepers.state.generation()).isEqualTo(2);
    }

    // ---- Limit

    @Test
    void limitIsSetByOneRevisionAfterTheOther() {
        assertThat(keepers.state.limitBytes()).isEqualTo(KeeperState.DEFAULT_LIMIT_BYTES);
        keepers.refuses(new LimitSet(2, 1 << 20), Reason.OTHER_REVISION, 0);
        keepers.applies(new LimitSet(1, 1 << 20));
        keepers.applies(new LimitSet(2, 2 << 20));
        keepers.refuses(new LimitSet(1, 1 << 20), Reason.OTHER_REVISION, 2);
        keepers.refuses(new LimitSet(2, 1 << 20), Reason.OTHER_REVISION, 2);
        assertThat(keepers.state.limitBytes()).isEqualTo(2 << 20);
    }

    @Test
    void fullStateTakesNoFurtherJobAndNoFurtherMember() {
        fill();
        long limit = keepers.state.limitBytes();
        keepers.refuses(new JobOpened(new JobId(-1), "", A, 0), Reason.FULL, limit);
        keepers.refuses(new MemberJoined(LONG_NODE, 1, 0), Reason.FULL, limit);
        assertThat(keepers.state.bytes()).isLessThanOrEqualTo(limit);
    }

    @Test
    void jobThatFitsToTheByteIsTaken() {
        fill();
        JobOpened another = new JobOpened(new JobId(-1), ALICE, A, 0);
        long fits = keepers.state.bytes() + new JobState.Open(ALICE, 1, NODE_A).bytes();
        keepers.applies(new LimitSet(2, fits - 1));
        keepers.refuses(another, Reason.FULL, fits - 1);
        keepers.applies(new LimitSet(3, fits));
        keepers.applies(another);
        assertThat(keepers.state.bytes()).isEqualTo(fits);
    }

    @Test
    void fullStateGivesJobsToAnyMember() {
        keepers.join(LONG_NODE);
        List<JobId> jobs = fill();
        keepers.applies(new MemberJoined(LATER_A, 1, 0));
        for (JobId job : jobs) {
            keepers.applies(new OwnerAssigned(job, LONG_NODE, 2));
        }
        long limit = keepers.state.limitBytes();
        assertThat(keepers.state.bytes()).isLessThanOrEqualTo(limit);
        assertThat(SnapshotCodec.write(keepers.state)).hasSizeLessThanOrEqualTo((int) limit);
    }

    @Test
    void fullStateTakesEverythingThatEnds() {
        List<JobId> jobs = fill();
        keepers.applies(new LeaseRenewed(A, 2));
        keepers.applies(new JobClosed(jobs.get(0), 1));
        keepers.expire(A);
        keepers.applies(new EndedForgotten(1));
        keepers.join(A);
        keepers.applies(new JobOpened(new JobId(-1), ALICE, A, 1));
    }

    @Test
    void lowerLimitTakesNothingNewUntilEnoughHasEnded() {
        keepers.join(A);
        List<JobId> jobs = open(2_000);
        keepers.applies(new LimitSet(1, LogEntry.MIN_LIMIT_BYTES));
        JobOpened another = new JobOpened(new JobId(-1), ALICE, A, 0);
        keepers.refuses(another, Reason.FULL, LogEntry.MIN_LIMIT_BYTES);
        for (JobId job : jobs) {
            assertThat(keepers.state.apply(new JobClosed(job, 1))).isEqualTo(Done.APPLIED);
        }
        keepers.applies(another);
    }

    /** A owns as many jobs as the smallest limit permits. */
    private List<JobId> fill() {
        keepers.join(A);
        keepers.applies(new LimitSet(1, LogEntry.MIN_LIMIT_BYTES));
        List<JobId> jobs = open(Integer.MAX_VALUE);
        assertThat(jobs).hasSizeGreaterThan(500);
        return jobs;
    }

    /** Opens so many jobs at A, or as many as have room. */
    private List<JobId> open(int most) {
        List<JobId> jobs = new ArrayList<>();
        while (jobs.size() < most) {
            JobId job = new JobId(100L + jobs.size());
            LogAnswer answer = keepers.state.apply(new JobOpened(job, ALICE, A, 0));
            if (answer instanceof Refused refused) {
                assertThat(refused.reason()).isEqualTo(Reason.FULL);
                return jobs;
            }
            jobs.add(job);
        }
        return jobs;
    }
}
