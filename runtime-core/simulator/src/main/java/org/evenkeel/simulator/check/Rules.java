package org.evenkeel.simulator.check;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.NodeConfig;

/**
 * Which rules hold for a cluster.
 *
 * @param keepsPromises whether its policy makes the promises I1 and I2
 * @param queueStack whether its load model is a queue-stack one
 * @param onDisk whether its tasks are of level DISK or above
 * @param replicated whether they are of level REPLICATED
 * @param suspicions whether living nodes can be taken for dead
 * @param limits of its daemons
 * @param phaseNanos a scheduling phase freezes a node no longer
 * @param passingNanos what only messages between nodes can end lasts no longer
 */
public record Rules(
        boolean keepsPromises,
        boolean queueStack,
        boolean onDisk,
        boolean replicated,
        boolean suspicions,
        NodeConfig.Limits limits,
        long phaseNanos,
        long passingNanos) {

    /** The checks, with nothing seen yet. */
    public Checks of(ClusterSight cluster, EconomyRules.Totals totals) {
        List<Check> all = new ArrayList<>();
        all.add(new RecordRules());
        all.add(new ForeignTaskRules(cluster));
        all.add(new CheckpointRules(cluster, replicated, suspicions));
        all.add(new BoundRules(limits));
        all.add(new PayloadRules());
        all.add(new ReasonRules(cluster, keepsPromises && !onDisk, passingNanos));
        all.add(new AcceptanceRules());
        all.add(new EconomyRules(cluster, totals, suspicions));
        all.add(new PhaseRules(cluster, phaseNanos));
        if (keepsPromises && !onDisk) {
            all.add(new BalanceRules(cluster, queueStack));
        }
        if (onDisk) {
            all.add(new DiskRules());
            all.add(new ReturnRules(cluster));
        }
        if (replicated) {
            all.add(new ReplicaRules());
            all.add(new TakeOverRules(cluster, suspicions));
        }
        return new Checks(all);
    }
}
