package org.evenkeel.client.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a task of a graph.
 *
 * @param node where it ran
 * @param kept where its value is; null when no task needs it, or it did not run
 * @param given the value itself, when the program wants it
 * @param bytes length of the encoded value
 * @param runNanos without the wait for inputs
 * @param waitNanos for inputs
 * @param transferredInputs inputs that are at that node now
 * @param lost inputs that are nowhere: the task did not run
 */
public record ProducedValue(
        String node,
        @Nullable ValueRef kept,
        @Nullable Object given,
        long bytes,
        long runNanos,
        long waitNanos,
        List<TransferredInput> transferredInputs,
        List<String> lost) {

    public ProducedValue {
        transferredInputs = List.copyOf(transferredInputs);
        lost = List.copyOf(lost);
    }
}
