package org.evenkeel.recorder.table;

import static org.evenkeel.recorder.table.Column.count;
import static org.evenkeel.recorder.table.Column.flag;
import static org.evenkeel.recorder.table.Column.number;
import static org.evenkeel.recorder.table.Column.real;
import static org.evenkeel.recorder.table.Column.text;
import static org.evenkeel.recorder.table.Column.time;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A table that a recorder keeps.
 *
 * <p>The order of the constants is the order in which a recorder writes them: gaps before the
 * records that follow them, so that a gap is marked whenever those records are there.
 */
public enum Table {
    GAPS(
            "what is missing",
            time("noticed", "when the recorder noticed it"),
            text(
                    "cause",
                    "overwritten, restarted, silent, recorder-stopped, deleted, damaged or many-jobs"),
            text("node", "whose records are missing; null for all nodes"),
            count("incarnation", "process of the node whose records are missing"),
            count("from_seq", "number of the first record that is missing"),
            count("to_seq", "number of the first record behind the gap; null if not known"),
            count("lost", "how many records or rows are missing; null if not known"),
            time("from_time", "where the gap begins; null if not known"),
            time("to_time", "where the gap ends; null if not known"),
            text("what", "the same in words")),

    NODES(
            "states of nodes: when something changed, and every 30 s",
            time("time", "when the recorder heard it"),
            text("node", "name"),
            count("incarnation", "number of the node's process"),
            flag("answers", "whether it answered; if not, the rest is null"),
            text("host", "where it listens"),
            text("version", "version of its daemon"),
            text("policy", "load balancing policy"),
            text("load", "load model"),
            text("state", "load by that model: low, moderate or high"),
            flag("draining", "it leaves"),
            flag("open", "whether it takes tasks now; null for a node without a calendar"),
            text("notice", "why it closes or is closed besides its calendar"),
            number("slots", "tasks that it runs at a time"),
            count("busy", "slots with a running task"),
            count("waiting", "tasks that wait for a slot there"),
            count("prefetched", "tasks that wait at a busy worker"),
            count("parked", "started tasks that wait for others"),
            count("owned", "tasks whose owner it is"),
            count("held", "tasks of other owners that are there"),
            count("clients", "programs that are attached"),
            count("worker_processes", "worker processes"),
            count("run", "attempts that ended there since its process began"),
            count("failed", "of these, failed ones"),
            count("committed", "outcomes of its tasks since its process began"),
            real("run_seconds", "time of all attempts together, s")),

    NEIGHBOURS(
            "what nodes believe of their neighbours: when it changed, and every 30 s",
            time("time", "when the recorder heard it"),
            text("node", "who believes it"),
            text("neighbour", "of whom"),
            flag("up", "whether they are linked"),
            text("believed", "load that the node assumes"),
            text("told", "load that the neighbour told last"),
            count("room", "tasks that the neighbour would take, as far as the node knows"),
            number("losses", "how often the link was lost within an hour")),

    JOBS(
            "states of jobs: when something changed, and every 30 s",
            time("time", "when the recorder heard it"),
            text("job", "id"),
            text("name", "name"),
            text("node", "node where its client is or was attached"),
            text("submitter", "whose it is; empty for the user of the machine"),
            flag("attached", "whether its client is there"),
            flag("detached", "whether it continues without its client").storedAs("outlives"),
            count("min_workers", "workers that it needs at the same time; 0 for none")
                    .storedAs("width"),
            text("admission", "begun, waits or refused, if it needs workers at the same time"),
            text("why", "why it waits or was refused"),
            count("open", "tasks of the client that have not ended"),
            count("succeeded", "tasks of the client that succeeded"),
            count("failed", "tasks of the client that failed"),
            count("cancelled", "tasks of the client that were cancelled"),
            count("unfetched", "outcomes that the client has not fetched"),
            count("running", "tasks that run, those that tasks spawned included"),
            count("waiting", "tasks that wait for a slot, those that tasks spawned included")),

    MOVES(
            "parts of moves of started tasks",
            time("time", "when the part ended, by the node's clock"),
            text("node", "where it was measured"),
            text("task", "id"),
            text(
                    "part",
                    "out (until suspended), file (until the owner had the checkpoint), wait (for"
                            + " a worker) or in (until it resumed)"),
            count("epoch", "first half of the grant"),
            count("grant_number", "second half of the grant; a task resumes under a later one"),
            real("ms", "how long it took, ms"),
            count("bytes", "size of the checkpoint, bytes; 0 if this part does not know it")),

    RECORDS(
            "what happened to tasks: the traces of all nodes",
            text("node", "whose trace"),
            count("incarnation", "number of the node's process"),
            count("seq", "number of the record, from 0 in each process"),
            time("time", "when, by the node's clock"),
            text("task", "id"),
            text("what", "what happened: ACCEPTED, STARTED, FINISHED and so on"),
            text("other", "the other node, if there is one"),
            number("slot", "the slot, if there is one"),
            text("reason", "why, as the node says; empty if it speaks for itself"),
            text("job", "id; only where a node's records of a task begin"),
            text("kind", "name of the task's kind; only there"),
            text("parent", "task that spawned it; only there, null for a task of a client"));

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that no thread changes
    private final List<Column> columns;

    Table(String words, Column... columns) {
        this.words = words;
        this.columns = List.of(columns);
    }

    /** Its name in SQL and on disk. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String words() {
        return words;
    }

    public List<Column> columns() {
        return columns;
    }

    /** What a query sees: the columns, then those with a new name under the earlier one too. */
    public List<Column> queried() {
        return Stream.concat(
                        columns.stream(),
                        columns.stream().filter(Column::isRenamed).map(Column::earlier))
                .toList();
    }

    /** The column of this name. */
    public int index(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("table " + sqlName() + " has no column " + column);
    }
}
