package org.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** The body of one record; what was read must be the same when written and read again. */
public final class JournalMapperFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(WireException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        JournalRecord record = new JournalMapper().read(input);
        assertEquals(record, new JournalMapper().read(new JournalMapper().write(record)));
    }
}
