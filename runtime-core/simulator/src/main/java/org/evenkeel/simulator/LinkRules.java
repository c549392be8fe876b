package org.evenkeel.simulator;

import org.evenkeel.kernel.link.DialTimes;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.ClusterSight;
import org.evenkeel.simulator.check.NodeSight;
import org.evenkeel.simulator.check.Violation;

/**
 * L3: some time after the faults are repaired, nodes that take each other for neighbours are
 * linked, both by the same connection. Checked once then, and at the end.
 */
final class LinkRules implements Check {

    private final SimCluster simCluster;
    private final long boundNanos;
    private boolean counts;
    private boolean isChecked;
    private long healedNanos;

    LinkRules(SimCluster simCluster) {
        this.simCluster = simCluster;
        NetworkSpec spec = simCluster.network().spec();
        DialTimes times = simCluster.network().dialTimes();
        // A link that is silent, an attempt that is not answered, and what was known late.
        this.boundNanos =
                3 * spec.silenceNanos()
                        + 2 * (times.mostRetryNanos() + times.higherWaitsNanos())
                        + 4 * spec.redialNanos();
    }

    @Override
    public void settled(NodeSight node) {
        if (isChecked || !simCluster.hasFaults()) {
            return;
        }
        if (!simCluster.isHealed()) {
            counts = false;
        } else if (!counts) {
            counts = true;
            healedNanos = simCluster.now();
        } else if (simCluster.now() - healedNanos > boundNanos) {
            isChecked = true;
            check();
        }
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        check();
    }

    private void check() {
        for (SimLink simLink : simCluster.network().links()) {
            if (simLink.isToBeUp() && !simLink.isUp()) {
                SimNode low = simLink.nodes().getFirst();
                SimNode high = simLink.nodes().getLast();
                throw new Violation(
                        "L3",
                        null,
                        "neighbours %s and %s are not linked: %s has connection %s, %s has %s"
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
