package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.Swarm;
import org.evenkeel.simulator.check.Violation;

/**
 * Runs the cluster of a seed in the world of its class loader. Public, and in words of the JDK,
 * since the test that calls it lives in another.
 */
public final class MutantHunt implements LongFunction<List<String>> {
    /** Numbers above it are those of the swarm with hours, of the seeds 1, 2, 3... */
    static final long HOURS = 1_000_000_000;

    /** Numbers above it are those of the swarm with moves. */
    static final long MOVES = 2 * HOURS;

    /**
     * What is wrong with a cluster: nothing (an empty list), or the rule, the number of events
     * until then, and the whole message.
     */
    @Override
    public List<String> apply(long number) {
        Simulation simulation = new Simulation(cluster(number));
        try {
            simulation.run();
            return List.of();
        } catch (Violation e) {
            return List.of(e.rule(), Long.toString(simulation.events()), e.getMessage());
        } catch (RuntimeException e) {
            return List.of("assertion", Long.toString(simulation.events()), e.toString());
        }
    }

    private static SimSpec cluster(long number) {
        if (number < 0) {
            return Swarm.drawWithCheckpoints(-number);
        }
        if (number > MOVES) {
            return Swarm.drawWithMoves(number - MOVES);
        }
        return number > HOURS ? Swarm.drawWithHours(number - HOURS) : Swarm.draw(number);
    }
}
