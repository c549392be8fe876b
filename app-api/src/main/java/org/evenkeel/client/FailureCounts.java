package org.evenkeel.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.FailureGroup;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.RemoteException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.model.FailureCause;

/** Counts failed tasks by their causes. For one thread. */
final class FailureCounts {

    private static final class Count {
        private final TaskFailedException example;
        private final Map<String, Integer> nodes = new LinkedHashMap<>();
        private int count;

        Count(TaskFailedException example) {
            this.example = example;
        }
    }

    private final Map<FailureCause, Count> counts = new LinkedHashMap<>();

    /**
     * Counts a task.
     *
     * @param summary what its worker says of the failure
     */
    void add(TaskFailedException failure, String summary) {
        Count count = counts.computeIfAbsent(cause(failure, summary), key -> new Count(failure));
        count.count++;
        if (!failure.node().isEmpty()) {
            count.nodes.merge(failure.node(), 1, Integer::sum);
        }
    }

    private static FailureCause cause(TaskFailedException failure, String summary) {
        if (failure instanceof TaskTimedOutException) {
            return new FailureCause(TaskTimedOutException.class.getName(), "");
        }
        FailureCause told = FailureCause.read(summary);
        Throwable thrown = failure.getCause();
        // An exception that cannot be decoded has the stack of this process.
        boolean isRemote = !(thrown instanceof PayloadException);
        if (told.place().isEmpty() && thrown != null && isRemote) {
            return FailureCause.of(nameOf(thrown), thrown.getStackTrace());
        }
        return told.exception().isEmpty()
                ? new FailureCause(TaskFailedException.class.getName(), "")
                : told;
    }

    private static String nameOf(Throwable thrown) {
        return thrown instanceof RemoteException remote
                ? remote.typeName()
                : thrown.getClass().getName();
    }

    /** The largest first; of two equal ones, the one that began first. */
    List<FailureGroup> list() {
        List<FailureGroup> groups = new ArrayList<>();
        counts.forEach((cause, count) ->
                groups.add(
                        new FailureGroup(
                                cause.exception(),
                                cause.place(),
                                count.count,
                                count.nodes,
                                count.example)));
        groups.sort(Comparator.comparingInt(FailureGroup::count).reversed());
        return List.copyOf(groups);
    }
}
