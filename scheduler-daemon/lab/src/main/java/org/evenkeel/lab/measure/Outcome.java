package org.evenkeel.lab.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What came of measuring a workload on a cluster.
 *
 * @param times how often each piece was computed; 0 when that is not known
 * @param repetitions runs that were to mean something
 * @param runs in their order, also those that mean nothing; none when it was refused
 * @param refused why the policy did not take the job; empty when it did
 * @param failed why it could not be measured; empty when it could
 * @param lacking what its machines were without; empty when they were as they are to be
 */
public record Outcome(
        int times, int repetitions, List<Run> runs, String refused, String failed, String lacking) {

    /** It was measured, or refused. */
    public Outcome(int times, int repetitions, List<Run> runs, String refused) {
        this(times, repetitions, runs, refused, "", "");
    }

    public Outcome {
        runs = List.copyOf(runs);
    }

    /**
     * The run in the middle, by its part of what is possible, of those that mean something; none
     * when there are not enough of them.
     */
    public Optional<Run> median(double processors) {
        List<Run> good =
                runs.stream()
                        .filter(Run::counts)
                        .sorted(Comparator.comparingDouble(run -> run.efficiency(processors)))
                        .toList();
        return good.isEmpty() || good.size() < repetitions
                ? Optional.empty()
                : Optional.of(good.get((good.size() - 1) / 2));
    }

    /** Why there is no such run; empty when there is one, or it was refused. */
    public String doubt() {
        if (!failed.isEmpty()) {
            return failed;
        }
        if (runs.stream().filter(Run::counts).count() >= repetitions) {
            return "";
        }
        return runs.stream()
                .map(Run::doubt)
                .filter(doubt -> !doubt.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** For people: how long each run took, in seconds; in brackets those that mean nothing. */
    public String makespans() {
        return runs.stream()
                .map(run ->
                        String.format(
                                Locale.ROOT, run.counts() ? "%.1f" : "(%.1f)", run.makespan()))
                .collect(Collectors.joining(" "));
    }
}
