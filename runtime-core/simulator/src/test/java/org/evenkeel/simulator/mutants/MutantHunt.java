package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.Swarm;
import org.evenkeel.simulator.check.Violation;

/**
 * Runs the cluster of a seed in the world of its class loader. Public, and in words of the JDK,
 * since the test that calls it lives in another.
 */
public final class MutantHunt implements LongFunction<List<String>> {

    /**
     * What is wrong with a seed: nothing (an empty list), or the rule, the number of events until
     * then, and the whole message.
     */
    @Override
    public List<String> apply(long seed) {
        Simulation simulation =
                new Simulation(seed < 0 ? Swarm.drawWithCheckpoints(-seed) : Swarm.draw(seed));
        try {
            simulation.run();
            return List.of();
        } catch (Violation e) {
            return List.of(e.rule(), Long.toString(simulation.events()), e.getMessage());
        } catch (RuntimeException e) {
            return List.of("assertion", Long.toString(simulation.events()), e.toString());
        }
    }
}
