package org.evenkeel.sim;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.Event;
import org.evenkeel.core.Recovery;
import org.evenkeel.model.JournalRecord;
import org.jspecify.annotations.Nullable;

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

    void lose() {
        crash();
        forced.clear();
    }

    void crash() {
        written.clear();
    }

    /** What a process that starts now finds, null when it is nothing. */
    Event.@Nullable Recovered recover() {
        Recovery recovery = new Recovery();
        forced.forEach(recovery::add);
        return recovery.event();
    }
}
