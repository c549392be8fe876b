package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.FaultPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole clusters drawn at random under every yardstick policy, with trees of tiny and of long
 * tasks, prefetched and parked ones: every rule holds and every task has one outcome.
 */
@Tag("extended")
class YardsticksSwarmSimulationTest {

    private static final int SEEDS = Integer.getInteger("evenkeel.seeds", 15);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random",
                "round-robin",
                "power-of-two",
                "work-stealing",
                "work-stealing(take=half,lambda=5ms)",
                "gradient",
                "acwn",
                "rid",
                "sid",
                "pvm-round-robin",
                "glunix",
                "hybrid(relay=on,hop-limit=3)"
            })
    void keepsEveryRule(String policy) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            SimSpec spec = withoutFaults(Swarm.draw(seed).withPolicy(policy));
            try {
                assertThat(new Simulation(spec).run().policy())
                        .startsWith(Policies.parse(policy).name().substring(0, 3));
            } catch (RuntimeException e) {
                throw new AssertionError(policy + ", seed " + seed, e);
            }
        }
    }

    private static SimSpec withoutFaults(SimSpec drawn) {
        return new SimSpec(
                drawn.cluster(),
                drawn.network(),
                drawn.workload(),
                FaultPlan.NONE,
                drawn.jobs(),
                Durability.MEMORY,
                drawn.retries(),
                true,
                drawn.seed());
    }
}
