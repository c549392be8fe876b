package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** The rarer reasons why a task does not run now. */
class NowReasonsTest {
    private static final Grant FIRST = Grant.first(1);
    private static final Outcome OK = Outcome.succeeded(new CoreFixture.Bytes(1));

    private static List<WaitReason> reasons(CoreFixture node, Task task) {
        return node.core.now(task.id(), node.now + 5).obstacles().stream()
                .map(Obstacle::reason)
                .toList();
    }

    private static Task task(long number) {
        return CoreFixture.task(number);
    }

    @Test
    void aTinyTaskIsSentAheadToABusyWorker() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(task(1));
        node.on(
                new Event.TasksFinished(
                        0, List.of(new Finish(task(1).id(), FIRST, OK, 1_000, Finish.NO_TAIL))));
        node.submit(task(2), task(3), task(4));
        assertThat(reasons(node, task(4))).containsExactly(WaitReason.SENT_AHEAD);
        assertThat(node.core.now(task(4).id(), node.now).obstacles().getFirst().count())
                .isEqualTo(2);
    }

    @Test
    void whatRunsOnAMachineInUseIsFrozen() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(task(1), task(2));
        node.on(
                new Event.NoticeGiven(
                        new Notice(
                                Notice.Source.OWNER,
                                "in use by its owner",
                                node.now + 1_000_000_000,
                                node.now + 2_000_000_000,
                                Long.MAX_VALUE,
                                true,
                                CloseMode.MOVE)));
        assertThat(reasons(node, task(1))).containsExactly(WaitReason.FROZEN);
        assertThat(node.core.now(task(1).id(), node.now).expected()).isNull();
        assertThat(reasons(node, task(2))).contains(WaitReason.NOT_OPEN);
    }

    @Test
    void whatCouldContinueWaitsForItsSlot() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(task(1), task(2));
        node.on(new Event.TaskParked(0, task(1).id(), CoreFixture.WORKER, new long[0], false));
        node.on(new Event.TaskResumed(0, task(1).id()));
        assertThat(reasons(node, task(1))).containsExactly(WaitReason.SLOT_IN_USE);
        assertThat(reasons(node, task(2))).isEmpty();
    }

    @Test
    void theResultOfALastChildIsItsParents() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(task(1));
        Task child = CoreFixture.child(1, task(1).id());
        node.submit(child);
        node.on(
                new Event.TasksFinished(
                        0, List.of(new Finish(task(1).id(), FIRST, OK, 1_000, child.id()))));
        assertThat(reasons(node, task(1))).containsExactly(WaitReason.WAITS_FOR_LAST_CHILD);
    }

    @Test
    void aReplicaIsBeingWrittenUntilItsNodeSaysSo() {
        CoreFixture owner = new CoreFixture("a", 0);
        owner.link("b", List.of("b"));
        Task kept = CoreFixture.task(1, Durability.REPLICATED);
        owner.submit(kept);
        assertThat(reasons(owner, kept)).containsExactly(WaitReason.BEING_WRITTEN);
        owner.hear("b", new PeerMessage.Replicated(100));
        assertThat(reasons(owner, kept)).contains(WaitReason.NO_WORKERS);
    }

    @Test
    void aLeavingOwnersTaskIsBeingPassedOn() {
        CoreFixture owner = new CoreFixture("a", 0);
        owner.link("b", List.of("b"));
        owner.submit(task(1));
        owner.on(new Event.DrainStarted("it is told to"));
        assertThat(reasons(owner, task(1)))
                .containsExactly(WaitReason.BEING_HANDED, WaitReason.BEING_PASSED);
    }

    @Test
    void afterARestartNoNodeHasReportedATaskYet() {
        CoreFixture owner = new CoreFixture("a", 0);
        Task kept = CoreFixture.task(1, Durability.DISK);
        TaskState state =
                new TaskState(
                        kept, FIRST, CoreFixture.CLIENT, 0, List.of(), null, "", JobOrigin.NONE);
        owner.on(new Event.Recovered(List.of(state), List.of(), List.of()));
        assertThat(reasons(owner, kept)).containsExactly(WaitReason.NOT_REPORTED);
    }

    @Test
    void aPhaseKeepsATaskAndPlacesTheNextOne() {
        CoreFixture node = new CoreFixture("n5", 1, "nrics(eta=0,gap=1ms)");
        node.link("n1", List.of("n1", "n2"));
        node.link("n2", List.of("n1", "n2"));
        node.hear("n1", new PeerMessage.MasterMessage(new MasterCommand.Ask(1, 1)));
        node.submit(task(1));
        assertThat(reasons(node, task(1))).contains(WaitReason.PHASE);
        assertThat(
                        reasons(
                                node,
                                new Task(
                                        new TaskId(7, 1),
                                        task(1).kind(),
                                        new CoreFixture.Bytes(1),
                                        1,
                                        null)))
                .contains(WaitReason.PHASE);
    }

    @Test
    void whereOnlyPhasesPlaceTasksANewOneWaitsForTheNext() {
        CoreFixture node = new CoreFixture("n5", 1, "nrics-1999(eta=0,gap=1ms)");
        node.link("n1", List.of("n1", "n2"));
        node.link("n2", List.of("n1", "n2"));
        node.hear("n1", new PeerMessage.MasterMessage(new MasterCommand.Here(1)));
        node.submit(task(1), task(2));
        assertThat(reasons(node, task(2))).contains(WaitReason.WAITS_FOR_PHASE);
    }

    @Test
    void aTaskThatItsProgramTakesItselfWaitsForTheProgram() {
        CoreFixture node = new CoreFixture("a", 0);
        Task first = CoreFixture.served(1);
        Task second = CoreFixture.served(2);
        node.on(new Event.SlotOpened(0, CoreFixture.JOB));
        node.submit(first, second);
        assertThat(reasons(node, second)).containsExactly(WaitReason.PROGRAM_BUSY);
        node.finish(0, first.id(), FIRST, OK);
        assertThat(reasons(node, second)).as("it runs").isEmpty();
    }

    @Test
    void aTaskThatItsProgramTakesItselfWaitsUntilTheProgramIsThere() {
        CoreFixture node = new CoreFixture("a", 1);
        node.submit(CoreFixture.served(1));
        assertThat(reasons(node, CoreFixture.served(1))).containsExactly(WaitReason.PROGRAM_AWAY);
    }

    @Test
    void aPlannedTaskHasAStart() {
        CoreFixture node = new CoreFixture("a", 1, "calendar");
        node.submit(task(1), task(2));
        assertThat(reasons(node, task(2))).isNotEmpty().doesNotContain(WaitReason.HAS_ROOM);
    }
}
