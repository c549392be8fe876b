package org.evenkeel.kernel.driver;

import java.util.List;
import org.evenkeel.model.JournalRecord;

/** Takes records that are to be durable, in their order; says later up to which one they are. */
public interface RecordWriter {

    /**
     * Hands records over.
     *
     * @param records at least one
     * @return the number of the last of them; records are counted from 1
     */
    long write(List<JournalRecord> records);
}
