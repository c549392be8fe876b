package org.evenkeel.model;

import org.jspecify.annotations.Nullable;

/**
 * What the rules of a node depend on of a task that is elsewhere.
 *
 * @param kind the name of its kind
 * @param priority as in {@link TaskKind.Options}
 * @param spawned whether a running task made it
 * @param node where it is to run while that node is there; null for wherever it runs soonest
 * @param resources what its job asks each machine for
 */
public record TaskTraits(
        String kind, int priority, boolean spawned, @Nullable NodeId node, Resources resources) {

    public TaskTraits {
        if (kind.length() > TaskKind.MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a task kind's name has at most " + TaskKind.MAX_NAME_LENGTH + " characters");
        }
        if (priority < 0 || priority > TaskKind.Options.MAX_PRIORITY) {
            throw new IllegalArgumentException("priority " + priority + " is not 0 to 9");
        }
    }

    /** Those of a task. */
    public static TaskTraits of(Task task) {
        TaskKind.Options options = task.kind().options();
        return new TaskTraits(
                task.kind().name(),
                options.priority(),
                task.isSpawned(),
                options.node(),
                options.resources());
    }
}
