package org.evenkeel.kernel.load;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.evenkeel.model.BoundedMap;

/**
 * The kind of task that runs most on a node lately, and how long one takes on average: what nodes
 * are compared by. Nothing is remembered of a kind that has not run for long.
 */
public final class KindTimes {
    private static final int MAX_KINDS = 16;
    private static final int HALVED_AT = 1_000;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Map<String, Sum> sums = BoundedMap.ofRecentlyUsed(MAX_KINDS);
    private Sum most = new Sum(0);

    private static final class Sum {
        final long hash;
        int runs;
        double nanos;

        Sum(long hash) {
            this.hash = hash;
        }
    }

    /** A task has run. */
    public void finished(String kind, long runNanos) {
        Sum sum = sums.computeIfAbsent(kind, name -> new Sum(hash(name)));
        sum.runs++;
        sum.nanos += runNanos;
        if (sum.runs > most.runs) {
            most = sum;
        }
        if (sum.runs >= HALVED_AT) {
            for (Sum one : sums.values()) {
                one.runs /= 2;
                one.nanos /= 2;
            }
        }
    }

    /** Names the kind, the same on all nodes; 0 when nothing has run. */
    public long kind() {
        return most.hash;
    }

    /** How many tasks of it count. */
    public int runs() {
        return most.runs;
    }

    /** How long one of them took, on average; 0 when nothing has run. */
    public long meanNanos() {
        return most.runs == 0 ? 0 : (long) (most.nanos / most.runs);
    }

    private static long hash(String kind) {
        long hash = FNV_OFFSET;
        for (byte one : kind.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (one & 0xff)) * FNV_PRIME;
        }
        return hash == 0 ? 1 : hash;
    }
}
