package org.evenkeel.kernel.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a journal was told, in order, and how much of it must never be lost. */
final class JournalModel {

    private final List<Entry> told = new ArrayList<>();
    private int acknowledged;
    private int known;

    void appended(Entry entry) {
        told.add(entry);
    }

    /** Everything so far is forced. What was acknowledged before is known to be, on disk. */
    void forced() {
        known = Math.max(known, acknowledged);
        acknowledged = told.size();
    }

    /** That everything is forced is known on disk. */
    void markForced() {
        known = acknowledged;
    }

    /** Entries that are there whatever happens. */
    int acknowledged() {
        return acknowledged;
    }

    /** Entries whose damage is told from a torn end. */
    int known() {
        return known;
    }

    int size() {
        return told.size();
    }

    /**
     * The longest prefix of at least {@code least} entries with exactly this state, -1 when there
     * is none.
     */
    int prefix(List<LiveKey> state, int least) {
        Map<Key, Map<Integer, Entry>> wanted = new LinkedHashMap<>();
        for (LiveKey key : state) {
            Map<Integer, Entry> kinds = new LinkedHashMap<>();
            key.entries().forEach(entry -> kinds.put(entry.kind(), entry));
            wanted.put(key.key(), kinds);
        }
        Map<Key, Map<Integer, Entry>> folded = new LinkedHashMap<>();
        int found = -1;
        for (int n = 0; n <= told.size(); n++) {
            if (n > 0) {
                fold(folded, told.get(n - 1));
            }
            if (n >= least && folded.equals(wanted)) {
                found = n;
            }
        }
        return found;
    }

    private static void fold(Map<Key, Map<Integer, Entry>> state, Entry entry) {
        if (entry.isEnd()) {
            state.remove(entry.key());
        } else {
            state.computeIfAbsent(entry.key(), key -> new LinkedHashMap<>())
                    .put(entry.kind(), entry);
        }
    }

    /** A new process begins with this much, all of it safe. */
    void recovered(int prefix) {
        told.subList(prefix, told.size()).clear();
        acknowledged = prefix;
        known = prefix;
    }
}
