package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.table.Row;
import org.jspecify.annotations.Nullable;

/**
 * The damaged segments of a store: left out once they were noticed, and told as gaps, each once in
 * a process. For one thread.
 */
final class DamagedSegments {

    private final Path store;
    private final Set<Path> noticed = new HashSet<>();
    private final List<Found> untold = new ArrayList<>();

    /** A damaged segment, and since when its rows were recorded, about. */
    private record Found(Segment segment, long fromMillis) {}

    DamagedSegments(Path store) {
        this.store = store;
    }

    /** Notices those that are damaged. To be called before others are merged without them. */
    void look() throws IOException {
        List<Segment> all = SegmentList.all(store);
        Segment before = null;
        for (Segment segment : all) {
            if (!SegmentList.isWhole(segment)
                    && !isThereOtherwise(segment, all)
                    && noticed.add(segment.path())) {
                untold.add(new Found(segment, from(segment, before)));
            }
            before = segment;
        }
    }

    /**
     * Has those that cannot be read left out from now on.
     *
     * @return whether there is one
     */
    boolean mark(List<Segment> segments) throws IOException {
        List<Segment> unreadable = SegmentCheck.unreadable(segments);
        for (Segment segment : unreadable) {
            segment.markDamaged();
        }
        look();
        return !unreadable.isEmpty();
    }

    /** The gaps that were not told yet. */
    List<Row> gaps(long nowMicros) throws IOException {
        look();
        List<Row> gaps = untold.stream().map(found -> gap(found, nowMicros)).toList();
        untold.clear();
        return gaps;
    }

    /** Whether the same rows are in another segment. */
    private static boolean isThereOtherwise(Segment segment, List<Segment> all) throws IOException {
        for (Segment other : all) {
            if ((other.replaces(segment) || segment.replaces(other))
                    && SegmentList.isWhole(other)) {
                return true;
            }
        }
        return false;
    }

    /** It has what was recorded since the one before it was written. */
    private static long from(Segment segment, @Nullable Segment before) {
        long midnight = segment.day().atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        if (before == null
                || before.table() != segment.table()
                || !before.day().equals(segment.day())) {
            return midnight;
        }
        return before.modifiedMillis();
    }

    private static Row gap(Found found, long nowMicros) {
        Segment segment = found.segment();
        return Gap.damaged(
                nowMicros,
                segment.table(),
                String.valueOf(segment.path().getFileName()),
                1_000 * Math.min(found.fromMillis(), segment.modifiedMillis()),
                1_000 * segment.modifiedMillis());
    }
}
