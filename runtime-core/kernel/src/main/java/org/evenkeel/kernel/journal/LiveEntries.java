package org.evenkeel.kernel.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The live entries themselves, gathered while a journal is read. */
final class LiveEntries {

    private final Map<Key, List<Entry>> entries = new LinkedHashMap<>();

    void found(Entry entry) {
        if (entry.isEnd()) {
            entries.remove(entry.key());
            return;
        }
        List<Entry> ofKey = entries.computeIfAbsent(entry.key(), key -> new ArrayList<>(2));
        ofKey.removeIf(earlier -> earlier.kind() == entry.kind());
        ofKey.add(entry);
    }

    /** All of them, keys in the order in which they appeared. */
    List<LiveKey> toList() {
        List<LiveKey> list = new ArrayList<>(entries.size());
        entries.forEach((key, ofKey) -> list.add(new LiveKey(key, List.copyOf(ofKey))));
        return list;
    }
}
