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
 * @param checkpoints whether checkpoints are made of tasks that run; the seeds are negative then
 */
record HuntingGround(
        Set<Durability> levels, Set<Class<? extends Fault>> faults, boolean checkpoints) {

    static final HuntingGround ANYWHERE =
            new HuntingGround(Set.of(Durability.values()), Set.of(), false);

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
        return new HuntingGround(EnumSet.of(level, others), faults, checkpoints);
    }

    HuntingGround with(Class<? extends Fault> fault) {
        Set<Class<? extends Fault>> more = new HashSet<>(faults);
        more.add(fault);
        return new HuntingGround(levels, more, checkpoints);
    }

    HuntingGround withCheckpoints() {
        return new HuntingGround(levels, faults, true);
    }

    /** The first seeds of such clusters. */
    LongStream seeds(int count) {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(this::has)
                .limit(count)
                .map(seed -> checkpoints ? -seed : seed);
    }

    private boolean has(long seed) {
        Cluster cluster = CLUSTERS.computeIfAbsent(seed, Cluster::of);
        return levels.contains(cluster.level) && cluster.faults.containsAll(faults);
    }
}
