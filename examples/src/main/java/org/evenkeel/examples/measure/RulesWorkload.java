package org.evenkeel.examples.measure;

import java.util.List;
import org.evenkeel.examples.rules.ExpertSystem;
import org.evenkeel.examples.rules.Inference;
import org.evenkeel.examples.rules.Match;

/**
 * The expert system on a village.
 *
 * @param persons of each generation
 */
record RulesWorkload(int persons) implements MeasuredWorkload {
    private static final int SMALL = 30;

    /** Nodes that do not compute, but keep the largest part of all rounds. */
    private static final class Largest implements Inference.Nodes {
        private Match largest = new Match(List.of(), new long[0], new long[0]);

        @Override
        public List<long[]> conclusions(List<Match> round) {
            for (Match match : round) {
                if (match.fresh().length > largest.fresh().length) {
                    largest = match;
                }
            }
            return round.stream().map(match -> new MatchPiece(match).atOnce()).toList();
        }
    }

    @Override
    public Piece<?> sample() throws Exception {
        Largest largest = new Largest();
        ExpertSystem.run(Math.min(persons, SMALL), largest);
        return new MatchPiece(largest.largest);
    }

    @Override
    public boolean run(ClusterMeasurement clusterMeasurement) throws Exception {
        return ExpertSystem.run(
                persons,
                round -> clusterMeasurement.all(round.stream().map(MatchPiece::new).toList()));
    }
}
