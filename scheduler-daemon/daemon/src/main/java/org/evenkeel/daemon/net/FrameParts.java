package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import io.netty.handler.codec.CorruptedFrameException;
import java.io.IOException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;

/**
 * Counts the parts of a frame before it is read: an empty part takes two bytes on the wire and a
 * hundred in the heap, so that a frame within its length could be fifty times as large here.
 */
final class FrameParts {

    private int left = WireLimits.MAX_FRAME_PARTS;

    private FrameParts() {}

    /**
     * Has no effect on a frame that may be read.
     *
     * @throws IOException if it has too many parts, or is none
     */
    static void check(ByteString bytes) throws IOException {
        new FrameParts().walk(bytes.newCodedInput(), Frame.getDescriptor());
    }

    private void walk(CodedInputStream in, Descriptor message) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            FieldDescriptor field = message.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
            boolean isLong = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if ((isLong || field == null) && --left < 0) {
                throw new CorruptedFrameException(
                        "more than " + WireLimits.MAX_FRAME_PARTS + " parts in one frame");
            }
            if (isLong
                    && field != null
                    && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                int before = in.pushLimit(in.readRawVarint32());
                walk(in, field.getMessageType());
                in.popLimit(before);
            } else {
                in.skipField(tag);
            }
        }
    }
}
