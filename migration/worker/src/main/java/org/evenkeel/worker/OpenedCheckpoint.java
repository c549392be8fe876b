package org.evenkeel.worker;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.ReadyArrays;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is being read. The content of one in a file stays there until it is closed, and
 * a second thread looks at the sum of a large one meanwhile: what was read counts when that is
 * right.
 *
 * @param ready what was read before, while the file came
 */
record OpenedCheckpoint(
        CheckpointPayload continuation, @Nullable Mapped mapped, @Nullable ReadyArrays ready)
        implements AutoCloseable {
    /** The sum of a smaller one is looked at before. */
    private static final int LARGE_BYTES = 4 << 20;

    /** A file, and whether its sum is right. */
    private record Mapped(Arena arena, ByteBuffer file, FutureTask<Boolean> sum) {

        static Mapped of(Path path, boolean known) throws IOException {
            Arena arena = Arena.ofShared();
            try (FileChannel channel = FileChannel.open(path)) {
                ByteBuffer file =
                        channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena)
                                .asByteBuffer();
                FutureTask<Boolean> sum =
                        new FutureTask<>(() -> known || CheckpointFiles.isRight(file.duplicate()));
                if (known || file.remaining() < LARGE_BYTES) {
                    sum.run();
                } else {
                    Thread.ofPlatform().daemon().name("evenkeel-sum").start(sum);
                }
                return new Mapped(arena, file, sum);
            } catch (IOException | RuntimeException e) {
                arena.close();
                throw e;
            }
        }

        void requireRight() throws DamagedGraph {
            if (!isRight()) {
                throw new DamagedGraph(
                        "the file of a checkpoint, %s bytes, was truncated or changed in transit"
                                .formatted(file.remaining()));
            }
        }

        private boolean isRight() {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return sum.get();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    } catch (ExecutionException e) {
                        return false; // the file is shorter than it was
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** When no thread reads it any more. */
        void close() {
            isRight();
            arena.close();
        }
    }

    /** One that was not in a file of its own. */
    static OpenedCheckpoint of(CheckpointPayload continuation) {
        return new OpenedCheckpoint(continuation, null, null);
    }

    /**
     * One in a file.
     *
     * @param ready what was read while it came, and was right; null if there is nothing
     * @throws DamagedGraph if it is none, or changed on its way
     * @throws RefusedCheckpoint if it is of another format
     */
    static OpenedCheckpoint of(Path path, @Nullable ReadyArrays ready)
            throws IOException, DamagedGraph, RefusedCheckpoint {
        Mapped mapped = Mapped.of(path, ready != null);
        try {
            if (mapped.file().remaining() < LARGE_BYTES) {
                mapped.requireRight();
            }
            return new OpenedCheckpoint(
                    CheckpointPayload.read(CheckpointFiles.content(mapped.file()), false),
                    mapped,
                    ready);
        } catch (DamagedGraph | RefusedCheckpoint | RuntimeException e) {
            try {
                mapped.requireRight();
            } finally {
                mapped.close();
            }
            throw e;
        }
    }

    /** Something that is read. */
    interface Reading {
        void read() throws Exception;
    }

    /** Reads the content, with what was read before. */
    void read(Reading reading) throws Exception {
        if (mapped == null || ready == null) {
            reading.read();
        } else {
            ready.whileReading(
                    mapped.file(),
                    () -> {
                        reading.read();
                        return "";
                    });
        }
    }

    /**
     * To be called when all of it was read, and before anything is done with that.
     *
     * @throws DamagedGraph if it was cut off or changed on its way
     */
    void requireRight() throws DamagedGraph {
        if (mapped != null) {
            mapped.requireRight();
        }
    }

    @Override
    public void close() {
        if (mapped != null) {
            mapped.close();
        }
    }
}
