package org.evenkeel.lab.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.lab.simulate.Replay;
import org.evenkeel.simulator.work.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the simulator makes of the demo's own tasks: the recorded ones, with their run times,
 * on the same nodes under the same policy.
 *
 * @param recordings of the daemons
 * @param since tasks that were submitted earlier do not count
 */
record Prediction(DemoOutput demoOutput, ClusterPlan plan, Path recordings, Instant since) {
    private static final int READS = 10;
    private static final long PAUSE_MILLIS = 100;

    void print() throws InterruptedException {
        Recording recording = read();
        if (recording == null) {
            demoOutput.print(
                    "   The recording of this run is incomplete, so it cannot be simulated.");
            return;
        }
        double real = recording.makespanNanos() / 1e9;
        double predicted =
                Replay.simulate(recording, plan.policy(), plan.load(), plan.topology()).makespan();
        demoOutput.print(
                ("   Predicted makespan %s, real makespan %s: the simulator, given these "
                                + "tasks, was off by %s.")
                        .formatted(
                                NumberFormatter.seconds(predicted),
                                NumberFormatter.seconds(real),
                                NumberFormatter.share(Math.abs(predicted / real - 1))));
        demoOutput.report("predictedMakespan", predicted);
        demoOutput.report("realMakespan", real);
    }

    /** The last facts of a daemon may be on their way to its disk. */
    private @Nullable Recording read() throws InterruptedException {
        for (int i = 0; i < READS; i++) {
            try {
                Recording recording = Replay.recording(List.of(recordings), epochNanos(since));
                if (recording.unfinished() == 0 && recording.makespanNanos() > 0) {
                    return recording;
                }
            } catch (IOException | IllegalArgumentException e) {
                // Nothing yet, or half a line.
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return null;
    }

    private static long epochNanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }
}
