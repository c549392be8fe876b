package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.report.TimeSpans.Span;

/** Where the time of one slot went: each moment has one cause, so that the causes add up to it. */
final class SlotTime {

    /** What a slot does. Of several at a moment the first counts. */
    enum Cause {
        /** It runs a task of the job, from which a result or a checkpoint came. */
        COMPUTING,
        /** It runs a task of the job that was cancelled or had to begin again. */
        LOST,
        /** It runs a task of another job. */
        OTHER_JOBS,
        /** Its machine is known to have started nothing, as one that was not there yet. */
        CLOSED,
        /** It is idle while tasks of the job wait. */
        IDLE_BESIDE_WAITING,
        /** It is idle, and no task of the job waits. */
        NOTHING_TO_DO
    }

    private final Map<Cause, List<Span>> spans = new EnumMap<>(Cause.class);

    /** Adds a time at which the cause was there; others may be there too. */
    SlotTime add(Cause cause, long begin, long end) {
        spans.computeIfAbsent(cause, _ -> new ArrayList<>()).add(new Span(begin, end));
        return this;
    }

    /** The same with many times. */
    SlotTime add(Cause cause, TimeSpans times) {
        for (int i = 0; i < times.count(); i++) {
            add(cause, times.get(i).begin(), times.get(i).end());
        }
        return this;
    }

    /**
     * Divides the time of the slot.
     *
     * @param present when the slot was there
     * @return for each cause its share of that time, in the same unit
     */
    Map<Cause, Long> of(TimeSpans present) {
        Map<Cause, Long> shares = new EnumMap<>(Cause.class);
        TimeSpans left = present;
        for (Cause cause : Cause.values()) {
            if (cause == Cause.NOTHING_TO_DO) {
                shares.put(cause, left.total());
            } else {
                TimeSpans all = TimeSpans.of(spans.getOrDefault(cause, List.of()));
                shares.put(cause, left.and(all).total());
                left = left.without(all);
            }
        }
        return shares;
    }
}
