package org.evenkeel.kernel.replay;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;

/**
 * Writes each event that a kernel handled, when, and the effects that it returned, for {@link
 * EventReplay}. Of one thread. The file has no user bytes and no secrets, but names of tasks, nodes
 * and submitters.
 *
 * <p>Format: {@value #HEADER}, then entries of a length (4 bytes) and a value: the {@link
 * NodeSetup} first; each later entry is a time, an event and the list of its effects.
 */
public final class EventRecorder implements AutoCloseable {

    static final String HEADER = "evenkeel-events-1\n";

    /** So much of what a killed process handled may be missing. */
    private static final long FLUSH_NANOS = 50_000_000;

    private final DataOutputStream out;
    private final ValueWriter values = new ValueWriter();
    private final long maxBytes;
    private long writtenBytes;
    private long flushedNanos;

    /**
     * Begins a recording.
     *
     * @param out closed with this; buffered by the caller
     * @param maxBytes most that is written: the recording ends before the first event beyond
     */
    public EventRecorder(OutputStream out, NodeSetup setup, long maxBytes) throws IOException {
        this.out = new DataOutputStream(out);
        this.maxBytes = maxBytes;
        this.out.write(HEADER.getBytes(StandardCharsets.US_ASCII));
        values.write(setup);
        writeEntry();
        this.out.flush();
    }

    /**
     * Adds an event.
     *
     * @return false when it found no room: the recording is over
     */
    public boolean add(long atNanos, Event event, List<Effect> effects) throws IOException {
        if (writtenBytes > maxBytes) {
            return false;
        }
        values.write(atNanos);
        values.write(event);
        values.write(effects);
        writeEntry();
        if (atNanos - flushedNanos > FLUSH_NANOS) {
            flushedNanos = atNanos;
            out.flush();
        }
        return writtenBytes <= maxBytes;
    }

    private void writeEntry() throws IOException {
        byte[] entry = values.take();
        out.writeInt(entry.length);
        out.write(entry);
        writtenBytes += Integer.BYTES + entry.length;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
