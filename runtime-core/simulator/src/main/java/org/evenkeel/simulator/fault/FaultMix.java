package org.evenkeel.simulator.fault;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.SpellingSuggestion;

/**
 * How many faults of each kind; a plan is drawn from it with a seed.
 *
 * <p>{@link #swarm} leaves out kinds at random, so that each seed stresses another part (swarm
 * testing: Groce et al., ISSTA 2012).
 *
 * @param counts by kind
 * @param spanNanos faults begin within this time
 * @param lastsNanos longest a fault lasts
 */
public record FaultMix(Map<Kind, Integer> counts, long spanNanos, long lastsNanos) {

    /** The kinds of faults, as written in a command. */
    public enum Kind {
        CRASH,
        VANISH,
        KILL,
        CUT,
        ONE_WAY,
        PARTITION,
        PAUSE,
        SLOW,
        RESET,
        UNRULY,
        MOVE,
        CANCEL,
        LEAVE,
        SPOIL,
        CLIENT_KILL,
        DISK_LOSS,
        JOIN,
        ESTRANGE,
        SLOW_DISK,
        DISK_FAILURE;

        /** Those of a cluster whose neighbours change. */
        private static final Set<Kind> OF_OPEN_CLUSTERS = EnumSet.of(JOIN, ESTRANGE);

        /** As written in a command. */
        public String spelling() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int MAX_COUNT = 10_000;

    public FaultMix {
        counts = new EnumMap<>(counts.isEmpty() ? new EnumMap<>(Kind.class) : counts);
        if (spanNanos <= 0 || lastsNanos <= 0) {
            throw new IllegalArgumentException("faults need a time span");
        }
    }

    /**
     * Reads {@code crash=2,kill=5,cut=3}; a kind alone counts one, {@code mixed} is two of each.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static FaultMix parse(String text, long spanNanos, long lastsNanos) {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        if (text.strip().equals("mixed")) {
            for (Kind kind : Kind.values()) {
                counts.put(kind, 2);
            }
            return new FaultMix(counts, spanNanos, lastsNanos);
        }
        NameWithOptions choice = NameWithOptions.parse("faults(" + text + ")");
        choice.arguments().forEach(kind -> counts.put(kind(kind), 1));
        choice.options().forEach((kind, count) -> counts.put(kind(kind), count(kind, count)));
        if (counts.isEmpty()) {
            throw new IllegalArgumentException(
                    "no faults given; write for example crash=2,kill=5 or mixed");
        }
        return new FaultMix(counts, spanNanos, lastsNanos);
    }

    private static Kind kind(String spelling) {
        List<String> known = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind.spelling().equals(spelling)) {
                return kind;
            }
            known.add(kind.spelling());
        }
        throw new IllegalArgumentException(
                "unknown fault \"" + spelling + "\"; " + SpellingSuggestion.hint(spelling, known));
    }

    private static int count(String kind, String written) {
        return (int)
                Numbers.whole(written, 0, MAX_COUNT)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "fault %s: \"%s\" is not 0 to %s"
                                                .formatted(kind, written, MAX_COUNT)));
    }

    /** Some kinds, some of each, now and then many. */
    public static FaultMix swarm(SplittableRandom random, long spanNanos, long lastsNanos) {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        for (Kind kind : EnumSet.complementOf(EnumSet.copyOf(Kind.OF_OPEN_CLUSTERS))) {
            if (random.nextInt(3) == 0) {
                counts.put(kind, 1 + random.nextInt(random.nextInt(4) == 0 ? 16 : 4));
            }
        }
        return new FaultMix(counts, spanNanos, lastsNanos);
    }

    /**
     * The same times, with what happens to neighbours only: nodes come late or become strangers.
     */
    public FaultMix ofOpenCluster(SplittableRandom random) {
        Map<Kind, Integer> some = new EnumMap<>(Kind.class);
        some.put(Kind.JOIN, random.nextInt(4));
        some.put(Kind.ESTRANGE, random.nextInt(6));
        return new FaultMix(some, spanNanos, lastsNanos);
    }

    /** Draws a plan for so many nodes. */
    public FaultPlan draw(SplittableRandom random, int nodes) {
        List<Fault> faults = new ArrayList<>();
        counts.forEach((kind, count) -> {
            for (int i = 0; i < count; i++) {
                faults.add(draw(kind, random, nodes));
            }
        });
        return new FaultPlan(faults, spanNanos + lastsNanos);
    }

    private Fault draw(Kind kind, SplittableRandom random, int nodes) {
        long at = random.nextLong(spanNanos);
        long lasts = 1 + (long) (lastsNanos * Math.pow(random.nextDouble(), 3));
        int node = random.nextInt(nodes);
        int other = random.nextInt(nodes);
        return switch (kind) {
            case CRASH -> new Fault.Crash(at, node, lasts, false);
            case VANISH -> new Fault.Crash(at, node, lasts, true);
            case KILL -> new Fault.WorkerKill(at, node, random.nextInt(8));
            case CUT -> new Fault.Cut(at, node, other, lasts, false);
            case ONE_WAY -> new Fault.Cut(at, node, other, lasts, true);
            case PARTITION ->
                    new Fault.Partition(at, side(random, nodes), lasts, random.nextInt(3) == 0);
            case PAUSE -> new Fault.Pause(at, node, lasts);
            case SLOW -> new Fault.Slow(at, node, lasts, 2 + 8 * random.nextDouble());
            case RESET -> new Fault.Reset(at, node, other);
            case UNRULY -> new Fault.Unruly(at, lasts, 0.3 * random.nextDouble());
            case MOVE -> new Fault.ClientMoves(at, node);
            case CANCEL -> new Fault.Cancel(at, node, random.nextDouble());
            case LEAVE -> new Fault.Leave(at, node, lasts);
            case SPOIL -> new Fault.Spoil(at, node, lasts);
            case DISK_LOSS -> new Fault.MachineLost(at, node, lasts);
            case CLIENT_KILL -> new Fault.ClientDies(at, node, lasts);
            case SLOW_DISK -> new Fault.SlowDisk(at, node, lasts, 2 + 48 * random.nextDouble());
            case DISK_FAILURE -> new Fault.DiskFails(at, node, lasts);
            case JOIN -> new Fault.Join(at, node);
            case ESTRANGE -> new Fault.Estrange(at, node, lasts);
        };
    }

    private static List<Integer> side(SplittableRandom random, int nodes) {
        return IntStream.range(0, nodes).filter(node -> random.nextBoolean()).boxed().toList();
    }
}
