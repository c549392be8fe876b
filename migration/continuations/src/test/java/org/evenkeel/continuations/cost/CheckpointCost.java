package org.evenkeel.continuations.cost;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.continuations.capture.SuspendableRun;
import org.evenkeel.continuations.envelope.StackCodec;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.samples.cost.Queens;

/**
 * Measures what checkpoints cost while none is asked for, and what putting a task away costs.
 * {@link Costs} starts it.
 */
final class CheckpointCost {
    private CheckpointCost() {}

    /** The measurement and the folder with the program. */
    public static void main(String[] args) throws Exception {
        WovenLoader program = Programs.woven(Path.of(args[1]));
        System.out.println(
                switch (args[0]) {
                    case "Split" -> ratio(new Queens.Bare(14), make(program, "Split", 14));
                    case "Deep" -> ratio(new Queens.BareDeep(14), make(program, "Deep", 14, 3));
                    case "Every" -> ratio(new Queens.Bare(14), make(program, "Every", 14));
                    case "Ladder" -> ladder(program, 10) + "; " + ladder(program, 1000);
                    default -> throw new IllegalArgumentException(args[0]);
                });
    }

    private static Task<?> make(WovenLoader program, String name, Integer... arguments)
            throws Exception {
        Class<?> type = program.loadClass(Queens.class.getName() + "$" + name);
        return (Task<?>) type.getDeclaredConstructors()[0].newInstance((Object[]) arguments);
    }

    private static String ratio(Task<?> bare, Task<?> woven) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        TaskContext context = new HopContext(0);
        long best = Long.MAX_VALUE;
        long bestWoven = Long.MAX_VALUE;
        for (int round = 0; round < 15; round++) {
            long start = threads.getCurrentThreadCpuTime();
            Object expected = bare.run(context);
            long between = threads.getCurrentThreadCpuTime();
            Object result =
                    ((SuspendableRun.Outcome.Finished) SuspendableRun.begin(woven, context))
                            .value();
            long end = threads.getCurrentThreadCpuTime();
            if (!expected.equals(result)) {
                throw new AssertionError(expected + " is not " + result);
            }
            best = Math.min(best, between - start);
            bestWoven = Math.min(bestWoven, end - between);
        }
        return "%.3f (%.1f ms, without %.1f ms)"
                .formatted((double) bestWoven / best, bestWoven / 1e6, best / 1e6);
    }

    private static String ladder(WovenLoader program, int depth) throws Exception {
        int samples = depth > 100 ? 1_000 : 8_000;
        double[][] times = new double[4][200];
        int bytes = 0;
        for (int i = 0; i < samples; i++) {
            HopContext context = new HopContext(1);
            long a = System.nanoTime();
            SuspendableRun.Outcome.Suspended away =
                    (SuspendableRun.Outcome.Suspended)
                            SuspendableRun.begin(make(program, "Ladder", depth), context);
            long b = System.nanoTime();
            var content = StackCodec.write(away.stack(), program, 1 << 20, null);
            long c = System.nanoTime();
            var stack = StackCodec.read(content, program, context, null);
            long d = System.nanoTime();
            SuspendableRun.resume(stack);
            long e = System.nanoTime();
            bytes = content.size();
            int at = i % 200;
            times[0][at] = (b - a) / 1e3;
            times[1][at] = (c - b) / 1e3;
            times[2][at] = (d - c) / 1e3;
            times[3][at] = (e - d) / 1e3;
        }
        for (double[] each : times) {
            Arrays.sort(each);
        }
        return "depth %d: capture %.0f, encode %.0f, decode %.0f, resume %.0f us, %d bytes"
                .formatted(
                        depth, times[0][100], times[1][100], times[2][100], times[3][100], bytes);
    }
}
