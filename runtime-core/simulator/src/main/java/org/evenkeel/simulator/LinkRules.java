package org.evenkeel.simulator;

import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.ClusterSight;
import org.evenkeel.simulator.check.Violation;

/**
 * L3: some time after the faults are repaired, nodes that take each other for neighbours are
 * linked, both by the same connection.
 */
record LinkRules(SimCluster simCluster) implements Check {

    @Override
    public void atEnd(ClusterSight cluster) {
        for (SimLink simLink : simCluster.network().links()) {
            if (simLink.isToBeUp() && !simLink.isUp()) {
                SimNode low = simLink.nodes().getFirst();
                SimNode high = simLink.nodes().getLast();
                throw new Violation(
                        "L3",
                        null,
                        "the neighbours %s and %s have no link: %s has connection %s, %s has %s"
                                .formatted(
                                        low.id,
                                        high.id,
                                        low.id,
                                        simLink.numberAt(low),
                                        high.id,
                                        simLink.numberAt(high)));
            }
        }
    }
}
