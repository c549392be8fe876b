package org.evenkeel.simulator;

import java.util.Locale;
import org.evenkeel.simulator.Swarm.Run;

/** What the random clusters of a swarm have beside faults; the same seed, another cluster. */
public enum SwarmForm {
    /** Nothing. */
    PLAIN,
    /** Scheduling phases that move started tasks. */
    MOVES,
    /** Nodes that open and close. */
    HOURS,
    /** Checkpoints of tasks that run on. */
    CHECKPOINTS,
    /** Quotas of processors. */
    QUOTAS,
    /** Jobs that ask a master for workers. */
    WIDTHS,
    /** Tasks that wait for others of their job. */
    TALKS;

    /** Runs the cluster of a seed, every rule checked after every event. */
    public Run run(long seed) {
        Run run = draw(seed);
        Finding finding = run.finding();
        return finding == null ? run : new Run(seed, null, finding.inForm(this));
    }

    private Run draw(long seed) {
        return switch (this) {
            case PLAIN -> Swarm.run(seed);
            case MOVES -> Swarm.runWithMoves(seed);
            case HOURS -> Swarm.runWithHours(seed);
            case CHECKPOINTS -> Swarm.runWithCheckpoints(seed);
            case QUOTAS -> Swarm.runWithQuotas(seed);
            case WIDTHS -> Swarm.runWithWidths(seed);
            case TALKS -> Swarm.runWithTalks(seed);
        };
    }

    /** As the command line has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
