package org.evenkeel.kernel.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.link.LinkEffect.Plain;
import org.evenkeel.kernel.link.LinkEffect.RetryAfter;
import org.evenkeel.kernel.link.LinkMachine.Place;
import org.evenkeel.kernel.link.LinkMachine.Presence;
import org.evenkeel.kernel.link.LinkMachine.Route;
import org.evenkeel.kernel.link.LinkTimes.Verdict;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Test;

/** The rules of one side of a link, one by one. */
class LinkMachineTest {

    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final LinkMachine lower = new LinkMachine(A, B, false);
    private final LinkMachine higher = new LinkMachine(B, A, false);
    private final LinkMachine openHigher = new LinkMachine(B, A, true);

    @Test
    void lowerNameConnectsFirst() {
        lower.setNeighbour(true);
        higher.setNeighbour(true);
        assertThat(lower.begin()).isEqualTo(Plain.DIAL_NEIGHBOUR);
        assertThat(higher.begin()).isEqualTo(Plain.NOTHING);
    }

    @Test
    void higherNameOfAnOpenNeighbourhoodTriesLater() {
        openHigher.setNeighbour(true);
        assertThat(openHigher.begin())
                .isEqualTo(new RetryAfter(FIRST_NANOS + DialTimes.USUAL.higherWaitsNanos()));
    }

    @Test
    void retriesWaitLongerUntilALinkIsUp() {
        lower.setNeighbour(true);
        assertThat(lower.dialFailed(false, false)).isEqualTo(new RetryAfter(FIRST_NANOS));
        assertThat(lower.dialFailed(false, false)).as("it has a time").isEqualTo(Plain.NOTHING);
        assertThat(lower.retryDue(false)).isEqualTo(Plain.DIAL_NEIGHBOUR);
        assertThat(lower.dialFailed(false, false)).isEqualTo(new RetryAfter(2 * FIRST_NANOS));
        lower.retryDue(false);
        lower.linked(1, true);
        lower.down();
        assertThat(lower.lost()).isEqualTo(new RetryAfter(FIRST_NANOS));
    }

    @Test
    void unreachableNodeIsTriedNowAndThen() {
        openHigher.setUnreachable(true);
        assertThat(openHigher.begin())
                .isEqualTo(new RetryAfter(DialTimes.USUAL.unreachableEveryNanos()));
    }

    @Test
    void messagesOfARefusedNodeAreDroppedAndOthersWait() {
        assertThat(higher.dialFailed(true, true)).isEqualTo(Plain.DROP_WAITING);
        assertThat(higher.dialFailed(false, false)).isEqualTo(Plain.NOTHING);
        assertThat(higher.dialFailed(false, true)).isEqualTo(new RetryAfter(FIRST_NANOS));
        assertThat(higher.retryDue(true)).isEqualTo(Plain.DIAL);
    }

    @Test
    void oneAttemptAtATimeAndNoneBesideALink() {
        assertThat(lower.dials()).isTrue();
        assertThat(lower.dials()).isFalse();
        lower.dialEnds();
        lower.linked(1, true);
        assertThat(lower.dials()).isFalse();
        lower.down();
        assertThat(lower.dials()).isTrue();
    }

    @Test
    void lowerNameRefusesWhileItConnects() {
        lower.dials();
        higher.dials();
        assertThat(lower.refusesLink(1)).isEqualTo("already connecting from this side");
        assertThat(higher.refusesLink(1)).isNull();
    }

    @Test
    void linkOfTheLowerNameStaysAtBothEnds() {
        lower.linked(1, true);
        higher.linked(1, false);
        assertThat(lower.place(1, false, true)).isEqualTo(Place.TAKEN);
        assertThat(higher.place(1, true, true)).isEqualTo(Place.TAKEN);
        assertThat(higher.place(1, true, false)).as("it is closed").isEqualTo(Place.REPLACES);
        assertThat(higher.place(2, true, true)).as("a later process").isEqualTo(Place.REPLACES);
        assertThat(higher.place(1, false, true)).as("dialled anew").isEqualTo(Place.REPLACES);
    }

    @Test
    void earlierProcessIsRefused() {
        lower.linked(2, true);
        assertThat(lower.refusesLink(1)).isEqualTo("a later process of b is linked");
        assertThat(lower.refusesLink(2)).isEqualTo("already linked");
        assertThat(lower.refusesLink(3)).isNull();
        lower.down();
        assertThat(lower.gone(2)).isTrue();
        assertThat(lower.gone(2)).isFalse();
        assertThat(lower.refusesProcess(1)).isEqualTo("a later process of b was linked before");
        assertThat(lower.refusesProcess(2)).as("it lives after all").isNull();
        assertThat(lower.linked(2, false)).as("returned").isTrue();
        assertThat(lower.isGone(2)).isFalse();
    }

    @Test
    void numbersOfProcessesHaveNoSign() {
        lower.linked(-1, true);
        assertThat(lower.refusesLink(1)).isEqualTo("a later process of b is linked");
        lower.down();
        assertThat(lower.gone(1)).isTrue();
        assertThat(lower.isGone(-1)).isFalse();
        assertThat(lower.gone(-1)).as("a later one").isTrue();
        assertThat(lower.isGone(1)).isTrue();
        assertThat(lower.refusesProcess(1)).isEqualTo("a later process of b was linked before");
    }

    @Test
    void pausesAreThoseThatAreGiven() {
        LinkMachine quick = new LinkMachine(B, A, true, new DialTimes(2, 5, 10, 100, 1));
        quick.setNeighbour(true);
        assertThat(quick.begin()).isEqualTo(new RetryAfter(2 + 10));
        quick.retryDue(false);
        assertThat(quick.retry()).isEqualTo(new RetryAfter(4 + 10));
        quick.retryDue(false);
        assertThat(quick.retry()).isEqualTo(new RetryAfter(5 + 10));
        assertThat(quick.checkAfterLossNanos()).isEqualTo(1);
    }

    @Test
    void messageGoesToItsProcessOnly() {
        assertThat(higher.route(2)).isEqualTo(Route.WAIT_AND_DIAL);
        lower.setNeighbour(true);
        assertThat(lower.route(2)).isEqualTo(Route.WAIT);
        lower.linked(2, true);
        assertThat(lower.route(1)).isEqualTo(Route.DROP);
        assertThat(lower.route(2)).isEqualTo(Route.SEND);
        assertThat(lower.route(3)).as("not linked yet").isEqualTo(Route.DROP);
        lower.down();
        lower.gone(2);
        assertThat(lower.route(2)).isEqualTo(Route.DROP);
        assertThat(lower.route(3)).isEqualTo(Route.WAIT);
    }

    @Test
    void linkSaysWhichProcessesAreThere() {
        assertThat(lower.presence(2)).isEqualTo(Presence.UNKNOWN);
        lower.linked(2, true);
        assertThat(lower.presence(1)).isEqualTo(Presence.SUCCEEDED);
        assertThat(lower.presence(2)).isEqualTo(Presence.LINKED);
        assertThat(lower.presence(3)).isEqualTo(Presence.UNKNOWN);
        assertThat(lower.gone(2)).as("it is linked").isFalse();
        assertThat(lower.isGone(2)).isFalse();
    }

    @Test
    void silentLinkIsAskedThenClosedUnlessThisProcessWasStopped() {
        LinkTimes times = new LinkTimes(10, 30);
        assertThat(times.check(9, 0, true, false)).isEqualTo(Verdict.KEEP);
        assertThat(times.check(10, 0, true, false)).isEqualTo(Verdict.PING);
        assertThat(times.check(30, 0, true, false)).isEqualTo(Verdict.PING);
        assertThat(times.check(31, 0, true, false)).isEqualTo(Verdict.CLOSE_SILENT);
        assertThat(times.check(31, 0, true, true)).isEqualTo(Verdict.PING);
        assertThat(times.isLate(100, 115)).isFalse();
        assertThat(times.isLate(100, 116)).isTrue();
    }

    @Test
    void unusedLinkIsClosedUnlessItIsThatOfANeighbour() {
        LinkTimes times = new LinkTimes(10, 30);
        long minutes = TimeUnit.MINUTES.toNanos(3);
        assertThat(times.check(0, minutes, false, false)).isEqualTo(Verdict.KEEP);
        assertThat(times.check(0, minutes + 1, false, false)).isEqualTo(Verdict.CLOSE_IDLE);
        assertThat(times.check(0, minutes + 1, true, false)).isEqualTo(Verdict.KEEP);
    }
}
