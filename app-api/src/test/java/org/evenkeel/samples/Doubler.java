package org.evenkeel.samples;

import org.evenkeel.api.ProcessCalls;
import org.evenkeel.api.ReceivedTask;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskProcess;

/** A loop that doubles numbers, large ones by way of a smaller one; it ends at a negative one. */
public final class Doubler implements TaskProcess {

    @Override
    public void run(ProcessCalls calls) throws Exception {
        ReceivedTask large = null;
        TaskHandle<Integer> rest = null;
        while (true) {
            ReceivedTask task = calls.receiveTask();
            int n = (Integer) task.body();
            if (n < 0) {
                throw new IllegalArgumentException("no more");
            }
            if (n > 1000) {
                large = task;
                rest = calls.sendTask(n - 1000);
            } else {
                calls.sendResult(task, 2 * n);
            }
            if (large != null && rest.isDone()) {
                calls.sendResult(large, 2000 + rest.get());
                large = null;
            }
        }
    }
}
