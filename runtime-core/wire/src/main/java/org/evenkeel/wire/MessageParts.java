package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Counts the parts of a message before it is read: an empty part takes two bytes on the wire and a
 * hundred in the heap, so that a message within its length could be fifty times as large here.
 */
public final class MessageParts {

    private final int most;
    private int left;

    private MessageParts(int most) {
        this.most = most;
        this.left = most;
    }

    /**
     * Has no effect on a message that may be read.
     *
     * @throws IOException if it has too many parts, or is none
     */
    public static void check(ByteString bytes, Descriptor message) throws IOException {
        check(bytes, message, WireLimits.MAX_FRAME_PARTS);
    }

    /**
     * The same with another bound.
     *
     * @param most parts
     */
    static void check(ByteString bytes, Descriptor message, int most) throws IOException {
        new MessageParts(most).walk(bytes.newCodedInput(), message);
    }

    private void walk(CodedInputStream in, Descriptor message) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            FieldDescriptor field = message.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
            boolean isLong = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if ((isLong || field == null) && --left < 0) {
                throw new InvalidProtocolBufferException(
                        "more than " + most + " parts in one message");
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
