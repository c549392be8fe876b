package org.evenkeel.recorder.table;

import static org.evenkeel.recorder.table.Column.count;
import static org.evenkeel.recorder.table.Column.number;
import static org.evenkeel.recorder.table.Column.real;
import static org.evenkeel.recorder.table.Column.text;
import static org.evenkeel.recorder.table.Column.time;

import java.util.List;
import java.util.Locale;

/** A table that is computed from {@link Table#RECORDS} when it is asked for. */
public enum View {
    RUNS(
            "stretches in which a task had a slot",
            text("job", "id; null if its beginning is not recorded"),
            text("task", "id"),
            text("kind", "name of the task's kind"),
            text("node", "where"),
            number("slot", "in which slot"),
            time("began", "when, by the node's clock"),
            time("ended", "when; null if it still runs, or its end is not recorded"),
            real("ms", "from began to ended, ms"),
            text("began_by", "STARTED, RESUMED_FROM_CHECKPOINT, READY, RESUMED or RESUMED_FOR_JOB"),
            text(
                    "ended_by",
                    "FINISHED or COMMITTED if it ran to its end; SUSPENDED, PARKED and so on"),
            text("reason", "why it began there"),
            text("end_reason", "why it ended; of a failed task, how")),

    TASKS(
            "tasks",
            text("job", "id; null if its beginning is not recorded"),
            text("task", "id"),
            text("kind", "name of its kind"),
            text("submitter", "whose it is; empty for the user of the machine, null if not known"),
            text("owner", "node that accepted it last"),
            text("parent", "task that spawned it; null for a task of a client"),
            time("submitted", "when a node accepted it first"),
            time("started", "when it was started first; null if it was not"),
            time("ended", "when its outcome was committed; null if it has none"),
            real("wait_ms", "from submitted to started, ms; as good as the clocks of two nodes"),
            real("run_ms", "time in slots, of all attempts, ms"),
            text("outcome", "succeeded, failed, cancelled or rejected; null if it has none"),
            text("error", "how it failed, why it was cancelled or rejected"),
            count("nodes", "nodes on which it was started"),
            count("moves", "how often it resumed from a checkpoint"),
            count("starts", "how often it was started"));

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that no thread changes
    private final List<Column> columns;

    View(String words, Column... columns) {
        this.words = words;
        this.columns = List.of(columns);
    }

    /** Its name in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String words() {
        return words;
    }

    public List<Column> columns() {
        return columns;
    }
}
