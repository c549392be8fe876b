package org.evenkeel.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tasks of a {@link TaskGroup} that failed for the same cause: exceptions of the same class, thrown
 * at the same place. The messages may differ.
 *
 * @param exception full name of the exception's class; {@link TaskTimedOutException} for tasks that
 *     exceeded their time limit, {@link TaskFailedException} for tasks that ended without an
 *     exception, such as those that caused the death of three workers
 * @param place class, method, file and line nearest to where the exception was thrown that belong
 *     neither to Java nor to Evenkeel, such as {@code com.acme.Render.load(Render.java:42)}; empty
 *     if there is no such place
 * @param count number of tasks, at least 1
 * @param nodes names of the nodes that ran the tasks last, in order, with the number of failures at
 *     each; tasks whose node is unknown are left out
 * @param example the failure of the task that failed first; its cause, if any, has the worker's
 *     stack
 */
public record FailureGroup(
        String exception,
        String place,
        int count,
        Map<String, Integer> nodes,
        TaskFailedException example) {

    public FailureGroup {
        nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    }
}
