package org.evenkeel.simulator;

import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.work.SimWork;

/**
 * A task of the simulation: the payload that travels, and what is known of it from outside.
 *
 * <p>It says that its bytes lie outside the heap, so that nodes tell when they no longer need it.
 */
final class TaskRecord implements Payload {
    final TaskId id;
    final SimWork work;
    final long submittedNanos;
    final boolean root;

    /** Hand-overs of the copy that was offered last. */
    int hops;

    /** Executions begun. */
    int starts;

    /** Executions that ended with the exception its work asks for. */
    int failed;

    TaskRecord(TaskId id, SimWork work, long submittedNanos, boolean root) {
        this.id = id;
        this.work = work;
        this.submittedNanos = submittedNanos;
        this.root = root;
    }

    @Override
    public long sizeBytes() {
        return work.payloadBytes();
    }

    @Override
    public boolean isExternal() {
        return true;
    }

    @Override
    public String toString() {
        return "payload of " + id;
    }

    /** The task that is started with a payload. */
    static TaskRecord of(Payload payload) {
        return payload instanceof Checkpoint checkpoint ? checkpoint.of() : (TaskRecord) payload;
    }

    /** How much of its work before children is behind it. */
    static long doneNanos(Payload payload) {
        return payload instanceof Checkpoint checkpoint ? checkpoint.doneNanos() : 0;
    }

    /** A task that was put away. */
    record Checkpoint(TaskRecord of, long doneNanos) implements Payload {
        @Override
        public long sizeBytes() {
            return of.sizeBytes();
        }

        @Override
        public boolean isExternal() {
            return true;
        }
    }

    /** What a task leaves behind. */
    record Result(TaskId of, long sizeBytes) implements Payload {
        @Override
        public boolean isExternal() {
            return true;
        }
    }
}
