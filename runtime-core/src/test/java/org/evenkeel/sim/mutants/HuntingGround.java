package org.evenkeel.sim.mutants;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.evenkeel.model.Durability;
import org.evenkeel.sim.Swarm;

/** The seeds whose clusters are tried for a bug: 1, 2, 3... without those of other levels. */
final class HuntingGround {
    private static final Map<Long, Durability> LEVELS = new ConcurrentHashMap<>();

    private HuntingGround() {}

    /** The first seeds whose clusters have tasks of these levels. */
    static LongStream seeds(Set<Durability> levels, int count) {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(seed -> levels.contains(levelOf(seed)))
                .limit(count);
    }

    private static Durability levelOf(long seed) {
        return LEVELS.computeIfAbsent(seed, s -> Swarm.draw(s).durability());
    }
}
