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
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.MemberLeft;
import org.evenkeel.kernel.keepers.Member.Standing;
import org.junit.jupiter.api.Test;

/** Entries about members and their leases. */
class MemberRulesTest {
    private final KeepersFixture keepers = new KeepersFixture();

    // ---- Joined

    @Test
    void processThatJoinsHasItsLease() {
        keepers.applies(new MemberJoined(A, 3, 0));
        assertThat(keepers.member(NODE_A))
                .isEqualTo(new Member(A.incarnation(), 3, Standing.LEASED));
    }

    /** Its earlier process cannot be alive: one directory has one daemon. */
    @Test
    void laterProcessOfANodeReplacesTheEarlierOneWhoseJobsHaveNoOwner() {
        keepers.openAtA();
        keepers.applies(new MemberJoined(LATER_A, 1, 0));
        assertThat(keepers.member(NODE_A))
                .isEqualTo(new Member(LATER_A.incarnation(), 1, Standing.LEASED));
        keepers.isOwned(null, 1);
    }

    @Test
    void earlierProcessOfANodeNeitherJoinsNorRenewsNorLeavesNorExpires() {
        keepers.join(LATER_A);
        long later = LATER_A.incarnation();
        keepers.refuses(new MemberJoined(A, 9, 0), Reason.LATER_PROCESS, later);
        keepers.refuses(new LeaseRenewed(A, 9), Reason.LATER_PROCESS, later);
        keepers.refuses(new MemberLeft(A, 9), Reason.LATER_PROCESS, later);
        keepers.refuses(new LeaseExpired(A, 1), Reason.LATER_PROCESS, later);
    }

    @Test
    void processWhoseLeaseHasEndedJoinsAgainWithALaterNumberOnly() {
        keepers.join(A);
        keepers.applies(new LeaseRenewed(A, 5));
        keepers.expire(A);
        keepers.refuses(new MemberJoined(A, 1, 0), Reason.OTHER_NUMBER, 5);
        keepers.refuses(new MemberJoined(A, 5, 0), Reason.OTHER_NUMBER, 5);
        keepers.applies(new MemberJoined(A, 6, 0));
    }

    /** It may believe that its lease has ended, and has dropped what it had. */
    @Test
    void processThatJoinsAgainWithinItsLeaseOwnsNothing() {
        keepers.openAtA();
        keepers.applies(new MemberJoined(A, 2, 0));
        keepers.isOwned(null, 1);
    }

    // ---- Renewed

    @Test
    void renewalNeedsALaterNumber() {
        keepers.join(A);
        keepers.applies(new LeaseRenewed(A, 4));
        keepers.refuses(new LeaseRenewed(A, 3), Reason.OTHER_NUMBER, 4);
        keepers.applies(new LeaseRenewed(A, 5));
    }

    @Test
    void renewalKeepsTheJobs() {
        keepers.openAtA();
        keepers.applies(new LeaseRenewed(A, 2));
        keepers.isOwned(NODE_A, 1);
    }

    @Test
    void leaseThatHasEndedIsNotRenewed() {
        keepers.join(A);
        keepers.expire(A);
        keepers.refuses(new LeaseRenewed(A, 2), Reason.LEASE_ENDED, 1);
        keepers.join(B);
        keepers.applies(new MemberLeft(B, 2));
        keepers.refuses(new LeaseRenewed(B, 3), Reason.LEASE_ENDED, 2);
    }

    @Test
    void processThatHasNotJoinedHasNoLease() {
        keepers.refuses(new LeaseRenewed(A, 1), Reason.NOT_A_MEMBER, 0);
        keepers.refuses(new LeaseExpired(A, 1), Reason.NOT_A_MEMBER, 0);
        keepers.refuses(new MemberLeft(A, 1), Reason.NOT_A_MEMBER, 0);
        keepers.join(A);
        long earlier = A.incarnation();
        keepers.refuses(new LeaseRenewed(LATER_A, 1), Reason.NOT_A_MEMBER, earlier);
        keepers.refuses(new LeaseExpired(LATER_A, 1), Reason.NOT_A_MEMBER, earlier);
        keepers.refuses(new MemberLeft(LATER_A, 1), Reason.NOT_A_MEMBER, earlier);
    }

    // ---- Expired

    @Test
    void expiryTakesTheJobsOfTheProcessAndOfNoOther() {
        keepers.openAtA();
        keepers.expire(B);
        keepers.isOwned(NODE_A, 1);
        keepers.expire(A);
        keepers.isOwned(null, 1);
        assertThat(keepers.member(NODE_A).standing()).isEqualTo(Standing.EXPIRED);
    }

    @Test
    void renewalInTheLogBeatsAnExpiryWithAnOlderNumber() {
        keepers.openAtA();
        keepers.applies(new LeaseRenewed(A, 2));
        keepers.refuses(new LeaseExpired(A, 1), Reason.OTHER_NUMBER, 2);
        keepers.isOwned(NODE_A, 1);
    }

    /** A leader reads numbers from the log alone. */
    @Test
    void expiryWithANumberThatIsNotInTheLogIsRefused() {
        keepers.openAtA();
        keepers.refuses(new LeaseExpired(A, 2), Reason.OTHER_NUMBER, 1);
        keepers.isOwned(NODE_A, 1);
    }

    @Test
    void lateExpiryDoesNotEndTheNextLeaseOfTheSameProcess() {
        keepers.openAtA();
        LeaseExpired expiry = new LeaseExpired(A, 1);
        keepers.applies(expiry);
        keepers.applies(new MemberJoined(A, 2, 0));
        keepers.refuses(expiry, Reason.OTHER_NUMBER, 2);
        assertThat(keepers.member(NODE_A).hasLease()).isTrue();
    }

    // ---- Left

    @Test
    void processThatLeavesOwnsNothing() {
        keepers.openAtA();
        keepers.applies(new MemberLeft(A, 2));
        assertThat(keepers.member(NODE_A)).isEqualTo(new Member(A.incarnation(), 2, Standing.LEFT));
        keepers.isOwned(null, 1);
    }

    /** He names the last number, since he knows none of the process. */
    @Test
    void administratorMaySayThatAProcessIsGone() {
        keepers.openAtA();
        keepers.applies(new LeaseRenewed(A, 8));
        keepers.refuses(new MemberLeft(A, 7), Reason.OTHER_NUMBER, 8);
        keepers.applies(new MemberLeft(A, 8));
        keepers.isOwned(null, 1);
        keepers.applies(new MemberJoined(A, 9, 0)); // it was not gone
    }

    @Test
    void joiningThatArrivesAfterLeavingHasNoEffect() {
        keepers.join(A);
        keepers.applies(new MemberLeft(A, 3));
        keepers.refuses(new MemberJoined(A, 2, 0), Reason.OTHER_NUMBER, 3);
    }

    @Test
    void leavingThatArrivesAfterJoiningAgainHasNoEffect() {
        keepers.join(A);
        MemberLeft left = new MemberLeft(A, 2);
        keepers.applies(left);
        keepers.applies(new MemberJoined(A, 3, 0));
        keepers.refuses(left, Reason.OTHER_NUMBER, 3);
    }

    @Test
    void processWhoseLeaseHasExpiredMayLeave() {
        keepers.join(A);
        keepers.expire(A);
        keepers.applies(new MemberLeft(A, 1));
        assertThat(keepers.member(NODE_A).standing()).isEqualTo(Standing.LEFT);
        keepers.already(new LeaseExpired(A, 1));
    }

    @Test
    void processWithoutLeaseOpensNothing() {
        keepers.refuses(new JobOpened(JOB, ALICE, B, 0), Reason.NOT_A_MEMBER, 0);
        keepers.join(B);
        keepers.expire(B);
        keepers.refuses(new JobOpened(JOB, ALICE, B, 0), Reason.LEASE_ENDED, 1);
        keepers.join(LATER_A);
        keepers.refuses(
                new JobOpened(JOB, ALICE, A, 0), Reason.LATER_PROCESS, LATER_A.incarnation());
        assertThat(keepers.state.members()).containsOnlyKeys(NODE_A, NODE_B);
        assertThat(keepers.state.jobs()).isEmpty();
    }
}
