package org.evenkeel.worker;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.evenkeel.continuations.graph.ReadyArrays;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.CheckpointComing;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint with which a task may resume here, if one was announced: one at a time, while
 * nothing runs, and while there is plenty of memory. It is all advice: a checkpoint that is not
 * here is read as ever. Safe for many threads.
 */
final class IncomingCheckpoints {

    /** Of free memory this much stays free. */
    private static final long SPARE_BYTES = 32 << 20;

    private final BooleanSupplier idle;
    private volatile @Nullable IncomingCheckpoint coming;

    /**
     * @param idle whether no task runs
     */
    IncomingCheckpoints(BooleanSupplier idle) {
        this.idle = idle;
    }

    /** The daemon says something of one. */
    synchronized void onAnnounced(CheckpointComing said) {
        if (said.getBlob().getSha256().size() != Digest.BYTES) {
            return;
        }
        Digest name = Digest.of(said.getBlob().getSha256().toByteArray());
        IncomingCheckpoint known = coming;
        if (known != null && known.name().equals(name)) {
            if (said.getOver()) {
                forget(known);
            } else {
                known.grew(said.getWritten());
            }
        } else if (known == null && !said.getOver() && CheckpointName.is(name)) {
            begin(name, said);
        }
    }

    /** In plain words: the task waits while a lambda is made for the first time. */
    private void begin(Digest name, CheckpointComing said) {
        long size = said.getBlob().getSize();
        List<ReadyArrays.Numbers> numbers = new ArrayList<>();
        long bytes = 0;
        for (Numbers each : said.getNumbersList()) {
            ReadyArrays.Numbers one =
                    new ReadyArrays.Numbers(each.getOffset(), each.getKind(), each.getBytes());
            if (one.isIn(size) && numbers.size() < WireLimits.MAX_NUMBERS) {
                numbers.add(one);
                bytes += one.bytes();
            }
        }
        if (bytes == 0 || bytes > size || bytes + SPARE_BYTES > free() || !idle.getAsBoolean()) {
            return;
        }
        try {
            IncomingCheckpoint one =
                    new IncomingCheckpoint(name, Path.of(said.getFile()), size, numbers);
            one.grew(said.getWritten());
            coming = one;
            one.start();
        } catch (InvalidPathException e) {
            coming = null; // not of our daemon's system
        }
    }

    /** Of the memory that large arrays may be in: two thirds of the heap. */
    private static long free() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.maxMemory() * 2 / 3 - jvm.totalMemory() + jvm.freeMemory();
    }

    private void forget(IncomingCheckpoint one) {
        coming = null;
        one.drop();
    }

    /**
     * A task begins: gives what was announced if that is its checkpoint; what was announced of
     * another is forgotten, for the task needs the memory.
     *
     * @param payload name of the file with its payload; null if there is none
     */
    @Nullable IncomingCheckpoint take(@Nullable Digest payload) {
        if (coming == null) {
            return null;
        }
        synchronized (this) {
            IncomingCheckpoint one = coming;
            if (one == null) {
                return null;
            }
            if (one.name().equals(payload)) {
                coming = null;
                return one;
            }
            forget(one);
            return null;
        }
    }
}
