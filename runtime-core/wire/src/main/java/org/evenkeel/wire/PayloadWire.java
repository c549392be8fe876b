package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Payload;
import org.evenkeel.wire.proto.BlobRef;
import org.jspecify.annotations.Nullable;

/** Payloads in both spellings. */
public final class PayloadWire {

    /**
     * Inline payloads from this size on stay part of their frame's bytes if those are not much
     * longer.
     */
    private static final int WORTH_SHARING_BYTES = 16 << 10;

    private static final int MOST_FRAMES_BYTES_PER_BYTE = 4;

    /**
     * Reads a payload.
     *
     * @param frameBytes length of the frame the bytes are part of: a small payload is copied so
     *     that it does not keep a large frame alive
     */
    static Payload read(String field, ByteString inline, @Nullable BlobRef blob, int frameBytes)
            throws WireException {
        if (blob != null) {
            return readBlob(field + ".blob", blob);
        }
        int size = inline.size();
        if (size == 0) {
            return InlinePayload.EMPTY;
        }
        if (size > WireLimits.MAX_INLINE_BYTES) {
            throw new WireException(
                    field,
                    "%s bytes exceed the limit of %s in a frame"
                            .formatted(size, WireLimits.MAX_INLINE_BYTES));
        }
        boolean share =
                size >= WORTH_SHARING_BYTES && frameBytes / MOST_FRAMES_BYTES_PER_BYTE <= size;
        return new InlinePayload(
                share ? inline : UnsafeByteOperations.unsafeWrap(inline.toByteArray()));
    }

    /** Content that users name is named by its SHA-256. */
    static Payload requireContentName(String field, Payload payload) throws WireException {
        if (isCheckpoint(payload)) {
            throw new WireException(field + ".blob.sha256", "is the name of a checkpoint");
        }
        return payload;
    }

    /** Whether it is a checkpoint in a file. */
    static boolean isCheckpoint(@Nullable Payload payload) {
        return payload instanceof BlobPayload blob && CheckpointName.is(blob.digest());
    }

    /** Reads a reference to a blob. */
    public static BlobPayload readBlob(String field, BlobRef blob) throws WireException {
        long size = WireBounds.notNegative(field + ".size", blob.getSize());
        if (size > WireLimits.MAX_BLOB_BYTES) {
            throw new WireException(field + ".size", size + " bytes exceed the size of a blob");
        }
        return new BlobPayload(WireBounds.digest(field + ".sha256", blob.getSha256()), size);
    }

    /** The bytes to put into a frame; empty for a blob. */
    static ByteString inline(Payload payload) {
        return payload instanceof InlinePayload inside ? inside.bytes() : ByteString.EMPTY;
    }

    /** The reference to put into a frame, or null for an inline payload. */
    public static @Nullable BlobRef blob(Payload payload) {
        if (payload.equals(Payload.NONE)) {
            return null;
        }
        return switch (payload) {
            case InlinePayload inside -> null;
            case BlobPayload outside ->
                    BlobRef.newBuilder()
                            .setSha256(ByteString.copyFrom(outside.digest().toBytes()))
                            .setSize(outside.sizeBytes())
                            .build();
            default ->
                    throw new IllegalArgumentException(
                            payload.getClass() + " has no encoding on the wire");
        };
    }
}
