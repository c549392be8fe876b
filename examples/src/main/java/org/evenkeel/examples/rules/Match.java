package org.evenkeel.examples.rules;

import java.util.List;

/**
 * A part of a round: what follows from some facts that are new, together with all others.
 *
 * @param rules all of them
 * @param known all facts, the new ones too
 * @param fresh those of the new facts that are this part's
 */
public record Match(List<Rule> rules, long[] known, long[] fresh) {

    /** What follows and is not known yet, in order. */
    long[] conclusions() {
        RuleSearch ruleSearch = new RuleSearch(this);
        ruleSearch.resume(fresh.length);
        return ruleSearch.found();
    }
}
