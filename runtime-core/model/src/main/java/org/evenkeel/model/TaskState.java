package org.evenkeel.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything an owner must know of a task to go on as its owner: read back from a disk, passed on
 * to a successor, kept for another node.
 *
 * @param grant the last one issued
 * @param session who submitted it
 * @param failures attempts that threw
 * @param deaths how workers died that ran it
 * @param outcome the committed one, null while the task is open
 * @param ranOn where it ended, empty while it is open
 * @param origin whose its job is; only where a replica keeps it, none elsewhere
 */
public record TaskState(
        Task task,
        Grant grant,
        long session,
        int failures,
        List<String> deaths,
        @Nullable Outcome outcome,
        String ranOn,
        JobOrigin origin) {

    /** No replica keeps it. */
    public TaskState(
            Task task,
            Grant grant,
            long session,
            int failures,
            List<String> deaths,
            @Nullable Outcome outcome,
            String ranOn) {
        this(task, grant, session, failures, deaths, outcome, ranOn, JobOrigin.NONE);
    }

    public TaskState {
        deaths = List.copyOf(deaths);
    }

    public TaskId id() {
        return task.id();
    }

    public boolean isDone() {
        return outcome != null;
    }
}
