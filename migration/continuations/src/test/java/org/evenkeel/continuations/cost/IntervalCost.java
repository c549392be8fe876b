package org.evenkeel.continuations.cost;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.capture.CheckpointSink;
import org.evenkeel.continuations.capture.SuspendableRun;
import org.evenkeel.continuations.capture.SuspendableTask;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.cost.Queens;

/**
 * Measures what checkpoints at intervals cost a task that runs on: with and without in turn. {@link
 * Costs} starts it.
 */
final class IntervalCost {
    private static final int ROUNDS = 12;
    private static final long EVERY_MILLIS = 100;

    private IntervalCost() {}

    /** A task of which checkpoints are made, and forgotten. */
    private static final class Run extends HopContext implements CheckpointSink {
        final SuspendableTask task;
        long made;
        long bytes;

        Run(WovenLoader program) {
            super(0);
            this.task =
                    new SuspendableTask(
                            program,
                            new SuspendableTask.Label(new Digest(1, 1, 1, 1), "t-1", 1, 1, "n1"),
                            this,
                            null);
        }

        @Override
        public void checkpoint() {
            if (task.isDue()) {
                task.checkpoint();
            }
        }

        @Override
        public void checkpoint(Envelope checkpoint) {
            made++;
            bytes = checkpoint.toBytes().length;
        }

        @Override
        public boolean suspend(Envelope checkpoint) {
            throw new AssertionError("nobody asked for it");
        }

        @Override
        public void deferred(String reason) {
            throw new AssertionError(reason);
        }
    }

    /** The measurement and the folder with the program. */
    public static void main(String[] args) throws Exception {
        WovenLoader program = Programs.woven(Path.of(args[1]));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] best = {Long.MAX_VALUE, Long.MAX_VALUE};
        long made = 0;
        long bytes = 0;
        Object expected = null;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            boolean wanted = round % 2 == 1;
            Run run = new Run(program);
            Thread wanting =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                while (wanted && !Thread.interrupted()) {
                                    try {
                                        Thread.sleep(EVERY_MILLIS);
                                    } catch (InterruptedException e) {
                                        return;
                                    }
                                    run.task.want();
                                }
                            });
            long start = threads.getCurrentThreadCpuTime();
            SuspendableRun.Outcome.Finished finished = run.task.begin(make(program, args[0]), run);
            long took = threads.getCurrentThreadCpuTime() - start;
            wanting.interrupt();
            wanting.join();
            Object value = finished == null ? null : finished.value();
            if (expected != null && !expected.equals(value)) {
                throw new AssertionError(expected + " is not " + value);
            }
            expected = value;
            int which = wanted ? 1 : 0;
            best[which] = Math.min(best[which], took);
            made = Math.max(made, run.made);
            bytes = Math.max(bytes, run.bytes);
        }
        System.out.println(
                "%.3f (%.0f ms, without %.0f ms; %d checkpoints of %d bytes)"
                        .formatted(
                                (double) best[1] / best[0],
                                best[1] / 1e6,
                                best[0] / 1e6,
                                made,
                                bytes));
    }

    private static Task<?> make(WovenLoader program, String name) throws Exception {
        String owner =
                name.equals("Loop")
                        ? "org.evenkeel.samples.cost.Loop"
                        : Queens.class.getName() + "$" + name;
        Object argument = name.equals("Loop") ? (Object) 500_000_000L : (Object) 15;
        return (Task<?>)
                program.loadClass(owner).getDeclaredConstructors()[0].newInstance(argument);
    }
}
