package org.evenkeel.recorder.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How long rows are kept: for some days, and not more than some bytes.
 *
 * @param days whole days beside today
 * @param bytes of all segments
 */
public record RetentionPlan(int days, long bytes) {

    /**
     * The segments whose rows are not kept any longer, the oldest first. The newest segment stays.
     *
     * @param all those that are replaced included
     */
    List<Segment> outdated(List<Segment> all, LocalDate today) {
        LocalDate first = confirmed(all, today).minusDays(days);
        List<Segment> sorted =
                SegmentList.current(all).stream()
                        .sorted(
                                Comparator.comparing(Segment::day)
                                        .thenComparingLong(Segment::last)
                                        .thenComparing(Segment::table))
                        .toList();
        long total = all.stream().mapToLong(Segment::bytes).sum();
        List<Segment> outdated = new ArrayList<>();
        for (Segment segment : sorted.subList(0, Math.max(0, sorted.size() - 1))) {
            boolean old = segment.day().isBefore(first);
            if (!old && total <= bytes) {
                break;
            }
            outdated.add(segment);
            total -= segment.bytes() + replacedBytes(segment, all);
        }
        return outdated;
    }

    /**
     * Today, or the day after the last one before today on which something was written. A clock
     * that is set far ahead makes nothing old on its first day; after a pause rows are deleted a
     * day later.
     */
    private static LocalDate confirmed(List<Segment> all, LocalDate today) {
        return all.stream()
                .map(Segment::day)
                .filter(day -> day.isBefore(today))
                .max(Comparator.naturalOrder())
                .map(day -> day.plusDays(1))
                .orElse(today);
    }

    private static long replacedBytes(Segment by, List<Segment> all) {
        return all.stream().filter(by::replaces).mapToLong(Segment::bytes).sum();
    }
}
