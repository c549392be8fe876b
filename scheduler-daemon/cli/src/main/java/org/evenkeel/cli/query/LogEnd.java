package org.evenkeel.cli.query;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * The end of a task's log: the exception of its last attempt that failed, and the lines before.
 *
 * @param lines the last lines before the exception, then its stack with causes, cut if it is long
 * @param refused why who asks may not read it; null if they may
 */
public record LogEnd(List<LoggedLine> lines, @Nullable String refused) {

    /** So many of a stack, its causes included. */
    private static final int MOST_OF_STACK = 200;

    private static final int MOST_BEFORE = 10;

    /** Reads it; the whole log passes through, some lines at a time. */
    public static LogEnd read(DaemonClient client, TaskId task) throws IOException {
        LogReading reading = LogReading.ofTask(client, task);
        Deque<LoggedLine> before = new ArrayDeque<>();
        List<LoggedLine> end = List.of();
        LoggedLine failure = null;
        do {
            for (LoggedLine line : reading.next()) {
                if (!line.isFailure()) {
                    before.addLast(line);
                    if (before.size() > MOST_BEFORE) {
                        before.removeFirst();
                    }
                } else if (failure == null || !line.isOfSameAttempt(failure)) {
                    end = new ArrayList<>(before);
                    end.add(line);
                    failure = line;
                    before.clear();
                } else if (end.size() < MOST_BEFORE + MOST_OF_STACK) {
                    end.add(line);
                }
            }
        } while (reading.hasMore());
        return new LogEnd(failure == null ? List.copyOf(before) : end, reading.refused());
    }
}
