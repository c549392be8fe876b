package org.evenkeel.examples.fib;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: tasks that do nearly nothing, so that the time is that of the runtime. */
public final class Fib implements Example {
    public static void main(String[] arguments) {
        ExampleMain.run(new Fib(), arguments);
    }

    @Override
    public String description() {
        return "Computes a Fibonacci number the naive way, every call a task.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("n", 18, 0, 45, "which Fibonacci number")
                .number("cutoff", 0, 0, 45, "up to this n a task computes without children")
                .flag("tail-calls", "end each task by a tail call of its second child");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        int cutoff = values.whole("cutoff");
        Task<Long> root =
                values.has("tail-calls") ? new TailFibTask(n, 0, cutoff) : new FibTask(n, cutoff);
        long startNanos = System.nanoTime();
        long result = runner.run("fib", root, TaskOptions.DEFAULT);
        double micros = (System.nanoTime() - startNanos) / 1e3;
        long tasks = FibTask.countTasks(n, cutoff);
        boolean correct = result == byAdding(n);
        return Report.of(correct)
                .line("fib(%d) = %,d%s", n, result, correct ? "" : " WRONG")
                .line("%,d tasks, %.1f microseconds each", tasks, micros / tasks)
                .field("n", n)
                .field("fib", result)
                .field("tasks", tasks)
                .field("microsPerTask", micros / tasks);
    }

    static long byAdding(int n) {
        long last = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long sum = last + next;
            last = next;
            next = sum;
        }
        return last;
    }
}
