package org.evenkeel.worker;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.zip.CRC32C;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;

/**
 * Large checkpoints in files: the payload, and a sum of it. They are looked at once, on the way
 * into the file, and named at random: a SHA-256 would take as long as all the rest.
 */
final class CheckpointFiles {

    /** As much at a time as the processor's caches hold. */
    private static final int CHUNK_BYTES = 256 << 10;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Hears how a file grows. */
    interface Watcher {
        /**
         * @param whole the file as it will be
         * @param written bytes from its beginning that are there
         */
        void grew(ResultFile whole, long written);

        /** It could not be written, and is not there. */
        void gaveUp(ResultFile whole);
    }

    /**
     * Writes one.
     *
     * @param payload without a sum of its own
     * @param file where, which must not be there; when it cannot be written it is not there
     */
    static ResultFile write(Pieces payload, Path file, Watcher watcher) throws IOException {
        ResultFile whole =
                new ResultFile(
                        file.toString(), name(), (long) payload.size() + CheckpointSum.BYTES);
        CRC32C sum = new CRC32C();
        try (Arena arena = Arena.ofConfined();
                FileChannel out =
                        FileChannel.open(
                                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            payload.handOver(
                    arena.allocate(CHUNK_BYTES).asByteBuffer(),
                    chunk -> {
                        sum.update(chunk.duplicate());
                        write(chunk, out);
                        watcher.grew(whole, out.position());
                    });
            write(CheckpointSum.end(sum), out);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            watcher.gaveUp(whole);
            throw e;
        }
        return whole;
    }

    private static Digest name() {
        return CheckpointName.of(RANDOM.nextLong(), RANDOM.nextLong(), RANDOM.nextLong());
    }

    private static void write(ByteBuffer bytes, FileChannel out) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    /** Whether a file is whole, and as it was written. */
    static boolean isRight(ByteBuffer file) {
        CheckpointSum sum = new CheckpointSum();
        sum.update(file);
        return sum.isRight();
    }

    /**
     * The payload in such a file, which may be another than was written.
     *
     * @throws DamagedGraph if there is none
     */
    static ByteBuffer content(ByteBuffer file) throws DamagedGraph {
        if (file.remaining() <= CheckpointSum.BYTES) {
            throw new DamagedGraph("a checkpoint in a file of " + file.remaining() + " bytes");
        }
        return file.slice(file.position(), file.remaining() - CheckpointSum.BYTES);
    }
}
