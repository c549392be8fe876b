package org.evenkeel.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/** The bytes that tasks come with, and the objects in them. */
record TaskPayloads(PayloadCodec codec, String blobDirectory, IncomingCheckpoints coming) {
    /**
     * Where a payload lies, its tag included.
     *
     * @param array not copied
     * @param note of an observer, which was before it; empty for none
     */
    record Bytes(byte[] array, int from, int to, byte[] note) {

        /** A payload of which it is not known whether it has a note. */
        static Bytes of(byte[] array, int from, int to) {
            int head = Noted.headBytes(array, from, to - from);
            return new Bytes(array, from + head, to, Noted.note(array, from, to - from));
        }

        /** Of no bytes: that of null. */
        byte tag() {
            return to > from ? array[from] : Encoded.NULL;
        }
    }

    /** A task's payload; from its file when it is large. */
    Bytes bytes(StartedTask started) throws IOException {
        if (started.blob() == null) {
            return Bytes.of(started.frame(), started.offset(), started.offset() + started.length());
        }
        byte[] file = Files.readAllBytes(path(started.blob()));
        return Bytes.of(file, 0, file.length);
    }

    /**
     * The checkpoint of a task that was suspended; null if it was not.
     *
     * @throws DamagedGraph if it is none, or changed on its way
     * @throws RefusedCheckpoint if it is of another format
     * @throws InterruptedException if the task is to stop
     */
    @Nullable OpenedCheckpoint checkpoint(StartedTask started)
            throws IOException, DamagedGraph, RefusedCheckpoint, InterruptedException {
        Digest blob = started.blob();
        IncomingCheckpoint before = coming.take(blob);
        if (blob != null && CheckpointName.is(blob)) {
            return OpenedCheckpoint.of(path(blob), before == null ? null : before.whole());
        }
        if (blob != null && !isCheckpoint(path(blob))) {
            return null;
        }
        ByteBuffer payload =
                blob == null
                        ? ByteBuffer.wrap(started.frame(), started.offset(), started.length())
                        : ByteBuffer.wrap(Files.readAllBytes(path(blob)));
        return payload.hasRemaining() && CheckpointPayload.isIn(payload.get(payload.position()))
                ? OpenedCheckpoint.of(CheckpointPayload.read(payload, true))
                : null;
    }

    /** Whether a file begins as checkpoints do. Their own files are large; this one was a frame. */
    private static boolean isCheckpoint(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            int tag = in.read();
            return tag >= 0 && CheckpointPayload.isIn((byte) tag);
        }
    }

    private Path path(Digest blob) {
        return Path.of(blobDirectory, blob.toString());
    }

    /** The object of a task that was not suspended before. */
    @Nullable Object decode(StartedTask started, Bytes bytes)
            throws IOException, ClassNotFoundException {
        Class<?> type = null;
        if (bytes.tag() == Encoded.OBJECT_OF_KIND) {
            type = started.kind().type();
            if (type == null) {
                throw new ClassNotFoundException(
                        started.kind().name + " is not in the program's bundle");
            }
        }
        return codec.decode(bytes.array(), bytes.from(), bytes.to() - bytes.from(), type);
    }
}
