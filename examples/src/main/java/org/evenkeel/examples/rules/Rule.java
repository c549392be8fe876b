package org.evenkeel.examples.rules;

import java.util.List;

/**
 * What follows from what; variables are numbers from 0.
 *
 * @param then the conclusion, whose variables are all in the conditions
 * @param when at least one condition
 * @param variables how many there are
 */
public record Rule(Pattern then, List<Pattern> when, int variables) {

    /** A relation between two variables. */
    public record Pattern(int relation, int subject, int object) {}
}
