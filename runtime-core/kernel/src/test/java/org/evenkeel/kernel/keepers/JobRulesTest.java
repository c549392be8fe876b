package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.kernel.keepers.KeepersFixture.A;
import static org.evenkeel.kernel.keepers.KeepersFixture.ALICE;
import static org.evenkeel.kernel.keepers.KeepersFixture.B;
import static org.evenkeel.kernel.keepers.KeepersFixture.JOB;
import static org.evenkeel.kernel.keepers.KeepersFixture.LATER_A;
import static org.evenkeel.kernel.keepers.KeepersFixture.NODE_A;
import static org.evenkeel.kernel.keepers.KeepersFixture.NODE_B;

import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.JobPassedOn;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.OwnerAssigned;
import org.junit.jupiter.api.Test;

/** Entries about jobs and their owners. */
class JobRulesTest {
    private final KeepersFixture keepers = new KeepersFixture();

    // ---- Opened

    @Test
    void jobBelongsToTheProcessThatOpensIt() {
        keepers.openAtA();
        keepers.isOwned(NODE_A, JobState.FIRST_EPOCH);
    }

    @Test
    void openJobIsNotOpenedForAnotherOwnerOrSubmitter() {
        keepers.openAtA();
        keepers.refuses(new JobOpened(JOB, ALICE, B, 0), Reason.JOB_OPEN, 1);
        keepers.refuses(new JobOpened(JOB, "bob", A, 0), Reason.JOB_OPEN, 1);
        keepers.refuses(new JobOpened(JOB, "", A, 0), Reason.JOB_OPEN, 1);
        keepers.applies(new JobPassedOn(JOB, B, 2));
        keepers.refuses(new JobOpened(JOB, ALICE, A, 0), Reason.JOB_OPEN, 2);
    }

    @Test
    void closedJobIsNotOpenedAgain() {
        keepers.openAtA();
        keepers.applies(new JobClosed(JOB, 1));
        keepers.refuses(new JobOpened(JOB, ALICE, A, 0), Reason.JOB_CLOSED, 1);
        keepers.refuses(new JobOpened(JOB, ALICE, B, 0), Reason.JOB_CLOSED, 1);
    }

    // ---- Assigned

    @Test
    void jobWithoutOwnerGetsOneUnderTheNextEpoch() {
        keepers.openAtA();
        keepers.expire(A);
        keepers.refuses(new OwnerAssigned(JOB, B, 1), Reason.OTHER_EPOCH, 1);
        keepers.refuses(new OwnerAssigned(JOB, B, 3), Reason.OTHER_EPOCH, 1);
        keepers.applies(new OwnerAssigned(JOB, B, 2));
        keepers.isOwned(NODE_B, 2);
    }

    @Test
    void jobWithAnOwnerIsNotAssigned() {
        keepers.openAtA();
        keepers.refuses(new OwnerAssigned(JOB, B, 2), Reason.HAS_OWNER, 1);
    }

    @Test
    void onlyAProcessWithALeaseBecomesOwner() {
        keepers.openAtA();
        keepers.expire(A);
        keepers.refuses(new OwnerAssigned(JOB, A, 2), Reason.LEASE_ENDED, 1);
        keepers.refuses(new OwnerAssigned(JOB, LATER_A, 2), Reason.NOT_A_MEMBER, A.incarnation());
        keepers.join(LATER_A);
        keepers.refuses(new OwnerAssigned(JOB, A, 2), Reason.LATER_PROCESS, LATER_A.incarnation());
        keepers.applies(new OwnerAssigned(JOB, LATER_A, 2));
    }

    @Test
    void lateAssignmentToALostOwnerHasNoEffect() {
        keepers.openAtA();
        keepers.expire(A);
        OwnerAssigned toB = new OwnerAssigned(JOB, B, 2);
        keepers.applies(toB);
        keepers.applies(new MemberJoined(B, 2, 0));
        keepers.refuses(toB, Reason.OTHER_EPOCH, 2);
        keepers.isOwned(null, 2);
    }

    // ---- Passed on

    @Test
    void ownerPassesAJobOn() {
        keepers.openAtA();
        keepers.refuses(new JobPassedOn(JOB, B, 1), Reason.OTHER_EPOCH, 1);
        keepers.refuses(new JobPassedOn(JOB, B, 3), Reason.OTHER_EPOCH, 1);
        keepers.applies(new JobPassedOn(JOB, B, 2));
        keepers.isOwned(NODE_B, 2);
    }

    @Test
    void jobIsNotPassedOnToAProcessWithoutLease() {
        keepers.openAtA();
        keepers.expire(B);
        keepers.refuses(new JobPassedOn(JOB, B, 2), Reason.LEASE_ENDED, 1);
        keepers.isOwned(NODE_A, 1);
    }

    @Test
    void ownerWhoseLeaseHasEndedPassesNothingOn() {
        keepers.openAtA();
        keepers.expire(A);
        keepers.refuses(new JobPassedOn(JOB, B, 2), Reason.NO_OWNER, 1);
    }

    /** It does not know whether the first proposal is in the log. */
    @Test
    void ownerThatPassesAJobOnToItselfKeepsItForGood() {
        keepers.openAtA();
        keepers.applies(new JobPassedOn(JOB, A, 2));
        keepers.refuses(new JobPassedOn(JOB, B, 2), Reason.OTHER_EPOCH, 2);
        keepers.isOwned(NODE_A, 2);
    }

    @Test
    void ownerThatPassesAJobOnToItselfMakesAClosingVoidThatComesLate() {
        keepers.openAtA();
        keepers.applies(new JobPassedOn(JOB, A, 2));
        keepers.refuses(new JobClosed(JOB, 1), Reason.OTHER_EPOCH, 2);
    }

    // ---- Closed

    @Test
    void ownerClosesAJob() {
        keepers.openAtA();
        keepers.applies(new JobClosed(JOB, 1));
        assertThat(keepers.state.jobs()).containsEntry(JOB, new JobState.Closed(1));
    }

    @Test
    void formerOwnerDoesNotCloseAJob() {
        keepers.openAtA();
        keepers.expire(A);
        keepers.refuses(new JobClosed(JOB, 1), Reason.NO_OWNER, 1);
        keepers.applies(new OwnerAssigned(JOB, B, 2));
        keepers.refuses(new JobClosed(JOB, 1), Reason.OTHER_EPOCH, 2);
        keepers.refuses(new JobClosed(JOB, 3), Reason.OTHER_EPOCH, 2);
        keepers.applies(new JobClosed(JOB, 2));
        keepers.refuses(new JobClosed(JOB, 1), Reason.JOB_CLOSED, 2);
    }

    @Test
    void closedJobGetsNoOwner() {
        keepers.openAtA();
        keepers.applies(new JobClosed(JOB, 1));
        keepers.refuses(new OwnerAssigned(JOB, B, 2), Reason.JOB_CLOSED, 1);
        keepers.refuses(new JobPassedOn(JOB, B, 2), Reason.JOB_CLOSED, 1);
        keepers.expire(A);
        assertThat(keepers.state.jobs()).containsEntry(JOB, new JobState.Closed(1));
    }

    @Test
    void jobThatWasNotOpenedIsUnknown() {
        keepers.join(B);
        keepers.refuses(new OwnerAssigned(JOB, B, 1), Reason.UNKNOWN_JOB, 0);
        keepers.refuses(new JobPassedOn(JOB, B, 1), Reason.UNKNOWN_JOB, 0);
        keepers.refuses(new JobClosed(JOB, 1), Reason.UNKNOWN_JOB, 0);
    }
}
