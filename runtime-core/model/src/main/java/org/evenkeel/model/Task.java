package org.evenkeel.model;

import org.jspecify.annotations.Nullable;

/**
 * A task as it travels: what to run, or to resume with.
 *
 * @param id unique for ever
 * @param kind what it has in common with others
 * @param payload the user's bytes: the task as it was submitted, or its newest checkpoint
 * @param weight its work in the job's own unit, at least 1
 * @param parent the task that spawned it, or null for one from a client
 */
public record Task(
        TaskId id, TaskKind kind, Payload payload, long weight, @Nullable TaskId parent) {

    public Task {
        if (weight < 1) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of task " + id + " is not positive");
        }
    }

    /**
     * Whether it is kept when its owner's process ends: its level says so, and it is no child,
     * which lives and dies with its parent.
     */
    public boolean survivesOwner() {
        return parent == null && kind.options().durability() != Durability.MEMORY;
    }

    /** The same task, from a checkpoint on. */
    public Task resumedFrom(Payload checkpoint) {
        return new Task(id, kind, checkpoint, weight, parent);
    }

    /** Whether a running task made it. */
    public boolean isSpawned() {
        return parent != null;
    }
}
