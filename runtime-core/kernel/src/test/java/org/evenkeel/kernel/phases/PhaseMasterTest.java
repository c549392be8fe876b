package org.evenkeel.kernel.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.junit.jupiter.api.Test;

/** When a master begins a phase again. */
class PhaseMasterTest {
    private static final long GAP = 1_000;
    private static final PhaseBounds BOUNDS = PhaseBounds.of(1_000_000);
    private static final NodeId WORKER = new NodeId("worker");
    private static final NodeId FULL = new NodeId("full");

    private final List<MasterCommand> said = new ArrayList<>();
    private PhaseMaster master = master(true);

    private PhaseMaster master(boolean published) {
        return new PhaseMaster(
                new NodeId("master"),
                new PhaseOptions(0, GAP, published, true),
                BOUNDS,
                new MasterNode() {
                    @Override
                    public List<NodeId> reachable() {
                        return List.of(WORKER, FULL);
                    }

                    @Override
                    public void send(NodeId to, MasterCommand word) {
                        said.add(word);
                    }

                    @Override
                    public void ended(JobId job) {}
                });
    }

    private long becomeMaster() {
        master.settle(1, 0, true);
        long now = 1 + 2 * BOUNDS.masterLeaseNanos();
        master.settle(now, 0, true);
        return now;
    }

    private void settle(long now) {
        said.clear();
        master.settle(now, master.term(), false);
    }

    @Test
    void aPhaseThatEverybodyWasLateForIsTriedAgainThoughNothingIsNew() {
        long now = becomeMaster();
        master.receive(
                now, FULL, new PhaseReply.Status(1, new Counts(9, 0, 0, 0, true, 1, 0, 0, 0)));
        master.receive(
                now, WORKER, new PhaseReply.Status(1, new Counts(0, 0, 0, 1, true, 1, 0, 0, 0)));
        assertThat(said).contains(new MasterCommand.Ask(1, 1));
        now += BOUNDS.countNanos();
        settle(now);
        assertThat(said).contains(new MasterCommand.Over(1, 1));
        assertThat(master.dueNanos()).isLessThanOrEqualTo(now + BOUNDS.masterLeaseNanos());
        settle(now + BOUNDS.masterLeaseNanos());
        assertThat(said).contains(new MasterCommand.Ask(1, 2));
    }

    /** A phase of two nodes, in which the slow one asks so many of its tasks to leave. */
    private void phase(long now, long number, int asked) {
        Counts slow = new Counts(0, 1, 1, 1, false, 1, 0, 0, 0);
        Counts fast = new Counts(0, 0, 0, 1, true, 3, 0, 0, 0);
        master.receive(now, FULL, new PhaseReply.Status(1, slow));
        master.receive(now, WORKER, new PhaseReply.Status(1, fast));
        assertThat(said).contains(new MasterCommand.Ask(1, number));
        master.receive(now, FULL, new PhaseReply.Counted(1, number, slow));
        master.receive(now, WORKER, new PhaseReply.Counted(1, number, fast));
        master.receive(now, FULL, new PhaseReply.Done(1, number, slow, 0, 1, asked, 0, true));
        master.receive(now, WORKER, new PhaseReply.Done(1, number, fast, 0, 0, 0, 0, true));
    }

    @Test
    void aStartedTaskThatWasNotWorthMovingIsLookedAtAgainLessAndLessOften() {
        master = master(false);
        long now = becomeMaster();
        phase(now, 1, 0);
        settle(now + BOUNDS.masterLeaseNanos() - 1);
        assertThat(said).doesNotContain(new MasterCommand.Ask(1, 2));
        now += BOUNDS.masterLeaseNanos();
        settle(now);
        phase(now, 2, 0);
        settle(now + 2 * BOUNDS.masterLeaseNanos() - 1);
        assertThat(said).doesNotContain(new MasterCommand.Ask(1, 3));
        settle(now + 2 * BOUNDS.masterLeaseNanos());
        assertThat(said).contains(new MasterCommand.Ask(1, 3));
    }

    @Test
    void aStartedTaskCountsWhenItHasLeftAndNotWhenItIsAsked() {
        master = master(false);
        long now = becomeMaster();
        phase(now, 1, 1);
        assertThat(master.history().getLast().totals().fromEt()).isZero();
        assertThat(master.history().getLast().totals().none()).isEqualTo(1);
        master.receive(now, FULL, new PhaseReply.Left(1, 1));
        assertThat(master.history().getLast().totals().fromEt()).isEqualTo(1);
        assertThat(master.history().getLast().totals().none()).isZero();
    }

    /** A phase in which a node without workers, which had so many tasks, keeps some of them. */
    private void keeping(long now, long number, int had, int kept) {
        Counts worker = new Counts(0, 0, 0, 1, true, 1, 0, 0, 0);
        Counts before = new Counts(had, 0, 0, 0, true, 1, 0, 0, 0);
        Counts after = new Counts(kept, 0, 0, 0, true, 1, 0, 0, 0);
        master.receive(now, FULL, new PhaseReply.Status(1, before));
        master.receive(now, WORKER, new PhaseReply.Status(1, worker));
        assertThat(said).contains(new MasterCommand.Ask(1, number));
        master.receive(now, FULL, new PhaseReply.Counted(1, number, before));
        master.receive(now, WORKER, new PhaseReply.Counted(1, number, worker));
        master.receive(now, FULL, new PhaseReply.Done(1, number, after, had, 0, 0, 0, true));
        master.receive(now, WORKER, new PhaseReply.Done(1, number, worker, 0, 0, 0, had, true));
    }

    /** When the next phase begins, if it is this one. */
    private long begins(long number, long after, long pause) {
        settle(after + pause - 1);
        assertThat(said).doesNotContain(new MasterCommand.Ask(1, number));
        settle(after + pause);
        assertThat(said).contains(new MasterCommand.Ask(1, number));
        return after + pause;
    }

    @Test
    void whatAPhaseLeavesIsPlacedAfterTheGapIfItPlacedAnything() {
        long now = becomeMaster();
        keeping(now, 1, 9, 8);
        now = begins(2, now, GAP);
        keeping(now, 2, 8, 6);
        now = begins(3, now, GAP);
        keeping(now, 3, 6, 5);
        begins(4, now, GAP);
    }

    @Test
    void phasesThatPlaceNothingFollowEachOtherLessAndLessOften() {
        long now = becomeMaster();
        keeping(now, 1, 9, 9);
        now = begins(2, now, 2 * GAP);
        keeping(now, 2, 9, 9);
        now = begins(3, now, 3 * GAP);
        keeping(now, 3, 9, 8);
        now = begins(4, now, GAP);
        keeping(now, 4, 8, 8);
        begins(5, now, 2 * GAP);
    }
}
