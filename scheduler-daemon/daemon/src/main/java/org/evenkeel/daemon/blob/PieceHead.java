package org.evenkeel.daemon.blob;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Frame;

/**
 * The bytes of a frame with a piece of a blob that come before the piece, which is last: so the
 * piece itself can be sent from its file.
 */
final class PieceHead {
    /**
     * The frame's length and all of it but the content.
     *
     * @param chunk without content
     * @param length of the content that follows
     */
    static byte[] of(BlobChunk chunk, int length) {
        int content = tagBytes(BlobChunk.CONTENT_FIELD_NUMBER) + lengthBytes(length);
        int chunkBytes = chunk.getSerializedSize() + content + length;
        int outer = tagBytes(Frame.BLOB_CHUNK_FIELD_NUMBER) + lengthBytes(chunkBytes);
        int head = outer + chunk.getSerializedSize() + content;
        byte[] bytes = new byte[WireLimits.LENGTH_BYTES + head];
        ByteBuffer.wrap(bytes).putInt(head + length);
        CodedOutputStream out = CodedOutputStream.newInstance(bytes, WireLimits.LENGTH_BYTES, head);
        try {
            out.writeTag(Frame.BLOB_CHUNK_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(chunkBytes);
            chunk.writeTo(out);
            out.writeTag(BlobChunk.CONTENT_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(length);
            out.flush();
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new UncheckedIOException("a header exceeded its computed size", e);
        }
        return bytes;
    }

    private static int tagBytes(int field) {
        return CodedOutputStream.computeTagSize(field);
    }

    private static int lengthBytes(int length) {
        return CodedOutputStream.computeUInt32SizeNoTag(length);
    }
}
