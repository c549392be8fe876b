package org.evenkeel.simulator.mutants;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Swarm;
import org.evenkeel.simulator.fault.Fault;

/**
 * Which clusters are tried for a bug: those of the seeds 1, 2, 3... that have in them what the bug
 * needs.
 *
 * @param levels of the tasks; one of these
 * @param faults all of these happen
 * @param form in which clusters are drawn
 */
record HuntingGround(Set<Durability> levels, Set<Class<? extends Fault>> faults, Form form) {

    /** A form of the swarm. Its clusters are numbered so that the number says the form. */
    enum Form {
        PLAIN(0, 1),
        /** Checkpoints are made of tasks that run. */
        CHECKPOINTS(0, -1),
        /** Nodes open and close. */
        HOURS(MutantHunt.HOURS, 1),
        /** Started tasks move. */
        MOVES(MutantHunt.MOVES, 1);

        private final long first;
        private final int sign;

        Form(long first, int sign) {
            this.first = first;
            this.sign = sign;
        }

        /** The number of the cluster of a seed. */
        long number(long seed) {
            return first + sign * seed;
        }
    }

    static final HuntingGround ANYWHERE =
            new HuntingGround(Set.of(Durability.values()), Set.of(), Form.PLAIN);

    private static final Map<Long, Cluster> CLUSTERS = new ConcurrentHashMap<>();

    /** What matters of the cluster of a seed. */
    private record Cluster(Durability level, Set<Class<?>> faults) {

        static Cluster of(long seed) {
            SimSpec spec = Swarm.draw(seed);
            Set<Class<?>> faults = new HashSet<>();
            spec.faults().faults().forEach(fault -> faults.add(fault.getClass()));
            return new Cluster(spec.durability(), faults);
        }
    }

    HuntingGround at(Durability level, Durability... others) {
        return new HuntingGround(EnumSet.of(level, others), faults, form);
    }

    HuntingGround with(Class<? extends Fault> fault) {
        Set<Class<? extends Fault>> more = new HashSet<>(faults);
        more.add(fault);
        return new HuntingGround(levels, more, form);
    }

    HuntingGround of(Form other) {
        return new HuntingGround(levels, faults, other);
    }

    /** The numbers of the first such clusters. */
    LongStream seeds(int count) {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(this::has)
                .limit(count)
                .map(form::number);
    }

    private boolean has(long seed) {
        Cluster cluster = CLUSTERS.computeIfAbsent(seed, Cluster::of);
        return levels.contains(cluster.level) && cluster.faults.containsAll(faults);
    }
}
