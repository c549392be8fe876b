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
    private final String what;
    private final String node;
    private final long submitted;
    private final List<Run> runs = new ArrayList<>();

    private record Run(String node, long micros, String begunBy, @Nullable String endedBy) {}

    /**
     * A task without runs.
     *
     * @param what happened to it last, where it is; empty for one that has ended
     * @param node where it is
     */
    RecordedTask(
            String id,
            String job,
            String kind,
            @Nullable String parent,
            String what,
            String node,
            long submitted) {
        this.id = id;
        this.job = job;
        this.kind = kind;
        this.parent = parent;
        this.what = what;
        this.node = node;
        this.submitted = submitted;
    }

    /** Adds its next run, which counts until it ends or until the moment. */
    void ran(String at, long micros, String begunBy, @Nullable String endedBy) {
        if (begunBy.equals("STARTED")) {
            runs.clear(); // what it did before is lost
        }
        runs.add(new Run(at, Math.max(0, micros), begunBy, endedBy));
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
                : runs.stream().map(run -> new Stretch(run.node(), run.micros() * 1_000)).toList();
    }

    /** The run time behind the end of its children, nanoseconds. */
    long afterNanos() {
        return runs.size() > 1 && AFTER_CHILDREN.contains(runs.getLast().begunBy())
                ? runs.getLast().micros() * 1_000
                : 0;
    }
}
