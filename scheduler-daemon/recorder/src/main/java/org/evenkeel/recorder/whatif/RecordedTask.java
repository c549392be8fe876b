package org.evenkeel.recorder.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.jspecify.annotations.Nullable;

/** What is recorded of one task until a moment. Times are microseconds since 1970. */
final class RecordedTask {

    private static final Set<String> IN_A_SLOT =
            Set.of("STARTED", "READY", "RESUMED", "RESUMED_FOR_JOB", "RESUMED_FROM_CHECKPOINT");

    /** How a run ends after which the task continues from where it was. */
    private static final Set<String> CONTINUED =
            Set.of("SUSPENDED", "KEPT", "PARKED", "PARKED_FOR_JOB");

    private static final Set<String> AFTER_CHILDREN = Set.of("READY", "RESUMED");

    private final String id;
    private final String job;
    private final String kind;
    private final @Nullable String parent;
    private final long until;
    private String what = "";
    private String node = "";
    private long submitted;
    private final List<Run> runs = new ArrayList<>();

    private record Run(
            String node, String begunBy, long began, long ended, @Nullable String endedBy) {

        long nanos() {
            return Math.max(0, ended - began) * 1_000;
        }
    }

    /**
     * A task that has ended, without runs.
     *
     * @param until when it ended
     */
    RecordedTask(String id, String job, String kind, @Nullable String parent, long until) {
        this.id = id;
        this.job = job;
        this.kind = kind;
        this.parent = parent;
        this.until = until;
    }

    /**
     * The same of one that had not ended until then.
     *
     * @param last what happened to it last, where it is
     * @param there where it is
     */
    RecordedTask isAt(String last, String there, long submittedMicros) {
        what = last;
        node = there;
        submitted = submittedMicros;
        return this;
    }

    /**
     * Adds its next run.
     *
     * @param ended null if that is not recorded: when the next one begins, else not until the end
     */
    void ran(
            String at, String begunBy, long began, @Nullable Long ended, @Nullable String endedBy) {
        if (begunBy.equals("STARTED")) {
            runs.clear(); // what it did before is lost
        } else if (!runs.isEmpty() && runs.getLast().endedBy() == null) {
            Run last = runs.removeLast(); // its machine has failed
            runs.add(new Run(last.node(), last.begunBy(), last.began(), began, null));
        }
        runs.add(new Run(at, begunBy, began, ended == null ? until : ended, endedBy));
    }

    String id() {
        return id;
    }

    String job() {
        return job;
    }

    String kind() {
        return kind;
    }

    @Nullable String parent() {
        return parent;
    }

    String node() {
        return node;
    }

    long submitted() {
        return submitted;
    }

    /** The session that spawned it: a parent that is repeated has another one. */
    String origin() {
        int dash = id.lastIndexOf('-');
        return dash < 0 ? id : id.substring(0, dash);
    }

    /** Whether nothing of its own is left: its outcome is on its way, or is that of its child. */
    boolean isOver() {
        return what.equals("FINISHED") || what.equals("DELEGATED");
    }

    Place place() {
        if (IN_A_SLOT.contains(what)) {
            return Place.RUNNING;
        }
        return what.equals("PARKED") ? Place.PARKED : Place.WAITING;
    }

    /** Its runs that count: those of an attempt that is lost do not. */
    List<Stretch> stretches() {
        boolean lost =
                place() == Place.WAITING
                        && !what.isEmpty()
                        && !runs.isEmpty()
                        && !CONTINUED.contains(String.valueOf(runs.getLast().endedBy()));
        return lost
                ? List.of()
                : runs.stream().map(run -> new Stretch(run.node(), run.nanos())).toList();
    }

    /** When it ended; of one that had not, the moment. */
    long until() {
        return until;
    }

    /** Whether it waited for tasks that it had spawned, and began before a time. */
    boolean isParentSinceBefore(long micros) {
        return runs.stream().anyMatch(run -> "PARKED".equals(run.endedBy()))
                && runs.getFirst().began() < micros;
    }

    /** The run time behind the end of its children, nanoseconds. */
    long afterNanos() {
        return runs.size() > 1 && AFTER_CHILDREN.contains(runs.getLast().begunBy())
                ? runs.getLast().nanos()
                : 0;
    }
}
