package org.evenkeel.daemon.blob;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints that workers of this node are writing: what there is of them can be sent on, so that
 * a checkpoint is on its way while it is written. A worker writes one at a time. Belongs to the
 * event loop.
 */
public final class GrowingCheckpoints {

    private final Map<Digest, Growing> growing = new HashMap<>();
    private final Consumer<Path> close;

    /**
     * @param close told of each file that is not read any more
     */
    GrowingCheckpoints(Consumer<Path> close) {
        this.close = close;
    }

    private static final class Growing {
        final Object writer;
        final Path file;
        final long size;
        final List<WaitingReader> waiting = new ArrayList<>();
        long written;

        /** Whether it is written, and is being taken over. */
        boolean whole;

        Growing(Object writer, Path file, long size) {
            this.writer = writer;
            this.file = file;
            this.size = size;
        }
    }

    private record WaitingReader(long upTo, BlobSender.Waiter waiter) {}

    /**
     * More of a checkpoint is in its file.
     *
     * @param writer who writes it; what else it was writing it has given up
     * @param file where it is read; counts the first time
     * @param written from the beginning
     * @return whether this is the first that is heard of it
     */
    boolean grew(Object writer, BlobPayload checkpoint, Path file, long written) {
        Growing one = growing.get(checkpoint.digest());
        boolean first = one == null;
        if (one == null) {
            gone(writer);
            one = new Growing(writer, file, checkpoint.sizeBytes());
            growing.put(checkpoint.digest(), one);
        } else if (!one.writer.equals(writer) || one.whole) {
            return false;
        }
        one.written = Math.max(one.written, Math.min(written, one.size));
        resume(one);
        return first;
    }

    private static void resume(Growing one) {
        for (WaitingReader next : List.copyOf(one.waiting)) {
            if (Math.min(next.upTo(), one.size) <= one.written) {
                one.waiting.remove(next);
                next.waiter().resume(false);
            }
        }
    }

    /** It is written: whoever wants more of it waits until it is taken over. */
    public void taking(Digest checkpoint) {
        Growing one = growing.get(checkpoint);
        if (one != null) {
            one.whole = true;
        }
    }

    /** It was taken over, or will not come: there is nothing to wait for. */
    public void ended(Digest checkpoint) {
        Growing one = growing.remove(checkpoint);
        if (one != null) {
            one.waiting.forEach(next -> next.waiter().resume(false));
            close.accept(one.file);
        }
    }

    /** Whether it is known. */
    boolean has(Digest checkpoint) {
        return growing.containsKey(checkpoint);
    }

    /** A process writes no more. */
    void gone(Object writer) {
        List<Digest> left = new ArrayList<>();
        growing.forEach((name, one) -> {
            if (one.writer.equals(writer) && !one.whole) {
                left.add(name);
            }
        });
        left.forEach(this::ended);
    }

    /** What there is of it; null when there is nothing to be read. */
    BlobPull.@Nullable Part part(Digest checkpoint) {
        Growing one = growing.get(checkpoint);
        return one == null || one.whole ? null : new BlobPull.Part(one.file, one.written, one.size);
    }

    /** Lets a component wait for a part of it; false when it is not being written. */
    boolean await(Digest checkpoint, long upTo, BlobSender.Waiter waiter) {
        Growing one = growing.get(checkpoint);
        if (one != null) {
            one.waiting.add(new WaitingReader(upTo, waiter));
        }
        return one != null;
    }
}
