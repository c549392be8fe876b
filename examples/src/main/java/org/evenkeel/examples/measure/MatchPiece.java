package org.evenkeel.examples.measure;

import org.evenkeel.examples.rules.Match;
import org.evenkeel.examples.rules.Search;

/** A part of a round of the expert system. */
record MatchPiece(Match match) implements Piece<long[]> {
    private static final int FACTS = 10;

    @Override
    public long[] compute(Pace pace) throws InterruptedException {
        Search search = new Search(match);
        pace.step();
        while (search.goOn(FACTS)) {
            pace.step();
        }
        return search.found();
    }

    /** The same here, without a pace. */
    long[] atOnce() {
        Search search = new Search(match);
        search.goOn(match.fresh().length);
        return search.found();
    }
}
