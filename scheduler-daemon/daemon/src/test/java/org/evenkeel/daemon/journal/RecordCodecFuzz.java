package org.evenkeel.daemon.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.JournalMapper;
import org.evenkeel.wire.WireException;

/**
 * Any entry of the journal: a flag, its kind, its key in 17 bytes, its body. When the flag is odd
 * the key is that of the body, so that it is not refused for it.
 */
public final class RecordCodecFuzz implements FuzzTarget {

    private static final int HEAD_BYTES = 2 + 1 + 2 * Long.BYTES;

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(WireException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        if (input.length < HEAD_BYTES) {
            return;
        }
        ByteBuffer in = ByteBuffer.wrap(input);
        boolean right = (in.get() & 1) == 1;
        int kind = in.get() & 0x7f;
        Key given = new Key(in.get(), in.getLong(), in.getLong());
        RecordCodec.about(given);
        byte[] body = new byte[in.remaining()];
        in.get(body);
        Key key = right ? RecordCodec.key(new JournalMapper().read(body)) : given;
        RecordCodec codec = new RecordCodec();
        JournalRecord record = codec.decode(new Entry(key, kind, body));
        assertEquals(record, codec.decode(codec.encode(record)));
    }
}
