package org.evenkeel.worker;

import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.model.RetryRules;
import org.evenkeel.wire.RetryRulesMapper;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.TaskKind;
import org.jspecify.annotations.Nullable;

/** A kind of tasks as a worker sees it; one object for all its tasks. */
final class WorkerKind {

    /** Prefix of kinds that a program's loop serves. */
    static final String SERVE = "serve:";

    /** Share of a new measurement in the smoothed run time: 1/4. */
    private static final int SMOOTHING = 4;

    final String name;
    final long timeoutNanos;

    /** After which failures its tasks are run again. */
    final RetryRules retryRules;

    private final ClassLoader loader;
    private @Nullable Class<?> type;
    private volatile long usualNanos;

    /** Runners for this kind, when it is served by a loop. */
    final WorkerSlot.@Nullable Lane lane;

    WorkerKind(TaskKind kind, ClassLoader loader, WorkerSlot.@Nullable Lane lane) {
        this.name = kind.getName();
        this.timeoutNanos = kind.getTimeoutNanos();
        this.retryRules = rules(kind);
        this.loader = loader;
        this.lane = lane;
    }

    private static RetryRules rules(TaskKind kind) {
        try {
            return RetryRulesMapper.toModel(kind);
        } catch (IllegalArgumentException e) { // the daemon has checked them
            return RetryRules.AT_ONCE;
        }
    }

    /** The class the kind is named after; null when it is named otherwise. */
    @Nullable Class<?> type() {
        if (type == null) {
            try {
                type = Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) { // as of a name in another case
                return null;
            }
        }
        return type;
    }

    /** Whether a task that ended so by this exception is not to be run again. */
    boolean isFinal(Status status, Class<? extends Throwable> thrown) {
        return switch (status) {
            case FAILED -> !retryRules.permits(thrown);
            case TIMED_OUT -> !retryRules.permits(TaskTimedOutException.class);
            default -> false;
        };
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the holder of the run permit alone writes
    void ran(long nanos) {
        usualNanos += (nanos - usualNanos) / SMOOTHING;
    }

    /** How long tasks of this kind have run of late, nanoseconds. */
    long usualNanos() {
        return usualNanos;
    }
}
