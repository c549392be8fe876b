package org.evenkeel.examples.rules;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Looks for what follows from a part of a round, fact by fact; for one thread. */
public final class RuleSearch {
    private final Match match;
    private final Memory memory;
    private final Set<Long> found = new HashSet<>();
    private int next;

    /** Begins: what is known becomes ready to be asked. */
    public RuleSearch(Match match) {
        this.match = match;
        this.memory = new Memory(match.known());
    }

    /** Looks what follows from so many more of the new facts; whether any are left. */
    public boolean resume(int facts) {
        long[] fresh = match.fresh();
        int end = Math.min(fresh.length, next + facts);
        for (; next < end; next++) {
            for (Rule rule : match.rules()) {
                for (int condition = 0; condition < rule.when().size(); condition++) {
                    if (rule.when().get(condition).relation()
                            == WorkingFact.relation(fresh[next])) {
                        new Binding(rule, memory, found).begin(condition, fresh[next]);
                    }
                }
            }
        }
        return next < fresh.length;
    }

    /** What followed so far and was not known, in order. */
    public long[] found() {
        return sorted(found);
    }

    static long[] sorted(Set<Long> facts) {
        long[] array = facts.stream().mapToLong(fact -> fact).toArray();
        Arrays.sort(array);
        return array;
    }
}
