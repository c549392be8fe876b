package org.evenkeel.kernel.phases.plan;

/**
 * So many tasks that go from one node to another in a phase.
 *
 * @param from index of the sender, from 0
 * @param to index of the receiver, from 0
 * @param tasks at least one
 */
public record Transfer(int from, int to, int tasks) {
    public Transfer {
        if (from < 0 || to < 0 || from == to || tasks < 1) {
            throw new IllegalArgumentException(
                    "no transfer: %d tasks from %d to %d".formatted(tasks, from, to));
        }
    }
}
