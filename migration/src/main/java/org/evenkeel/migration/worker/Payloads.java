package org.evenkeel.migration.worker;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.codec.Encoded;
import org.evenkeel.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/** The bytes that tasks come with, and the objects in them. */
final class Payloads {

    private final PayloadCodec codec;
    private final String blobDirectory;

    Payloads(PayloadCodec codec, String blobDirectory) {
        this.codec = codec;
        this.blobDirectory = blobDirectory;
    }

    /**
     * Where a payload lies, its tag included.
     *
     * @param array not copied
     */
    record Bytes(byte[] array, int from, int to) {
        /** Of no bytes: that of null. */
        byte tag() {
            return to > from ? array[from] : Encoded.NULL;
        }
    }

    /** A task's payload; from its file when it is large. */
    Bytes bytes(StartedTask started) throws IOException {
        if (started.blob() == null) {
            return new Bytes(
                    started.frame(), started.offset(), started.offset() + started.length());
        }
        byte[] file = Files.readAllBytes(path(started.blob()));
        return new Bytes(file, 0, file.length);
    }

    /**
     * The payload of a task that was put away, its tag first; null if it was not. That of a large
     * one is its file itself.
     *
     * @param arena as long as which the bytes are needed
     */
    @Nullable ByteBuffer checkpoint(StartedTask started, Arena arena) throws IOException {
        ByteBuffer payload;
        if (started.blob() == null) {
            payload = ByteBuffer.wrap(started.frame(), started.offset(), started.length());
        } else {
            try (FileChannel file = FileChannel.open(path(started.blob()))) {
                payload =
                        file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena)
                                .asByteBuffer();
            }
        }
        return payload.hasRemaining() && Continuation.isIn(payload.get(payload.position()))
                ? payload
                : null;
    }

    private Path path(Digest blob) {
        return Path.of(blobDirectory, blob.toString());
    }

    /** The object of a task that was not put away before. */
    @Nullable Object decode(StartedTask started) throws IOException, ClassNotFoundException {
        return decode(started, bytes(started));
    }

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
