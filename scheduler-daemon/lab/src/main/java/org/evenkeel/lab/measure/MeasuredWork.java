package org.evenkeel.lab.measure;

import java.util.List;

/**
 * What is measured.
 *
 * @param depth how finely it is cut; 0 for the workload's own choice
 * @param seconds that it takes on the fastest node alone, at least
 * @param warmSeconds processor time that every worker has before
 * @param repetitions runs that are to mean something
 */
public record MeasuredWork(
        Workloads workload, int depth, double seconds, double warmSeconds, int repetitions) {

    private static final double MILLIS = 1000;

    /** Where runs mean nothing others are made, until there have been so many times as many. */
    private static final int MOST_ATTEMPTS = 3;

    /** Whether enough was measured: so many runs mean something, or it has been tried often. */
    boolean isEnough(List<MeasurementRun> measurementRuns) {
        long good = measurementRuns.stream().filter(MeasurementRun::counts).count();
        boolean wrong =
                measurementRuns.stream().anyMatch(measurementRun -> !measurementRun.correct());
        return wrong
                || good >= repetitions
                || measurementRuns.size() >= MOST_ATTEMPTS * repetitions;
    }

    /** Human-readable: what it is, and how it is cut if that was said. */
    String title() {
        return workload.title() + (depth == 0 ? "" : " cut at depth " + depth);
    }

    /**
     * The words for the measuring program.
     *
     * @param times how often each piece is computed; 0 when that is to be found out
     */
    List<String> words(ClusterForm form, int times) {
        return List.of(
                "--workload=" + workload.word(),
                "--size=" + workload.size(),
                "--depth=" + depth,
                "--serial-millis=" + Math.round(seconds * MILLIS),
                "--warm-millis=" + Math.round(warmSeconds * MILLIS),
                "--times=" + times,
                "--machines=" + form.machinesText(),
                "--routes=" + form.routesText());
    }
}
