package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.CoreFixture.Bytes;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.junit.jupiter.api.Test;

/** A task that runs is put away and goes on elsewhere: the owner's side, and the one it leaves. */
class SuspensionsTest {
    private static final Grant FIRST = new Grant(1, 1);
    private static final Bytes CHECKPOINT = new Bytes(77);
    private static final Outcome SUSPENDED = Outcome.suspended(CHECKPOINT);
    private static final NodeRef B = CoreFixture.ref("b", 1);

    private static CoreFixture beside() {
        CoreFixture node = new CoreFixture("a", 1);
        node.link("b", List.of("b"));
        return node;
    }

    private static void takeForeign(CoreFixture node, Task task) {
        node.hear("b", CoreFixture.offer(1, task, FIRST, 1, B));
        assertThat(node.started()).hasSize(1);
    }

    /** The next owner has what was passed on, and is told that this was all. */
    private static void takesAll(CoreFixture node, PeerMessage.Adopt passed) {
        node.hear("b", new PeerMessage.Adopted(passed.batch()));
        PeerMessage.AdoptAll all = node.sent(PeerMessage.AdoptAll.class);
        assertThat(all).isNotNull();
        node.hear("b", new PeerMessage.Adopted(all.batch()));
    }

    @Test
    void askedTaskLeavesWithTheNode() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        takeForeign(node, task);
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(node.all(Effect.SuspendTasks.class))
                .containsExactly(
                        new Effect.SuspendTasks(0, List.of(CoreFixture.granted(task, 1)), false));
        node.finish(0, task.id(), FIRST, SUSPENDED);
        PeerMessage.Results told = node.sent(PeerMessage.Results.class);
        assertThat(told).isNotNull();
        assertThat(told.results())
                .extracting(Result::outcome)
                .as("its owner gets it like a result")
                .containsExactly(SUSPENDED);
        assertThat(node.all(Effect.Drained.class)).as("not before the owner has it").isEmpty();
        node.hear("b", new PeerMessage.ResultAcks(List.of(CoreFixture.granted(task, 1))));
        assertThat(node.all(Effect.Drained.class)).hasSize(1);
    }

    @Test
    void ownerGoesOnFromTheCheckpointUnderTheNextGrant() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        Task second = CoreFixture.task(2);
        node.submit(task, second);
        node.hearLow("b", 1, 0);
        OfferedTask offered = offered(node);
        HandOver taken = new HandOver(offered.task().id(), FIRST, offered.hop());
        node.hear("b", new PeerMessage.OfferAnswer(1, List.of(taken), List.of(), ""));
        TaskId first = second.id().equals(taken.task()) ? task.id() : second.id();
        node.hear("b", results(taken.task(), FIRST, SUSPENDED));
        assertThat(node.sent(PeerMessage.ResultAcks.class))
                .as("the other can forget it")
                .isNotNull();
        node.finish(0, first, FIRST, Outcome.succeeded(new Bytes(1)));
        assertThat(node.started())
                .containsExactly(
                        new Assignment(offered.task().resumedFrom(CHECKPOINT), new Grant(1, 2)));
        node.hear("b", results(taken.task(), FIRST, Outcome.succeeded(new Bytes(1))));
        assertThat(node.delivered(CoreFixture.CLIENT))
                .as("the old grant is over, whatever comes of it")
                .isEmpty();
    }

    private static OfferedTask offered(CoreFixture node) {
        PeerMessage.Offer offer = node.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer.tasks().getFirst();
    }

    private static PeerMessage.Results results(TaskId task, Grant grant, Outcome outcome) {
        return new PeerMessage.Results(List.of(new Result(task, grant, outcome, 5)), null);
    }

    @Test
    void checkpointOfAnOldGrantIsDropped() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.finish(0, task.id(), FIRST, SUSPENDED);
        assertThat(node.started()).extracting(Assignment::grant).containsExactly(new Grant(1, 2));
        node.hear("b", results(task.id(), FIRST, Outcome.suspended(new Bytes(5))));
        assertThat(node.started()).isEmpty();
        assertThat(node.core.status().totals().superseded()).isEqualTo(1);
    }

    @Test
    void leavingOwnerHandsItOnWithItsCheckpoint() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.DrainStarted("it is told to"));
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).as("b will own it").isNotNull();
        node.finish(0, task.id(), FIRST, SUSPENDED);
        assertThat(node.started()).as("it does not go on here").isEmpty();
        takesAll(node, passed);
        PeerMessage.Results told = node.sent(PeerMessage.Results.class);
        assertThat(told).as("the new owner gets it").isNotNull();
        assertThat(told.results()).extracting(Result::outcome).containsExactly(SUSPENDED);
    }

    /**
     * The next owner hears of a task when its code and bytes are there; a report that comes before
     * it would answer by having the task stopped, which would begin anew.
     */
    @Test
    void whatIsBeingPassedOnIsReportedWhenItsNextOwnerHasIt() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        node.submit(task);
        node.on(new Event.DrainStarted("it is told to"));
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).isNotNull();
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.sent(PeerMessage.Holding.class)).as("b does not know it").isNull();
        takesAll(node, passed);
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        PeerMessage.Holding report = node.sent(PeerMessage.Holding.class);
        assertThat(report).isNotNull();
        assertThat(report.tasks()).containsExactly(CoreFixture.granted(task, 1));
    }

    @Test
    void whatIsBeingPassedOnIsHandedOnAsItsOldOwners() {
        CoreFixture node = beside();
        Task runs = CoreFixture.task(1);
        Task waits = CoreFixture.task(2);
        node.submit(runs, waits);
        node.on(new Event.DrainStarted("it is told to"));
        OfferedTask offered = offered(node);
        PeerMessage.Adopt passed = node.sent(PeerMessage.Adopt.class);
        assertThat(passed).isNotNull();
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerUp(B));
        assertThat(offered(node).owner()).as("who gets it reports here").isEqualTo(node.self);
        takesAll(node, passed);
        HandOver taken = new HandOver(offered.task().id(), FIRST, offered.hop());
        node.hear("b", new PeerMessage.OfferAnswer(1, List.of(taken), List.of(), ""));
        assertThat(node.sent(PeerMessage.Moved.class))
                .as("and is told whose it is now")
                .isNotNull();
    }

    /** A large checkpoint takes longer than a lease. */
    @Test
    void checkpointIsReportedUntilItsOwnerHasIt() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        takeForeign(node, task);
        node.on(new Event.DrainStarted("it is told to"));
        node.finish(0, task.id(), FIRST, SUSPENDED);
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        PeerMessage.Holding report = node.sent(PeerMessage.Holding.class);
        assertThat(report).isNotNull();
        assertThat(report.tasks()).containsExactly(CoreFixture.granted(task, 1));
    }

    @Test
    void checkpointIsDurableBeforeAnybodyGoesOnFromIt() {
        CoreFixture node = beside();
        Task task =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 1),
                        CoreFixture.kind(0, Durability.DISK),
                        new Bytes(10),
                        1,
                        null);
        node.submit(task);
        node.finish(0, task.id(), FIRST, SUSPENDED);
        List<Class<?>> order =
                node.effects.stream()
                        .filter(effect ->
                                effect instanceof Effect.Persist
                                        || effect instanceof Effect.StartTasks)
                        .<Class<?>>map(Effect::getClass)
                        .toList();
        assertThat(order).containsExactly(Effect.Persist.class, Effect.StartTasks.class);
        assertThat(node.all(Effect.Persist.class).getFirst().entry())
                .isEqualTo(
                        new JournalRecord.Accepted(
                                task.resumedFrom(CHECKPOINT), new Grant(1, 2), CoreFixture.CLIENT));
    }

    @Test
    void childStaysWithItsParentAndIsNamed() {
        CoreFixture node = beside();
        Task parent = CoreFixture.task(1);
        node.submit(parent);
        Task child = CoreFixture.child(1, parent.id());
        node.submit(child);
        node.on(new Event.TaskParked(0, parent.id(), CoreFixture.WORKER, new long[] {1}, false));
        node.on(new Event.DrainStarted("it is told to"));
        List<GrantedTask> asked = List.of(CoreFixture.granted(parent, 1));
        assertThat(node.all(Effect.SuspendTasks.class))
                .as("its children may end meanwhile")
                .containsExactly(new Effect.SuspendTasks(0, asked, false));
        assertThat(node.core.tasks(10))
                .extracting(NodeStatus.TaskLine::deferralReason)
                .containsOnlyOnce("its parent waits for it here");
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        assertThat(node.all(Effect.SuspendTasks.class))
                .as("it does not wait for them any longer")
                .contains(new Effect.SuspendTasks(0, asked, true));
    }

    @Test
    void parentLeavesBeforeItsChildrenWhichAreStopped() {
        CoreFixture node = beside();
        Task parent = CoreFixture.task(1);
        takeForeign(node, parent);
        Task child = CoreFixture.child(1, parent.id());
        node.submit(child);
        node.on(new Event.TaskParked(0, parent.id(), CoreFixture.WORKER, new long[] {1}, false));
        node.on(new Event.DrainStarted("it is told to"));
        node.on(new Event.TaskResumed(0, parent.id()));
        node.finish(0, parent.id(), FIRST, SUSPENDED);
        node.on(
                new Event.CancelRequested(
                        CoreFixture.WORKER, new long[] {1}, "its parent goes on elsewhere"));
        assertThat(node.all(Effect.StopTasks.class))
                .flatExtracting(Effect.StopTasks::tasks)
                .contains(CoreFixture.granted(child, 1));
        assertThat(node.all(Effect.Drained.class)).as("its worker has not answered").isEmpty();
        node.on(new Event.OutcomesAcknowledged(CoreFixture.WORKER, new long[] {1}));
        node.hear("b", new PeerMessage.ResultAcks(List.of(CoreFixture.granted(parent, 1))));
        assertThat(node.all(Effect.Drained.class)).as("nothing is left of both").hasSize(1);
    }

    @Test
    void workersReasonIsShownUntilItEnds() {
        CoreFixture node = beside();
        Task task = CoreFixture.task(1);
        takeForeign(node, task);
        node.on(new Event.DrainStarted("it is told to"));
        GrantedTask granted = CoreFixture.granted(task, 1);
        node.on(
                new Event.SuspensionDeferred(
                        0, granted, "org.app.Search.run:42 cannot be put away there"));
        assertThat(node.core.tasks(10))
                .extracting(NodeStatus.TaskLine::deferralReason)
                .containsExactly("org.app.Search.run:42 cannot be put away there");
    }

    @Test
    void nobodyIsAskedWhereNobodyCouldGoOn() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.task(1));
        node.on(new Event.DrainStarted("it is told to"));
        assertThat(node.all(Effect.SuspendTasks.class)).isEmpty();
    }
}
