package org.evenkeel.daemon.net;

import com.google.protobuf.WireFormat;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames that are nothing but a long piece of a blob, without copying the piece: protobuf
 * would take all of the frame into the heap.
 */
final class PieceFrames {

    private static final int TAG = longTag(Frame.BLOB_CHUNK_FIELD_NUMBER);
    private static final int CONTENT_TAG = longTag(BlobChunk.CONTENT_FIELD_NUMBER);

    /** Of the piece's other fields together. */
    private static final int MAX_HEAD_BYTES = 256;

    private static final int MAX_VARINT_BYTES = 10;
    private static final int BEGIN_BYTES = 128;

    private final ByteBuf in;

    /** How it begins: an array is read faster than a buffer, before both are compiled. */
    private final byte[] begin;

    /** Where the piece itself is; not there yet when less than 0. */
    private int contentAt = -1;

    private int contentBytes;

    /** What stands before the piece: its tag and length. */
    private int contentHeadAt;

    private PieceFrames(ByteBuf in) {
        this.in = in;
        this.begin = new byte[BEGIN_BYTES];
        in.getBytes(0, begin);
    }

    private static int longTag(int field) {
        return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    /**
     * The frame, with the piece where it lies in the body; null if it is something else, or written
     * in another way than pieces are.
     */
    static @Nullable Inbound read(ByteBuf body) throws IOException {
        return body.readableBytes() > WireLimits.MAX_CONTROL_FRAME_BYTES
                        && body.isDirect()
                        && body.nioBufferCount() == 1
                ? new PieceFrames(body.slice()).piece(body)
                : null;
    }

    private @Nullable Inbound piece(ByteBuf body) throws IOException {
        if (varint() != TAG || varint() != in.readableBytes()) {
            return null;
        }
        int first = in.readerIndex();
        while (in.isReadable()) {
            if (!field()) {
                return null;
            }
        }
        int behind = contentAt + contentBytes;
        int headBytes = contentHeadAt - first + in.writerIndex() - behind;
        if (contentAt < 0 || headBytes > MAX_HEAD_BYTES) {
            return null;
        }
        byte[] head = new byte[headBytes];
        in.getBytes(first, head, 0, contentHeadAt - first);
        in.getBytes(behind, head, contentHeadAt - first, in.writerIndex() - behind);
        Frame frame = Frame.newBuilder().setBlobChunk(BlobChunk.parseFrom(head)).build();
        return new Inbound(
                frame,
                body.readableBytes(),
                new RetainablePiece(in.nioBuffer(contentAt, contentBytes), body));
    }

    /** Goes over one field of the piece; false where it is not as usual. */
    private boolean field() {
        int at = in.readerIndex();
        long tag = varint();
        if (tag == CONTENT_TAG && contentAt < 0) {
            long length = varint();
            contentHeadAt = at;
            contentAt = in.readerIndex();
            contentBytes = (int) Math.min(length, Integer.MAX_VALUE);
            return skip(length);
        }
        return switch ((int) (tag & 7)) {
            case WireFormat.WIRETYPE_VARINT -> varint() != Long.MIN_VALUE;
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> tag != CONTENT_TAG && skip(varint());
            default -> false;
        };
    }

    private boolean skip(long length) {
        if (length < 0 || length > in.readableBytes()) {
            return false;
        }
        in.skipBytes((int) length);
        return true;
    }

    /** A number; the least of all where there is none. */
    private long varint() {
        long value = 0;
        int from = in.readerIndex();
        int most = Math.min(MAX_VARINT_BYTES, in.readableBytes());
        for (int i = 0; i < most; i++) {
            int each = from + i < BEGIN_BYTES ? begin[from + i] : in.getByte(from + i);
            value |= (each & 0x7fL) << 7 * i;
            if (each >= 0) {
                in.readerIndex(from + i + 1);
                return value;
            }
        }
        return Long.MIN_VALUE;
    }
}
