package org.evenkeel.worker;

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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.evenkeel.continuations.graph.ReadyArrays;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is read while its file still comes: its large arrays are filled, and its sum is
 * computed. Two threads of its own do it: to make a large array takes as long as to read it, and
 * one of them reads meanwhile.
 */
final class IncomingCheckpoint {

    static final int CHUNK_BYTES = 256 << 10;

    private final Digest name;
    private final Path file;
    private final long size;
    private final Supplier<ReadyArrays> maker;
    private final FutureTask<@Nullable ReadyArrays> reading = new FutureTask<>(this::read);
    private long written;
    private boolean over;

    private @Nullable ReadyArrays arrays;

    /** Up to here the file was read when there were no arrays yet. */
    private long missed;

    /** Where the next part is that was missed and that no thread fills in yet. */
    private final AtomicLong nextMissed = new AtomicLong();

    /**
     * @param size of the whole file
     */
    IncomingCheckpoint(Digest name, Path file, long size, List<ReadyArrays.Numbers> numbers) {
        this(name, file, size, () -> new ReadyArrays(numbers));
    }

    /**
     * @param maker of the arrays in it
     */
    IncomingCheckpoint(Digest name, Path file, long size, Supplier<ReadyArrays> maker) {
        this.name = name;
        this.file = file;
        this.size = size;
        this.maker = maker;
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

    /** No code wants it. */
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

    private @Nullable ReadyArrays read()
            throws IOException, InterruptedException, ExecutionException {
        // Opened first: when it is whole it gets another name, and large arrays take their time.
        try (FileChannel in = open()) {
            FutureTask<Boolean> passing = new FutureTask<>(() -> pass(in));
            Thread.ofPlatform().daemon().name("evenkeel-coming-sum").start(passing);
            ReadyArrays made = maker.get();
            have(made);
            try (Part part = new Part(in)) {
                fillMissed(part, made);
            }
            return passing.get() && !isOver() ? made : null;
        } finally {
            drop(); // where this one failed, the other is not to wait
        }
    }

    /** Reads all of the file in its order; whether its sum is right. */
    private boolean pass(FileChannel in) throws IOException, InterruptedException {
        CheckpointSum sum = new CheckpointSum();
        try (Part part = new Part(in)) {
            for (long at = 0; at < size; at += part.length()) {
                long there = awaitMoreThan(at);
                if (there < 0) {
                    return false;
                }
                part.read(at, there);
                sum.update(part.bytes());
                ReadyArrays made = passed(at + part.length());
                if (made != null) {
                    part.fill(made);
                }
            }
            ReadyArrays made = awaitArrays();
            if (made != null) {
                fillMissed(part, made);
            }
        }
        return sum.isRight();
    }

    private void fillMissed(Part part, ReadyArrays made) throws IOException {
        long end = missed();
        for (long at = claim(); at < end && !isOver(); at = claim()) {
            part.read(at, end);
            part.fill(made);
        }
    }

    private long claim() {
        return nextMissed.getAndAdd(CHUNK_BYTES);
    }

    /** How much there is, at least a chunk more or all of it; less than 0 if no code wants it. */
    private synchronized long awaitMoreThan(long at) throws InterruptedException {
        while (!over && written < Math.min(size, at + CHUNK_BYTES)) {
            wait();
        }
        return over ? -1 : written;
    }

    /** The arrays are there; what is read from now on is filled in at once. */
    private synchronized void have(ReadyArrays made) {
        arrays = made;
        notifyAll();
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** Up to which byte the file was read when there were no arrays yet. */
    synchronized long missed() {
        return missed;
    }

    /** The arrays, to be filled with what was read last; null if they are filled with it later. */
    private synchronized @Nullable ReadyArrays passed(long end) {
        if (arrays == null) {
            missed = end;
        }
        return arrays;
    }

    private synchronized @Nullable ReadyArrays awaitArrays() throws InterruptedException {
        while (!over && arrays == null) {
            wait();
        }
        return arrays;
    }

    /** A part of the file in memory; each thread has its own. */
    private final class Part implements AutoCloseable {
        private final FileChannel in;
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment memory = arena.allocate(CHUNK_BYTES);
        private final ByteBuffer chunk = memory.asByteBuffer();
        private long at;

        Part(FileChannel in) {
            this.in = in;
        }

        /**
         * Reads a chunk.
         *
         * @param end of what there is to be read, which may be less
         */
        void read(long from, long end) throws IOException {
            at = from;
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - from));
            while (chunk.hasRemaining()) {
                if (in.read(chunk, from + chunk.position()) < 0) {
                    throw new EOFException(file + " is shorter than announced");
                }
            }
            chunk.flip();
        }

        int length() {
            return chunk.limit();
        }

        ByteBuffer bytes() {
            return chunk.duplicate();
        }

        void fill(ReadyArrays made) {
            made.fill(at, memory.asSlice(0, chunk.limit()));
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
