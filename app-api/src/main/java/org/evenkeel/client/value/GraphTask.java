package org.evenkeel.client.value;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.graph.Steps;
import org.jspecify.annotations.Nullable;

/**
 * A task of a graph as it travels: gets its inputs, runs, keeps its value.
 *
 * @param step what it does
 * @param inputs where its inputs are
 * @param keep whether other tasks need its value
 * @param give whether the program wants it
 */
public record GraphTask(Object step, List<ValueRef> inputs, boolean keep, boolean give)
        implements Task<ProducedValue> {

    public GraphTask {
        inputs = List.copyOf(inputs);
    }

    @Override
    public ProducedValue run(TaskContext context) throws Exception {
        if (!(context instanceof ValueService valueService)) {
            throw new IllegalStateException("a task of a graph runs in a worker only");
        }
        long begin = System.nanoTime();
        Map<String, ValueRef> needed = new LinkedHashMap<>();
        for (ValueRef input : inputs) {
            if (!input.isHere()) {
                needed.put(input.sha256(), input);
            }
        }
        List<String> lost = new ArrayList<>();
        List<TransferredInput> transferredInputs =
                valueService.fetch(List.copyOf(needed.values()), lost);
        @Nullable Object[] values = new @Nullable Object[inputs.size()];
        for (int i = 0; i < values.length && lost.isEmpty(); i++) {
            try {
                values[i] = valueService.read(inputs.get(i));
            } catch (IOException gone) {
                lost.add(inputs.get(i).sha256());
            }
        }
        long ready = System.nanoTime();
        if (!lost.isEmpty()) {
            return new ProducedValue(
                    context.node(), null, null, 0, 0, ready - begin, transferredInputs, lost);
        }
        context.checkpoint();
        Object value = Steps.run(step, values);
        long ran = System.nanoTime();
        ValueRef kept = keep ? valueService.keep(value) : null;
        return new ProducedValue(
                context.node(),
                kept,
                give ? value : null,
                kept == null ? 0 : kept.bytes(),
                ran - ready,
                ready - begin,
                transferredInputs,
                List.of());
    }
}
