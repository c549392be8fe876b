package org.evenkeel.cli.top;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.TaskLine;

/**
 * Since when tasks are in their states: nodes do not tell it of all tasks, so it is measured from
 * look to look. Keeps the tasks of the newest look only.
 */
final class StateTimes {

    /** A task as it was when it came into its state. */
    private record Since(TaskRow row, long atNanos, boolean exact) {}

    private Map<String, Since> known = new HashMap<>();
    private boolean complete;

    /** The tasks of the next look. */
    List<TaskRow> rows(Look look) {
        Map<String, Since> now = HashMap.newHashMap(look.tasks().size());
        List<TaskRow> rows = new ArrayList<>();
        for (TaskLine line : look.tasks()) {
            TaskRow row = TaskRow.of(line);
            Since before = known.get(row.id());
            Since since =
                    before != null && before.row().isWhere(row)
                            ? before
                            : new Since(row, look.atNanos(), before != null || complete);
            now.put(row.id(), since);
            rows.add(row.watched(look.atNanos() - since.atNanos(), since.exact()));
        }
        known = now;
        complete = look.isComplete();
        return rows;
    }
}
