package org.evenkeel.examples.rules;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generations of a village, drawn from a seed, the same on any machine: everyone but the first
 * generation has a father and a mother of the one before.
 *
 * @param fathers of each person, by number; -1 of the first generation
 * @param mothers the same
 */
record FamilyRules(int[] fathers, int[] mothers) {

    static FamilyRules draw(int generations, int persons, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int all = generations * persons;
        int[] fathers = new int[all];
        int[] mothers = new int[all];
        int couples = persons / 2;
        for (int person = 0; person < all; person++) {
            int before = person / persons * persons - persons;
            int couple = 2 * random.nextInt(couples);
            fathers[person] = before < 0 ? -1 : before + couple;
            mothers[person] = before < 0 ? -1 : before + couple + 1;
        }
        return new FamilyRules(fathers, mothers);
    }

    /** Who is whose father and mother. */
    long[] facts(RuleBook book) {
        List<Long> facts = new ArrayList<>();
        for (int person = 0; person < fathers.length; person++) {
            if (fathers[person] >= 0) {
                facts.add(WorkingFact.of(book.relation("father"), fathers[person], person));
                facts.add(WorkingFact.of(book.relation("mother"), mothers[person], person));
            }
        }
        return facts.stream().mapToLong(fact -> fact).toArray();
    }

    /** How many are the ancestor of a person, counted for each of these, without any rule. */
    long countAncestors() {
        BitSet[] ancestors = new BitSet[fathers.length];
        long count = 0;
        for (int person = 0; person < fathers.length; person++) {
            ancestors[person] = new BitSet();
            if (fathers[person] >= 0) {
                for (int parent : new int[] {fathers[person], mothers[person]}) {
                    ancestors[person].set(parent);
                    ancestors[person].or(ancestors[parent]);
                }
            }
            count += ancestors[person].cardinality();
        }
        return count;
    }
}
