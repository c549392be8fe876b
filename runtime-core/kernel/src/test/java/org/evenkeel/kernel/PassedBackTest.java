package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.junit.jupiter.api.Test;

/**
 * A node passes a task on and gets it back, while the link to its holder is down: the holder keeps
 * the result until the owner takes it, or says that the task has ended.
 */
class PassedBackTest {
    private static final NodeRef HOLDER = CoreFixture.ref("c", 1);
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef D = CoreFixture.ref("d", 1);
    private static final Task TASK = CoreFixture.task(1);
    private static final GrantedTask HELD = CoreFixture.granted(TASK, 1);

    private final CoreFixture node = new CoreFixture("a", 0);

    PassedBackTest() {
        node.link("b", List.of("b", "c", "d"));
        node.on(new Event.PeerUp(D));
    }

    /** The task goes to its holder, and the link with that one goes down. */
    private void isHandedOver() {
        node.on(new Event.PeerUp(HOLDER));
        node.hearLow("c", 1, 0);
        node.submit(TASK);
        PeerMessage.HandOver taken = new PeerMessage.HandOver(HELD.task(), HELD.grant(), 1);
        node.hear("c", new PeerMessage.OfferAnswer(1, List.of(taken), List.of(), ""));
        node.on(new Event.PeerDown(HOLDER.id()));
        assertThat(node.core.status().held()).isZero();
    }

    /** A session goes where its client is, and knows nothing of what it had. */
    private void follows(String to, int attachment, long firstBatch) {
        PeerMessage.SessionMoved moved =
                new PeerMessage.SessionMoved(CoreFixture.CLIENT, attachment, 0, false);
        node.hear(to, moved);
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
        node.hear(to, new PeerMessage.Adopted(firstBatch));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        node.hear(to, new PeerMessage.Adopted(firstBatch + 1));
        assertThat(node.core.status().owned()).isZero();
    }

    /** An owner passes the task on, with everything of its session, under this grant. */
    private void comes(String from, Grant first, int attachment) {
        TaskState state = new TaskState(TASK, first, CoreFixture.CLIENT, 0, List.of(), null, "");
        PassedTask passed = new PassedTask(state, Grant.first(1), attachment);
        node.hear(from, new PeerMessage.Adopt(1, List.of(passed), List.of()));
        node.hear(from, new PeerMessage.AdoptAll(2, CoreFixture.CLIENT, attachment, 1));
        assertThat(node.sent(PeerMessage.Adopted.class)).isEqualTo(new PeerMessage.Adopted(2));
    }

    /** What an owner begins with after the task was passed on so many times. */
    private static Grant given(int times) {
        Grant grant = Grant.first(1);
        for (int i = 0; i < times; i++) {
            grant = grant.kept().given();
        }
        return grant;
    }

    private void clientEnds() {
        node.on(new Event.SessionClosed(CoreFixture.CLIENT, "its client ended it"));
        assertThat(node.core.status().owned()).isZero();
    }

    private void holderSaysResult() {
        node.on(new Event.PeerUp(HOLDER));
        Outcome done = Outcome.succeeded(new CoreFixture.Bytes(8));
        PeerMessage.Result result =
                new PeerMessage.Result(HELD.task(), HELD.grant(), done, 1, null);
        node.hear("c", new PeerMessage.Results(List.of(result), null));
    }

    private void holderReports() {
        node.hear("c", new PeerMessage.Holding(1, List.of(HELD), true));
    }

    private void resultIsAcknowledged() {
        assertThat(node.sent(PeerMessage.Moved.class)).isNull();
        assertThat(node.sent(PeerMessage.ResultAcks.class))
                .isEqualTo(new PeerMessage.ResultAcks(List.of(HELD)));
    }

    private void nextOwnerIs(NodeRef owner) {
        assertThat(node.sent(PeerMessage.ResultAcks.class)).isNull();
        assertThat(node.sent(PeerMessage.Moved.class))
                .isEqualTo(new PeerMessage.Moved(List.of(HELD), owner));
    }

    @Test
    void theHolderIsToldTheNextOwnerWhileThatHasTheTask() {
        isHandedOver();
        follows("b", 2, 1);
        holderSaysResult();
        nextOwnerIs(B);
        holderReports();
        nextOwnerIs(B);
    }

    @Test
    void theHolderOfATaskThatHasEndedAfterItCameBackIsNotToldAnOwnerBefore() {
        isHandedOver();
        follows("b", 2, 1);
        comes("b", given(2), 3);
        assertThat(node.core.status().owned()).isEqualTo(1);
        node.on(new Event.SlotOpened(0, null));
        passLease();
        Grant anew = node.started().getFirst().grant();
        assertThat(anew).isGreaterThan(given(2));
        node.finish(0, TASK.id(), anew, Outcome.succeeded(new CoreFixture.Bytes(8)));
        assertThat(node.delivered(CoreFixture.CLIENT)).hasSize(1);
        node.on(new Event.OutcomesAcknowledged(CoreFixture.CLIENT, new long[] {1}));
        assertThat(node.core.status().owned()).isZero();
        holderSaysResult();
        resultIsAcknowledged();
        holderReports();
        assertThat(node.sent(PeerMessage.HoldingAck.class))
                .as("a copy is stopped")
                .isEqualTo(new PeerMessage.HoldingAck(1, List.of(HELD)));
    }

    /** No holder has reported it for the owner's lease. */
    private void passLease() {
        node.now += 4_000_000_000L;
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT)); // it stood still, as it seems
        node.now += 100_000_000L;
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
    }

    @Test
    void theResultOfATaskThatCameBackIsCommitted() {
        isHandedOver();
        follows("b", 2, 1);
        comes("b", given(2), 3);
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 4, List.of()));
        holderSaysResult();
        resultIsAcknowledged();
        assertThat(node.core.status().totals().committed()).isEqualTo(1);
    }

    /** Its client has submitted everything again at a third node meanwhile. */
    @Test
    void theHolderOfATaskThatCameBackOutdatedIsNotToldAnOwnerBefore() {
        isHandedOver();
        follows("b", 2, 1);
        node.hear("d", new PeerMessage.SessionMoved(CoreFixture.CLIENT, 5, 5, false));
        comes("b", given(2), 3);
        assertThat(node.core.status().owned()).as("it is outdated").isZero();
        holderSaysResult();
        resultIsAcknowledged();
    }

    /** It does not know that it has passed the task on: its disk has an earlier state. */
    @Test
    void anEarlierOwnerThatWasStartedAnewDoesNotBringTheTaskBack() {
        node.on(new Event.SessionClosed(CoreFixture.CLIENT, "this node is its next owner"));
        comes("b", given(1), 2);
        follows("d", 3, 1);
        node.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        Grant once = given(1);
        comes("b", new Grant(once.epoch(), once.number() + (1 << 28)), 2);
        clientEnds();
        holderSaysResult();
        nextOwnerIs(D);
    }
}
