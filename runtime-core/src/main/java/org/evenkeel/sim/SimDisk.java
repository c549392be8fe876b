package org.evenkeel.sim;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.JournalRecord;

/** The disk of a node: what was written and not forced is lost with the process. */
final class SimDisk {
    private final List<JournalRecord> forced = new ArrayList<>(0);
    private final List<JournalRecord> written = new ArrayList<>(0);

    void write(JournalRecord entry) {
        written.add(entry);
    }

    /** What was written is safe now; returns it. */
    List<JournalRecord> force() {
        List<JournalRecord> now = List.copyOf(written);
        forced.addAll(now);
        written.clear();
        return now;
    }

    void crash() {
        written.clear();
    }

    /** Everything that survives, oldest first. */
    List<JournalRecord> forced() {
        return forced;
    }
}
