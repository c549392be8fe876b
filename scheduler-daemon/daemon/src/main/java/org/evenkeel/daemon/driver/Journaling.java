package org.evenkeel.daemon.driver;

import java.util.List;
import java.util.function.LongConsumer;
import org.evenkeel.model.JournalRecord;

/** Makes records durable, in their order; called on the event loop. */
public interface Journaling {

    /**
     * Hands records over.
     *
     * @param records at least one
     * @return the number of the last of them; records are counted from 1
     */
    long write(List<JournalRecord> records);

    /** Says who hears, on the event loop, up to which number everything is durable. */
    void whenDurable(LongConsumer listener);
}
