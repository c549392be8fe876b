package org.evenkeel.kernel.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.testing.Seeds;

/** Two machines, with refused, lost, late and simultaneous attempts and broken connections. */
class LinkMachinePropertyTest {

    private static final int RUNS = 100;
    private static final long HEALED_MILLIS = 60_000;

    @Seeds
    void neighboursHaveOneLinkWhenFaultsEnd(long seed) {
        for (int run = 0; run < RUNS; run++) {
            TwoSides sides = new TwoSides(seed * RUNS + run);
            for (int step = 0; step < 50; step++) {
                sides.run(sides.random(500));
                sides.disturb();
                assertThat(sides.agrees()).as("run %d", run).isTrue();
            }
            sides.endFaults();
            sides.run(HEALED_MILLIS);
            assertThat(sides.isOneLink()).as("run %d", run).isTrue();
        }
    }
}
