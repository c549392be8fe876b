package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.junit.jupiter.api.Test;

/** Rule R11 from the side of the successor. */
class OwnershipTransferInTest {
    private static final Outcome OK = Outcome.succeeded(new CoreFixture.Bytes(8));

    static PeerMessage.Adopt batch(long number, Task task) {
        TaskState state =
                new TaskState(task, new Grant(2, 1), CoreFixture.CLIENT, 0, List.of(), null, "");
        return new PeerMessage.Adopt(
                number, List.of(new PassedTask(state, Grant.first(1), 1)), List.of());
    }

    /** The owner passes one task on, and says that this is all. */
    private static void passes(CoreFixture node, Task task) {
        node.hear("b", batch(1, task));
        node.hear("b", all(2));
    }

    private static PeerMessage.AdoptAll all(long number) {
        return new PeerMessage.AdoptAll(number, CoreFixture.CLIENT, 1, 1);
    }

    private static List<Long> answered(CoreFixture node) {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(PeerMessage.Adopted.class::isInstance)
                .map(peerMessage -> ((PeerMessage.Adopted) peerMessage).batch())
                .toList();
    }

    @Test
    void aBatchThatComesAfterALaterOneIsAdoptedToo() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", batch(2, CoreFixture.task(2)));
        assertThat(answered(node)).containsExactly(2L);
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).containsExactly(1L);
        node.hear("b", all(3));
        assertThat(answered(node)).containsExactly(3L);
        assertThat(node.core.books().owned()).isEqualTo(2);
    }

    /**
     * The client had not submitted again all it had open when the owner left; what the owner had
     * accepted by then is not older than what another node said of the client before.
     */
    @Test
    void sessionOfWhichNotAllWasSubmittedAgainIsTakenAsItIs() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        long session = 77;
        node.hear("c", new PeerMessage.SessionMoved(session, 1, 1, false));
        Task task =
                new Task(
                        new TaskId(session, 1),
                        CoreFixture.kind(0, Durability.MEMORY),
                        new CoreFixture.Bytes(10),
                        1,
                        null);
        TaskState state = new TaskState(task, new Grant(3, 1), session, 0, List.of(), null, "");
        PassedTask passed = new PassedTask(state, new Grant(2, 1), 3);
        node.hear("b", new PeerMessage.Adopt(1, List.of(passed), List.of()));
        node.hear("b", new PeerMessage.AdoptAll(2, session, 0, 0));
        assertThat(node.core.books().owned()).isEqualTo(1);
    }

    @Test
    void aBatchThatIsSaidAgainIsAnsweredAgainAndAdoptedOnce() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", batch(1, CoreFixture.task(1)));
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).containsExactly(1L);
        node.hear("b", all(2));
        node.hear("b", all(2));
        assertThat(answered(node)).containsExactly(2L);
        assertThat(node.core.books().owned()).isEqualTo(1);
    }

    /**
     * A node whose only worker is busy with its own task has another one of the leaving owner's.
     */
    private static CoreFixture holding(Task task) {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.submit(CoreFixture.task(7));
        node.hear("b", CoreFixture.offer(1, task, Grant.first(1), 1, CoreFixture.ref("b", 1)));
        return node;
    }

    @Test
    void whatWaitsAtItsNextOwnerGoesOnThere() {
        Task task = CoreFixture.task(1);
        CoreFixture node = holding(task);
        passes(node, task);
        node.finish(0, new TaskId(CoreFixture.CLIENT, 7), Grant.first(1), OK);
        assertThat(node.started())
                .hasSize(1)
                .first()
                .satisfies(started -> {
                    assertThat(started.task().id()).isEqualTo(task.id());
                    assertThat(started.grant()).isEqualTo(Grant.first(1));
                });
        node.finish(0, task.id(), Grant.first(1), OK);
        assertThat(node.delivered(CoreFixture.CLIENT))
                .extracting(Delivery::number)
                .containsExactly(1L);
    }

    @Test
    void aResultThatWaitsForTheOwnerBeforeIsCommitted() {
        Task task = CoreFixture.task(1);
        CoreFixture node = holding(task);
        node.finish(0, new TaskId(CoreFixture.CLIENT, 7), Grant.first(1), OK);
        node.finish(0, task.id(), Grant.first(1), OK);
        passes(node, task);
        assertThat(node.delivered(CoreFixture.CLIENT))
                .extracting(Delivery::number)
                .containsExactly(1L);
    }

    /**
     * Its owner passes on what is out of date, since the client has submitted everything elsewhere
     * meanwhile, and tells all holders that it is owned here, this node among them.
     */
    @Test
    void aHolderDropsWhatItIsNamedTheOwnerOfAndDoesNotOwn() {
        long session = 77;
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        Task ended = CoreFixture.task(session, 1, null);
        Task handedOver = CoreFixture.task(session, 2, null);
        NodeRef owner = CoreFixture.ref("b", 1);
        node.hear("b", CoreFixture.offer(1, ended, Grant.first(1), 1, owner));
        node.finish(0, ended.id(), Grant.first(1), OK);
        node.submit(CoreFixture.task(7));
        node.hear("b", CoreFixture.offer(2, handedOver, Grant.first(1), 1, owner));
        node.hearLow("c", 1, 0);
        assertThat(node.sent(PeerMessage.Offer.class)).as("it is being handed over").isNotNull();
        node.hear("c", new PeerMessage.SessionMoved(session, 3, 3, false));
        node.hear("b", new PeerMessage.AdoptAll(1, session, 2, 2));
        assertThat(answered(node)).containsExactly(1L);
        List<GrantedTask> old =
                List.of(CoreFixture.granted(ended, 1), CoreFixture.granted(handedOver, 1));
        node.hear("b", new PeerMessage.Moved(old, node.self));
        assertThat(node.core.books().held()).isZero();
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.all(Effect.Send.class))
                .as("it reports nothing to itself")
                .extracting(Effect.Send::to)
                .doesNotContain(node.self);
    }

    /** Only its journal's order would keep the result behind the message that passes the task. */
    @Test
    void aResultIsNotSaidToWhoDoesNotKnowYetThatItIsTheOwner() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.DrainStarted("asked"));
        assertThat(node.sent(PeerMessage.Adopt.class)).isNotNull();
        node.finish(0, task.id(), Grant.first(1), OK);
        assertThat(node.sent(PeerMessage.Results.class)).isNull();
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.Results.class)).isNull();
        node.hear("b", new PeerMessage.Adopted(2));
        assertThat(node.sent(PeerMessage.Results.class)).isNotNull();
    }

    /** When it was asked for the first time, the task was between two nodes. */
    @Test
    void whoTookATaskFromTheLeavingOwnerIsAskedOnceMore() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        passes(node, CoreFixture.task(1));
        node.on(new Event.PeerDown(CoreFixture.ref("b", 1).id()));
        PeerMessage.Moved again = node.sent(PeerMessage.Moved.class);
        assertThat(again).isNotNull();
        assertThat(again.owner()).isEqualTo(node.self);
        assertThat(again.tasks()).containsExactly(CoreFixture.granted(CoreFixture.task(1), 1));
    }

    /** Whoever passes it on has perhaps not heard yet that this node leaves, too. */
    @Test
    void aNodeThatLeavesAdoptsWhatItPassesOn() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", new PeerMessage.Leaving("it is told to", false));
        node.submit(CoreFixture.task(7));
        node.on(new Event.DrainStarted("it is told to, too"));
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).containsExactly(1L);
    }

    @Test
    void aNodeThatHasLeftAdoptsNothing() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(node.all(Effect.Drained.class)).hasSize(1);
        node.hear("b", batch(1, CoreFixture.task(1)));
        assertThat(answered(node)).isEmpty();
        assertThat(node.core.books().owned()).isZero();
    }

    // ---- The owner's process was called gone, and is linked again

    private static final NodeRef OWNER = CoreFixture.ref("b", 1);

    private static void isCalledGone(CoreFixture node) {
        node.on(new Event.PeerDown(OWNER.id()));
        node.on(new Event.PeerRefused(OWNER)); // no other node can be asked
    }

    private static void isLinkedAgain(CoreFixture node) {
        node.on(new Event.PeerUp(OWNER));
    }

    private static PeerMessage.AnswerAdopted refused() {
        return new PeerMessage.AnswerAdopted(CoreFixture.CLIENT, false);
    }

    @Test
    void aSessionOfWhichABatchWasDroppedIsRefusedUntilAllOfItIsPassedOnAgain() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        node.hear("b", batch(1, CoreFixture.task(1)));
        isCalledGone(node);
        isLinkedAgain(node);
        node.hear("b", batch(2, CoreFixture.task(2)));
        assertThat(answered(node)).containsExactly(2L);
        node.hear("b", all(3));
        assertThat(answered(node)).isEmpty();
        assertThat(node.sent(PeerMessage.AnswerAdopted.class)).isEqualTo(refused());
        node.hear("b", all(3));
        assertThat(answered(node)).as("the link was new").isEmpty();
        assertThat(node.sent(PeerMessage.AnswerAdopted.class)).isEqualTo(refused());
        assertThat(node.core.books().owned()).isZero();
        node.hear("b", batch(4, CoreFixture.task(1)));
        node.hear("b", batch(5, CoreFixture.task(2)));
        node.hear("b", all(6));
        assertThat(answered(node)).containsExactly(6L);
        assertThat(node.core.books().owned()).isEqualTo(2);
    }

    @Test
    void aSessionThatIsOwnedHereIsNotTakenOnceMore() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        PeerMessage.AdoptAll all = new PeerMessage.AdoptAll(2, CoreFixture.CLIENT, 2, 2);
        node.hear("b", batch(1, CoreFixture.task(1)));
        node.hear("b", all);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNotNull();
        node.on(new Event.SessionClosed(CoreFixture.CLIENT, "its client ended it"));
        isCalledGone(node);
        isLinkedAgain(node);
        node.hear("b", all);
        assertThat(answered(node)).containsExactly(2L);
        assertThat(node.sent(PeerMessage.SessionMoved.class)).isNull();
    }

    /** The owner hears of the answer to its first batch, and of nothing after that. */
    @Test
    void anOwnerThatWasCalledGoneHasItsTasksUntilAllOfThemAreOwnedHere() {
        CoreFixture owner = new CoreFixture("b", 0);
        CoreFixture node = new CoreFixture("a", 1);
        owner.link("a", List.of("a"));
        node.link("b", List.of("b"));
        owner.submit(CoreFixture.task(1));
        owner.on(new Event.DrainStarted("it is told to"));
        node.hear("b", owner.sent(PeerMessage.Adopt.class));
        owner.hear("a", node.sent(PeerMessage.Adopted.class));
        isCalledGone(node);
        isLinkedAgain(node);
        owner.on(new Event.PeerDown(node.self.id()));
        owner.on(new Event.PeerUp(node.self));
        speak(owner, node);
        assertThat(node.core.books().owned() + owner.core.books().owned()).isEqualTo(1);
        assertThat(node.core.books().owned()).isEqualTo(1);
    }

    /** They answer one another until neither has anything to say of passing on. */
    private static void speak(CoreFixture owner, CoreFixture node) {
        CoreFixture speaker = owner;
        CoreFixture listener = node;
        List<PeerMessage> said = ofPassingOn(speaker);
        while (!said.isEmpty()) {
            List<PeerMessage> answers = new ArrayList<>();
            for (PeerMessage one : said) {
                listener.hear(speaker.self.id().name(), one);
                answers.addAll(ofPassingOn(listener));
            }
            CoreFixture next = listener;
            listener = speaker;
            speaker = next;
            said = answers;
        }
    }

    private static List<PeerMessage> ofPassingOn(CoreFixture node) {
        return node.all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(one ->
                        one instanceof PeerMessage.Adopt
                                || one instanceof PeerMessage.Adopted
                                || one instanceof PeerMessage.AdoptAll
                                || one instanceof PeerMessage.AnswerAdopted)
                .toList();
    }
}
