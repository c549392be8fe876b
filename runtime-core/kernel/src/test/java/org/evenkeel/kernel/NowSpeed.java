package org.evenkeel.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskTraits;

/**
 * How long it takes to ask all nodes of a large cluster why a task does not run: the rules alone,
 * without messages. A program, see docs/benchmarks.md.
 */
public final class NowSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int NODES = 1_000;
    private static final int TASKS = 100_000;
    private static final int ROUNDS = 15;

    private NowSpeed() {}

    /** Prints a line for tasks that are spread evenly, and one for tasks that wait at one node. */
    public static void main(String[] words) {
        print("spread over all nodes", TASKS / NODES);
        print("at one node", TASKS);
    }

    private static void print(String where, int tasks) {
        List<CoreFixture> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            CoreFixture node = new CoreFixture("n" + i, 2);
            nodes.add(node);
            if (i == 0 || tasks < TASKS) {
                Task[] all = new Task[tasks];
                Arrays.setAll(all, number -> CoreFixture.task(number + 1L));
                node.submit(all);
            }
        }
        Task last = CoreFixture.task(tasks);
        TaskTraits traits = TaskTraits.of(last);
        double[] rounds = new double[ROUNDS];
        long reasons = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            for (CoreFixture node : nodes) {
                reasons += node.core.now(last.id(), traits, node.now).obstacles().size();
            }
            rounds[i] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
        }
        double first = rounds[0];
        Arrays.sort(rounds);
        System.out.printf(
                "%,d tasks %s, %,d nodes asked: first %.2f ms, median %.2f ms (%,d reasons)%n",
                TASKS, where, NODES, first, rounds[ROUNDS / 2], reasons / ROUNDS);
    }
}
