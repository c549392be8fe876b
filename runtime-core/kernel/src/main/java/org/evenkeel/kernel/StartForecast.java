package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.TaskNow.Forecast;
import org.evenkeel.kernel.load.RunTimes;
import org.jspecify.annotations.Nullable;

/** When tasks of a node are expected to start and to end, from those that have ended there. */
record StartForecast(Slots slots, long nowNanos) {

    /** Until a running task ends, as others of its kind did; unknown if it has run longer. */
    @Nullable Forecast leftOf(HeldTask copy) {
        RunTimes.Known whole = slots.known(copy);
        long ran = nowNanos - copy.startedNanos;
        return whole.nanos() == RunTimes.UNKNOWN || copy.wentOn || ran >= whole.nanos()
                ? null
                : new Forecast(whole.nanos() - ran, whole.spreadNanos(), whole.runs());
    }

    /** If the workers share what runs and what is before it; unknown if one kind is. */
    @Nullable Forecast untilStart(List<HeldTask> before) {
        Sum work = new Sum();
        for (Slot slot : slots.all()) {
            HeldTask running = slot.runsInWorker();
            if (running == null) {
                continue;
            }
            Forecast left = leftOf(running);
            if (left == null) {
                return null;
            }
            work.add(left.nanos(), left.spreadNanos(), left.runs());
        }
        for (HeldTask each : before) {
            RunTimes.Known whole = slots.known(each);
            if (whole.nanos() == RunTimes.UNKNOWN) {
                return null;
            }
            work.add(whole.nanos(), whole.spreadNanos(), whole.runs());
        }
        return work.sharedBy(Math.max(1, slots.workers()));
    }

    /** Of several tasks one after the other; their distances from the mean partly cancel out. */
    private static final class Sum {
        private long nanos;
        private double squares;
        private long runs = Long.MAX_VALUE;

        void add(long oneNanos, long spreadNanos, long oneRuns) {
            nanos += oneNanos;
            squares += (double) spreadNanos * spreadNanos;
            runs = Math.min(runs, oneRuns);
        }

        @Nullable Forecast sharedBy(int workers) {
            return runs == Long.MAX_VALUE
                    ? null
                    : new Forecast(nanos / workers, (long) Math.sqrt(squares) / workers, runs);
        }
    }
}
