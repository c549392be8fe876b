package org.evenkeel.cli.top;

import java.util.List;
import java.util.Locale;
import org.evenkeel.cli.query.TaskLine;

/**
 * A task that has no outcome yet.
 *
 * @param state what it does, in a word
 * @param where the node that has it, empty where that is not known
 * @param nanos for how long it has been in this state there, as far as it was watched
 * @param exact whether it came there while it was watched; else it may be longer
 */
record TaskRow(String id, String kind, String state, String where, long nanos, boolean exact) {

    /** In the order in which a table shows them. */
    private static final List<String> STATES =
            List.of("running", "parked", "delegated", "moving", "waiting", "elsewhere");

    static TaskRow of(TaskLine line) {
        return new TaskRow(
                line.task().getTask(),
                line.task().getKind(),
                state(line.task().getState()),
                where(line),
                0,
                false);
    }

    TaskRow watched(long forNanos, boolean sinceItCame) {
        return new TaskRow(id, kind, state, where, forNanos, sinceItCame);
    }

    /** Whether it is in the same state at the same node. */
    boolean isWhere(TaskRow other) {
        return state.equals(other.state) && where.equals(other.where);
    }

    /** The place of its state among all states. */
    int rank() {
        int index = STATES.indexOf(state);
        return index < 0 ? STATES.size() : index;
    }

    /** A constant of a later version is shown as it is. */
    private static String state(String constant) {
        return switch (constant) {
            case "READY", "PREFETCHED", "QUEUED" -> "waiting";
            case "HANDING" -> "moving";
            case "AWAY" -> "elsewhere";
            default -> constant.toLowerCase(Locale.ROOT);
        };
    }

    private static String where(TaskLine line) {
        String where = line.task().getWhere();
        return where.isEmpty() && !line.task().getState().equals("AWAY") ? line.node() : where;
    }
}
