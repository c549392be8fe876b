package org.evenkeel.examples.measure;

import org.evenkeel.examples.rules.Match;
import org.evenkeel.examples.rules.RuleSearch;

/** A part of a round of the expert system. */
record MatchPiece(Match match) implements Piece<long[]> {
    private static final int FACTS = 10;

    @Override
    public long[] compute(Pace pace) throws InterruptedException {
        RuleSearch ruleSearch = new RuleSearch(match);
        pace.step();
        while (ruleSearch.resume(FACTS)) {
            pace.step();
        }
        return ruleSearch.found();
    }

    /** The same here, without a pace. */
    long[] atOnce() {
        RuleSearch ruleSearch = new RuleSearch(match);
        ruleSearch.resume(match.fresh().length);
        return ruleSearch.found();
    }
}
