package org.evenkeel.daemon.cli.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What came of measuring a workload on a cluster.
 *
 * @param times how often each piece was computed; 0 when that is not known
 * @param runs in their order; none when it was refused
 * @param refused why the policy did not take the job; empty when it did
 * @param failed why it could not be measured; empty when it could
 */
public record Outcome(int times, List<Run> runs, String refused, String failed) {

    /** It was measured, or refused. */
    public Outcome(int times, List<Run> runs, String refused) {
        this(times, runs, refused, "");
    }

    public Outcome {
        runs = List.copyOf(runs);
    }

    /**
     * The run in the middle, by its part of what is possible, of those that mean something; none
     * when that is not more than half of them.
     */
    public Optional<Run> median(double processors) {
        List<Run> good =
                runs.stream()
                        .filter(run -> run.doubt().isEmpty())
                        .sorted(Comparator.comparingDouble(run -> run.efficiency(processors)))
                        .toList();
        return 2 * good.size() <= runs.size()
                ? Optional.empty()
                : Optional.of(good.get((good.size() - 1) / 2));
    }

    /** Why there is no such run, or what was left out; empty when all runs mean something. */
    public String doubt() {
        if (!failed.isEmpty()) {
            return failed;
        }
        return runs.stream()
                .map(Run::doubt)
                .filter(doubt -> !doubt.isEmpty())
                .findFirst()
                .orElse("");
    }
}
