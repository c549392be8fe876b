package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.JobId;
import org.evenkeel.simulator.forecast.Change;
import org.jspecify.annotations.Nullable;

/**
 * What is to be forecast.
 *
 * @param job id of the only job in the answer; null for all
 * @param at from which moment on; null for the newest that is recorded
 * @param change what is different then
 * @param runs simulated runs, each with and without the change
 * @param seed of the first; the following are consecutive
 */
record Question(@Nullable String job, @Nullable Instant at, Change change, int runs, long seed) {

    /** Fewest runs that give an interval. */
    static final int LEAST_RUNS = 10;

    /** Most runs. */
    static final int MAX_RUNS = 10_000;

    Question {
        if (runs < LEAST_RUNS || runs > MAX_RUNS) {
            throw new IllegalArgumentException(
                    runs + " runs cannot be simulated; use " + LEAST_RUNS + " to " + MAX_RUNS);
        }
    }

    /**
     * Reads a change.
     *
     * @param added {@code 2xm3} each
     * @param removed names of machines
     * @param priorities {@code JOB=N} each
     * @throws IllegalArgumentException naming what is wrong with it
     */
    static Change change(
            @Nullable String policy,
            List<String> added,
            List<String> removed,
            List<String> priorities) {
        if (policy != null) {
            Policies.parse(policy);
        }
        Map<String, Integer> byJob = new LinkedHashMap<>();
        for (String text : priorities) {
            int equals = text.lastIndexOf('=');
            String number = text.substring(equals + 1).strip();
            if (equals < 0 || !number.matches("[0-9]")) {
                throw new IllegalArgumentException(
                        "\""
                                + text
                                + "\" is no priority; write JOB=N, N from 0 (last) to 9 (first)");
            }
            byJob.put(JobId.parse(text.substring(0, equals)).toString(), Integer.parseInt(number));
        }
        return new Change(
                policy, added.stream().map(Change.Addition::parse).toList(), removed, byJob);
    }
}
