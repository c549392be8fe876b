package org.evenkeel.examples.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies rules until nothing new follows, round by round: the facts of the last round are dealt
 * out, each part looks for what follows from its own, and what all found is the next round's.
 */
public final class Inference {
    private final List<Rule> rules;
    private final int parts;
    private int rounds;
    private int matches;

    /** Computes the parts of a round; what each found, in their order. */
    @FunctionalInterface
    public interface Nodes {
        List<long[]> conclusions(List<Match> round) throws Exception;
    }

    /**
     * @param parts of each round, at most
     */
    Inference(List<Rule> rules, int parts) {
        this.rules = rules;
        this.parts = parts;
    }

    /** All that follows, with the facts it follows from. */
    Memory run(long[] facts, Nodes nodes) throws Exception {
        Memory memory = new Memory(facts);
        long[] fresh = memory.toArray();
        while (fresh.length > 0) {
            Arrays.sort(fresh);
            List<Match> round = deal(memory.toArray(), fresh);
            rounds++;
            matches += round.size();
            Set<Long> found = new HashSet<>();
            for (long[] some : nodes.conclusions(round)) {
                for (long fact : some) {
                    if (memory.add(fact)) {
                        found.add(fact);
                    }
                }
            }
            fresh = RuleSearch.sorted(found);
        }
        return memory;
    }

    /** Every part gets some of each kind, because kinds differ in what follows from them. */
    private List<Match> deal(long[] known, long[] fresh) {
        int count = Math.min(parts, fresh.length);
        List<Match> round = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            long[] own = new long[(fresh.length - part + count - 1) / count];
            for (int i = 0; i < own.length; i++) {
                own[i] = fresh[part + i * count];
            }
            round.add(new Match(rules, known, own));
        }
        return round;
    }

    int rounds() {
        return rounds;
    }

    /** Parts of all rounds. */
    int matches() {
        return matches;
    }
}
