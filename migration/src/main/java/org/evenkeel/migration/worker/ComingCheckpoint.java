package org.evenkeel.migration.worker;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.evenkeel.migration.graph.ReadyArrays;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is read while its file still comes: its large arrays are filled, and its sum is
 * computed of the same bytes. A thread of its own reads.
 */
final class ComingCheckpoint {

    private static final int CHUNK_BYTES = 256 << 10;

    private final Digest name;
    private final Path file;
    private final long size;
    private final List<ReadyArrays.Numbers> numbers;
    private final FutureTask<@Nullable ReadyArrays> reading = new FutureTask<>(this::read);
    private long written;
    private boolean over;

    /**
     * @param size of the whole file
     */
    ComingCheckpoint(Digest name, Path file, long size, List<ReadyArrays.Numbers> numbers) {
        this.name = name;
        this.file = file;
        this.size = size;
        this.numbers = numbers;
    }

    Digest name() {
        return name;
    }

    void start() {
        Thread.ofPlatform().daemon().name("evenkeel-coming").start(reading);
    }

    /** So much is in the file. */
    synchronized void grew(long bytes) {
        written = Math.max(written, Math.min(bytes, size));
        notifyAll();
    }

    /** Nobody wants it. */
    synchronized void drop() {
        over = true;
        notifyAll();
    }

    /**
     * What was read, when all of the file is there; null where that was not right.
     *
     * @throws InterruptedException if the caller is to stop
     */
    @Nullable ReadyArrays whole() throws InterruptedException {
        grew(size);
        try {
            return reading.get();
        } catch (ExecutionException e) {
            return null; // it is read as if it had not been heard of before
        }
    }

    /** What is whole is under its name. */
    private FileChannel open() throws IOException {
        try {
            return FileChannel.open(file);
        } catch (NoSuchFileException e) {
            return FileChannel.open(file.resolveSibling(name.toString()));
        }
    }

    private @Nullable ReadyArrays read() throws IOException, InterruptedException {
        CheckpointSum sum = new CheckpointSum();
        // Opened first: when it is whole it gets another name, and large arrays take their time.
        try (FileChannel in = open();
                Arena arena = Arena.ofConfined()) {
            ReadyArrays arrays = new ReadyArrays(numbers);
            MemorySegment memory = arena.allocate(CHUNK_BYTES);
            ByteBuffer chunk = memory.asByteBuffer();
            for (long at = 0; at < size; at += chunk.limit()) {
                long there = awaitMoreThan(at);
                if (there < 0) {
                    return null;
                }
                chunk.clear().limit((int) Math.min(CHUNK_BYTES, there - at));
                while (chunk.hasRemaining()) {
                    if (in.read(chunk, at + chunk.position()) < 0) {
                        throw new EOFException(file + " is shorter than was said");
                    }
                }
                sum.update(chunk.flip());
                arrays.fill(at, memory.asSlice(0, chunk.limit()));
            }
            return sum.isRight() ? arrays : null;
        }
    }

    /** How much there is, at least a chunk more or all of it; less than 0 if nobody wants it. */
    private synchronized long awaitMoreThan(long at) throws InterruptedException {
        while (!over && written < Math.min(size, at + CHUNK_BYTES)) {
            wait();
        }
        return over ? -1 : written;
    }
}
