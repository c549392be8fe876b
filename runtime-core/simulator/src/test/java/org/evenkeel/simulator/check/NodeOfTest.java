package org.evenkeel.simulator.check;

import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/** A node that a test gives events; its disk is ready when the test says so. */
final class NodeOfTest implements NodeSight {
    private final int index;
    private final String name;
    NodeRef ref;
    NodeCore core;
    boolean waitsForDisk;

    NodeOfTest(int index, String name) {
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
                                ProcessorQuotas.NONE,
                                NodeConfig.PhaseRole.NODE));
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
