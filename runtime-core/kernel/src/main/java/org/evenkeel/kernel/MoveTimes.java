package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Grant;
import org.evenkeel.model.TaskId;

/**
 * What moving started tasks took, as far as this node took part in it: T_pm_total is the sum of the
 * four parts (NRICS-SPM, "Process migration").
 */
public final class MoveTimes {

    /** Steps that are remembered. */
    static final int MOST = 1_000;

    /** Bounds of the lead, in moves of which nothing is known: 2 s and a minute in a daemon. */
    private static final int LEAST_LEAD = 4;

    private static final int MOST_LEAD = 120;

    /** The parts of a migration. */
    public enum Part {
        /** At the node it left: from when it was asked until its checkpoint was there. */
        OUT,
        /** There too: until its owner had the checkpoint. */
        FILE,
        /** At the node where it resumes: from its arrival until a worker had it. */
        WAIT,
        /** There too: until the worker had read the checkpoint. */
        IN
    }

    /**
     * One part of one migration.
     *
     * @param grant under which the task was at this node then
     * @param kind of the task
     * @param bytes of the checkpoint; 0 where that is not known
     */
    public record Step(
            long atNanos,
            TaskId task,
            Grant grant,
            String kind,
            Part part,
            long nanos,
            long bytes) {}

    private final NodeContext context;
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private long slowestOutNanos;
    private final Map<String, Long> predicted = new LinkedHashMap<>();

    MoveTimes(NodeContext context) {
        this.context = context;
    }

    /**
     * How long before a node closes it begins to move what runs: twice as long as the slowest of
     * the remembered suspensions took, within bounds.
     *
     * @param unknown what a move is taken to be where none is remembered
     */
    long leadNanos(long unknown) {
        return Math.clamp(2 * slowestOutNanos, LEAST_LEAD * unknown, MOST_LEAD * unknown);
    }

    private void findSlowestOut() {
        slowestOutNanos = 0;
        for (Step step : steps) {
            if (step.part() == Part.OUT) {
                slowestOutNanos = Math.max(slowestOutNanos, step.nanos());
            }
        }
    }

    void add(HeldTask copy, Part part, long nanos, long bytes) {
        add(copy.id(), copy.grant, copy.task.kind().name(), part, nanos, bytes);
    }

    void add(TaskId task, Grant grant, String kind, Part part, long nanos, long bytes) {
        predicted.clear();
        if (steps.size() == MOST && steps.removeFirst().nanos() >= slowestOutNanos) {
            findSlowestOut();
        }
        Step step = new Step(context.now, task, grant, kind, part, Math.max(0, nanos), bytes);
        steps.addLast(step);
        if (part == Part.OUT) {
            slowestOutNanos = Math.max(slowestOutNanos, step.nanos());
        }
    }

    /**
     * What moving a task of this kind to an idle worker will take: of each part the mean of those
     * remembered of its kind, else of all kinds. Of WAIT the least: the others waited for workers
     * that were busy.
     *
     * @param unknown what it is taken to be where no move is remembered
     */
    long predictNanos(String kind, long unknown) {
        return steps.isEmpty() ? unknown : predicted.computeIfAbsent(kind, this::predict);
    }

    private long predict(String kind) {
        double sum = 0;
        for (Part part : Part.values()) {
            long all = 0;
            long ofAll = 0;
            long same = 0;
            long ofSame = 0;
            long least = Long.MAX_VALUE;
            for (Step step : steps) {
                if (step.part() == part) {
                    all++;
                    ofAll += step.nanos();
                    least = Math.min(least, step.nanos());
                    if (step.kind().equals(kind)) {
                        same++;
                        ofSame += step.nanos();
                    }
                }
            }
            if (part == Part.WAIT) {
                sum += all == 0 ? 0 : least;
            } else {
                sum += same > 0 ? (double) ofSame / same : all > 0 ? (double) ofAll / all : 0;
            }
        }
        return (long) sum;
    }

    /** The last ones, oldest first. */
    List<Step> latest() {
        return new ArrayList<>(steps);
    }
}
