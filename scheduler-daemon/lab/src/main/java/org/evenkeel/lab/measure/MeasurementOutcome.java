package org.evenkeel.lab.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.evenkeel.model.Numbers;

/**
 * What came of measuring a workload on a cluster.
 *
 * @param times how often each piece was computed; 0 when that is not known
 * @param repetitions runs that were to mean something
 * @param measurementRuns in their order, also those that mean nothing; none when it was refused
 * @param refused why the policy did not take the job; empty when it did
 * @param failed why it could not be measured; empty when it could
 * @param lacking what its machines were without; empty when they were as they are to be
 */
public record MeasurementOutcome(
        int times,
        int repetitions,
        List<MeasurementRun> measurementRuns,
        String refused,
        String failed,
        String lacking) {

    public MeasurementOutcome {
        measurementRuns = List.copyOf(measurementRuns);
    }

    /**
     * The run in the middle, by its part of what is possible, of those that mean something; none
     * when there are not enough of them.
     */
    public Optional<MeasurementRun> median(double processors) {
        List<MeasurementRun> good =
                measurementRuns.stream()
                        .filter(MeasurementRun::counts)
                        .sorted(
                                Comparator.comparingDouble(
                                        measurementRun -> measurementRun.efficiency(processors)))
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
        if (measurementRuns.stream().filter(MeasurementRun::counts).count() >= repetitions) {
            return "";
        }
        return measurementRuns.stream()
                .map(MeasurementRun::doubt)
                .filter(doubt -> !doubt.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Human-readable: how long each run took, in seconds; in brackets those that mean nothing. */
    public String makespans() {
        return measurementRuns.stream()
                .map(measurementRun ->
                        Numbers.format(
                                measurementRun.counts() ? "%.1f" : "(%.1f)",
                                measurementRun.makespan()))
                .collect(Collectors.joining(" "));
    }
}
