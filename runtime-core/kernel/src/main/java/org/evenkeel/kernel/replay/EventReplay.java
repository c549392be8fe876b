package org.evenkeel.kernel.replay;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeCore;
import org.jspecify.annotations.Nullable;

/**
 * Handles the events of a recording once more, by a new kernel, and compares its effects with those
 * of then, event by event. What is simulated is what ran only if they are equal.
 */
public final class EventReplay {

    /** An entry is one event with its effects; a recovered node's first event is the largest. */
    private static final int MAX_ENTRY_BYTES = 1 << 30;

    /**
     * What a replay found.
     *
     * @param setup of the node
     * @param events that were handled once more
     * @param difference the first, null when there is none
     * @param isCut whether the last entry is incomplete: the process was killed while it wrote
     */
    public record Report(
            NodeSetup setup, long events, @Nullable Difference difference, boolean isCut) {}

    /**
     * An event whose effects are others than those that were recorded.
     *
     * @param number of the event, from 1
     * @param atNanos its time
     * @param event which
     * @param recorded its effects in the recording
     * @param replayed its effects now
     */
    public record Difference(
            long number, long atNanos, Event event, List<?> recorded, List<Effect> replayed) {}

    /**
     * Replays a recording up to its end or its first difference.
     *
     * @param in buffered by the caller
     * @throws IOException when it is no recording of this build, naming why
     */
    public static Report replay(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        byte[] header = data.readNBytes(EventRecorder.HEADER.length());
        if (!EventRecorder.HEADER.equals(new String(header, StandardCharsets.US_ASCII))) {
            throw new IOException("not a recording of events");
        }
        ValueReader values = new ValueReader();
        DataInputStream first = entry(data);
        if (first == null || !(values.read(first) instanceof NodeSetup setup)) {
            throw new IOException("the recording has no beginning");
        }
        NodeCore core = new NodeCore(setup.config());
        long count = 0;
        while (true) {
            DataInputStream entry;
            try {
                entry = entry(data);
            } catch (EOFException e) {
                return new Report(setup, count, null, true);
            }
            if (entry == null) {
                return new Report(setup, count, null, false);
            }
            count++;
            if (!(values.read(entry) instanceof Long atNanos)
                    || !(values.read(entry) instanceof Event event)
                    || !(values.read(entry) instanceof List<?> recorded)) {
                throw new IOException("entry " + count + " is no event");
            }
            List<Effect> replayed = core.handle(atNanos, event);
            if (!recorded.equals(replayed) && !isSame(recorded, replayed)) {
                return new Report(
                        setup,
                        count,
                        new Difference(count, atNanos, event, recorded, List.copyOf(replayed)),
                        false);
            }
        }
    }

    /** Arrays are equal when what is in them is. */
    private static boolean isSame(List<?> a, List<?> b) {
        return Arrays.equals(bytes(a), bytes(b));
    }

    private static byte[] bytes(List<?> values) {
        ValueWriter writer = new ValueWriter();
        writer.write(values);
        return writer.take();
    }

    /**
     * The next entry, null at the end.
     *
     * @throws EOFException when the recording ends within the entry
     */
    private static @Nullable DataInputStream entry(DataInputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < 0 || length > MAX_ENTRY_BYTES) {
            throw new IOException("an entry of " + length + " bytes");
        }
        byte[] entry = in.readNBytes(length);
        if (entry.length < length) {
            throw new EOFException();
        }
        return new DataInputStream(new ByteArrayInputStream(entry));
    }
}
