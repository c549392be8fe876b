package org.evenkeel.kernel.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the live entries are, and how many bytes they have. */
final class LiveIndex {

    private final Map<Key, List<EntryPosition>> places = new LinkedHashMap<>();
    private long bytes;
    private long entries;

    private record EntryPosition(int kind, long segment, long offset, int bytes) {}

    /** An entry was written there. */
    void written(Entry entry, long segment, long offset) {
        if (entry.isEnd()) {
            List<EntryPosition> ended = places.remove(entry.key());
            if (ended != null) {
                entries -= ended.size();
                ended.forEach(place -> bytes -= place.bytes());
            }
            return;
        }
        List<EntryPosition> ofKey = places.computeIfAbsent(entry.key(), key -> new ArrayList<>(2));
        EntryPosition place =
                new EntryPosition(entry.kind(), segment, offset, RecordFormat.bytes(entry));
        bytes += place.bytes();
        for (int i = 0; i < ofKey.size(); i++) {
            if (ofKey.get(i).kind() == entry.kind()) {
                bytes -= ofKey.set(i, place).bytes();
                return;
            }
        }
        ofKey.add(place);
        entries++;
    }

    /** Whether the entry at this place is the live one of its key and kind. */
    boolean isLive(Entry entry, long segment, long offset) {
        @Nullable List<EntryPosition> ofKey = places.get(entry.key());
        if (ofKey == null) {
            return false;
        }
        for (EntryPosition place : ofKey) {
            if (place.kind() == entry.kind()) {
                return place.segment() == segment && place.offset() == offset;
            }
        }
        return false;
    }

    long bytes() {
        return bytes;
    }

    long entries() {
        return entries;
    }

    int keys() {
        return places.size();
    }
}
