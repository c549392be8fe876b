package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.evenkeel.simulator.forecast.Band;
import org.jspecify.annotations.Nullable;

/**
 * When a job ends, in each of many simulated runs. Times are nanoseconds after the moment.
 *
 * @param job id
 * @param open tasks that had not ended then
 * @param ends without a change
 * @param changedEnds with it, by the same seeds; empty if nothing is changed
 * @param ended when these tasks actually ended; null if that is not known
 */
record JobEnd(
        String job,
        String name,
        long open,
        long[] ends,
        long[] changedEnds,
        @Nullable Instant ended) {

    boolean isChanged() {
        return changedEnds.length > 0;
    }

    /** Without a change. */
    Band band() {
        return Band.of(ends);
    }

    /** With it. */
    Band changedBand() {
        return Band.of(changedEnds);
    }

    /** How much earlier the job ends with the change; negative values mean later. */
    Band earlier() {
        long[] earlier = new long[ends.length];
        Arrays.setAll(earlier, i -> ends[i] - changedEnds[i]);
        return Band.of(earlier);
    }

    JobEnd endedAt(Optional<Instant> time) {
        return new JobEnd(job, name, open, ends, changedEnds, time.orElse(null));
    }
}
