package org.evenkeel.simulator.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Test;

/** R8: an owner that is linked again has time to say what its replica is to forget. */
class TakeOverRulesTest {
    private static final TaskState KEPT =
            new TaskState(
                    SampleTasks.task(
                            1,
                            new TaskKind(
                                    new JobId(1),
                                    "sample",
                                    Digest.NONE,
                                    new TaskKind.Options(5, 0, 0, Durability.REPLICATED, 0)),
                            1,
                            null),
                    Grant.first(1),
                    1,
                    0,
                    List.of(),
                    null,
                    "",
                    JobOrigin.NONE);

    private final SimulatedNode owner = new SimulatedNode(0, "o");
    private final SimulatedNode replica = new SimulatedNode(1, "r");
    private final TakeOverRules rules = new TakeOverRules(new Linked(), false);

    @Test
    void anOwnerThatSaysNothingForABeatAfterItIsLinkedIsFound() {
        ownerIsLost();
        ownerReturns(2);
        beat();
        assertOffersToTakeOver();
    }

    /** The one before had no time to answer either. */
    @Test
    void eachProcessOfTheOwnerHasABeat() {
        ownerIsLost();
        ownerReturns(2);
        beat();
        ownerReturns(3);
        beat();
        assertOffersToTakeOver();
    }

    /** It cannot answer what the replica has not asked yet. */
    @Test
    void noBeatCountsWhileTheReplicaWaitsForItsDisk() {
        ownerIsLost();
        replica.waitsForDisk = true;
        ownerReturns(2);
        beat();
        beat();
        replica.waitsForDisk = false;
        beat();
        assertOffersToTakeOver();
    }

    @Test
    void noBeatCountsWhileTheOwnerWaitsForItsDisk() {
        ownerIsLost();
        ownerReturns(2);
        owner.waitsForDisk = true;
        beat();
        beat();
        owner.waitsForDisk = false;
        beat();
        assertOffersToTakeOver();
    }

    /** The replica has one task of the owner's first process, which ends. */
    private void ownerIsLost() {
        on(new Event.PeerUp(owner.ref));
        JournalRecord.OfTask accepted =
                new JournalRecord.Accepted(
                        KEPT.task(), KEPT.grant(), KEPT.session(), JobOrigin.NONE);
        on(
                new Event.MessageReceived(
                        owner.ref.id(), new PeerMessage.Replicate(1, true, 0, List.of(accepted))));
        on(new Event.PeerDown(owner.ref.id()));
    }

    /** A later process, which has the task from its disk, is linked; it says nothing. */
    private void ownerReturns(long incarnation) {
        owner.start(incarnation);
        owner.core.handle(0, new Event.Recovered(List.of(KEPT), List.of(), List.of()));
        on(new Event.PeerUp(owner.ref));
    }

    private void beat() {
        assertThatCode(this::nextBeat).doesNotThrowAnyException();
    }

    private void nextBeat() {
        on(new Event.TimerFired(Event.Timer.HEARTBEAT));
    }

    private void assertOffersToTakeOver() {
        assertThatThrownBy(this::nextBeat)
                .isInstanceOf(Violation.class)
                .hasMessageContaining("R8: r would take over from a living owner");
    }

    private void on(Event event) {
        rules.before(replica, event);
        rules.after(replica, event, replica.core.handle(0, event));
    }

    /** A node whose disk is ready when the test says so. */
    private static final class SimulatedNode implements NodeSight {
        private final int index;
        private final String name;
        private NodeRef ref;
        private NodeCore core;
        private boolean waitsForDisk;

        SimulatedNode(int index, String name) {
            this.index = index;
            this.name = name;
            start(1);
        }

        void start(long incarnation) {
            ref = new NodeRef(new NodeId(name), incarnation, "sim", index);
            core =
                    new NodeCore(
                            new NodeConfig(
                                    ref,
                                    Policies.parse("hybrid").create(1),
                                    new WorkerBusyLoad(),
                                    2_000_000_000L,
                                    3_000_000_000L,
                                    NodeConfig.Limits.DEFAULT,
                                    ProcessorQuotas.NONE));
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public NodeRef ref() {
            return ref;
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public boolean isBehind() {
            return false;
        }

        @Override
        public boolean waitsForDisk() {
            return waitsForDisk;
        }

        @Override
        public NodeInspection books() {
            return core.books();
        }

        @Override
        public int runningWorkers() {
            return 0;
        }
    }

    /** The two nodes, always linked. */
    private final class Linked implements ClusterSight {
        @Override
        public int nodes() {
            return 2;
        }

        @Override
        public NodeSight node(int index) {
            return index == 0 ? owner : replica;
        }

        @Override
        public int indexOf(NodeId id) {
            return id.equals(owner.ref.id()) ? 0 : 1;
        }

        @Override
        public boolean isLinked(int a, int b) {
            return true;
        }

        @Override
        public Iterable<PeerMessage> inFlight(int from, int to) {
            return List.of();
        }

        @Override
        public long progress(Payload payload) {
            return 0;
        }

        @Override
        public boolean isHealed() {
            return true;
        }

        @Override
        public long nowNanos() {
            return 0;
        }
    }
}
