package org.evenkeel.examples.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Looks for individuals that a rule's variables can stand for, condition by condition. */
final class Binding {
    private static final int FREE = -1;

    private final Rule rule;
    private final Memory memory;
    private final Set<Long> found;
    private final int[] values;

    Binding(Rule rule, Memory memory, Set<Long> found) {
        this.rule = rule;
        this.memory = memory;
        this.found = found;
        this.values = new int[rule.variables()];
        Arrays.fill(values, FREE);
    }

    /** One condition is met by this fact; the others by whatever is known. */
    void begin(int condition, long fact) {
        meet(rule.when().get(condition), fact, 0, condition);
    }

    private void resume(int next, int met) {
        if (next == met) {
            resume(next + 1, met);
        } else if (next == rule.when().size()) {
            conclude();
        } else {
            Rule.Pattern pattern = rule.when().get(next);
            for (long fact : candidates(pattern)) {
                meet(pattern, fact, next + 1, met);
            }
        }
    }

    /** The fewest facts that may meet it. */
    private List<Long> candidates(Rule.Pattern pattern) {
        int subject = values[pattern.subject()];
        int object = values[pattern.object()];
        if (subject != FREE) {
            return memory.withSubject(pattern.relation(), subject);
        }
        return object != FREE
                ? memory.withObject(pattern.relation(), object)
                : memory.of(pattern.relation());
    }

    private void meet(Rule.Pattern pattern, long fact, int next, int met) {
        int subject = values[pattern.subject()];
        int object = values[pattern.object()];
        if (subject == FREE || subject == WorkingFact.subject(fact)) {
            values[pattern.subject()] = WorkingFact.subject(fact);
            // The two may be the same variable.
            int there = values[pattern.object()];
            if (there == FREE || there == WorkingFact.object(fact)) {
                values[pattern.object()] = WorkingFact.object(fact);
                resume(next, met);
            }
            values[pattern.object()] = object;
            values[pattern.subject()] = subject;
        }
    }

    private void conclude() {
        int subject = values[rule.then().subject()];
        int object = values[rule.then().object()];
        long fact = WorkingFact.of(rule.then().relation(), subject, object);
        if (subject != object && !memory.contains(fact)) {
            found.add(fact);
        }
    }
}
