package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bytes of a string where they lie: sums and digests copy what is in a read-only buffer,
 * four kilobytes at a time. Nobody may change them.
 */
final class StringBytes extends ByteOutput {

    private @Nullable ByteBuffer found;
    private boolean several;

    private StringBytes() {}

    /** Its bytes, not copied where they lie in one place. */
    static ByteBuffer of(ByteString string) {
        StringBytes bytes = new StringBytes();
        try {
            UnsafeByteOperations.unsafeWriteTo(string, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer found = bytes.found;
        return found == null || bytes.several ? string.asReadOnlyByteBuffer() : found;
    }

    private void at(ByteBuffer place) {
        several |= found != null;
        found = place;
    }

    @Override
    public void write(byte value) {
        several = true;
    }

    @Override
    public void write(byte[] value, int offset, int length) {
        at(ByteBuffer.wrap(value, offset, length));
    }

    @Override
    public void writeLazy(byte[] value, int offset, int length) {
        at(ByteBuffer.wrap(value, offset, length));
    }

    @Override
    public void write(ByteBuffer value) {
        at(value.duplicate());
    }

    @Override
    public void writeLazy(ByteBuffer value) {
        at(value.duplicate());
    }
}
