package org.evenkeel.kernel;

import java.util.Map;
import org.evenkeel.model.FailureCause;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of one job's client that failed for the same cause, for displays.
 *
 * @param status how they ended; null for the failures that have no group of their own
 * @param cause class and place of an exception; none of other ends
 * @param count tasks that failed
 * @param retried attempts that failed so and were followed by another one
 * @param nodes the nodes that ran them, with the number of failures at each, of attempts too
 * @param elsewhere failures at nodes that are not known, or too many to be named
 * @param firstNanos when the first one was known here
 * @param lastNanos when the last one was known here
 * @param example one of the tasks
 * @param summary that of the example's outcome; empty for the failures without a group
 */
public record FailureGroup(
        Outcome.@Nullable Status status,
        FailureCause cause,
        long count,
        long retried,
        Map<String, Long> nodes,
        long elsewhere,
        long firstNanos,
        long lastNanos,
        TaskId example,
        String summary) {}
