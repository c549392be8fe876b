package org.evenkeel.client.session;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Reads an Outcomes frame without an object per item: payloads stay where they are in the frame's
 * array.
 *
 * <p>One item at a time is held in the fields below; {@link Sink#outcome} must take what it needs.
 */
final class OutcomeReader {

    /** First byte of a frame whose body is Outcomes. */
    static final int TAG = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    /** Who takes the items. */
    interface Sink {
        void outcome(OutcomeReader item);
    }

    private static final byte[] NOTHING = {};

    long number;
    Status status = Status.SUCCEEDED;
    byte[] frame = NOTHING;
    int payloadOffset;
    int payloadLength;
    boolean hasPayload;
    @Nullable Digest blob;
    long blobSize;
    String summary = "";
    String node = "";

    void read(byte[] bytes, Sink sink) throws IOException {
        frame = bytes;
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == TAG) {
                    int outer = in.pushLimit(in.readRawVarint32());
                    readItems(in, sink);
                    in.popLimit(outer);
                } else {
                    in.skipField(tag);
                }
            }
        } finally {
            frame = NOTHING;
        }
    }

    private void readItems(CodedInputStream in, Sink sink) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
                int outer = in.pushLimit(in.readRawVarint32());
                readItem(in);
                in.popLimit(outer);
                sink.outcome(this);
            } else {
                in.skipField(tag);
            }
        }
    }

    private void readItem(CodedInputStream in) throws IOException {
        number = 0;
        status = Status.SUCCEEDED;
        payloadOffset = 0;
        payloadLength = 0;
        hasPayload = false;
        blob = null;
        blobSize = 0;
        summary = "";
        node = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> number = in.readUInt64();
                case 2 -> status = statusOf(in.readEnum());
                case 3 -> {
                    payloadLength = in.readRawVarint32();
                    payloadOffset = in.getTotalBytesRead();
                    in.skipRawBytes(payloadLength);
                    hasPayload = true;
                }
                case 4 -> {
                    int outer = in.pushLimit(in.readRawVarint32());
                    readBlob(in);
                    in.popLimit(outer);
                }
                case 5 -> summary = in.readString();
                case 6 -> node = in.readString();
                default -> in.skipField(tag);
            }
        }
    }

    private void readBlob(CodedInputStream in) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> blob = digest(in.readByteArray());
                case 2 -> blobSize = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
    }

    private static Digest digest(byte[] bytes) throws IOException {
        if (bytes.length != Digest.BYTES) {
            throw new IOException("a SHA-256 has 32 bytes, not " + bytes.length);
        }
        return Digest.of(bytes);
    }

    private static Status statusOf(int number) {
        Status status = Status.forNumber(number);
        return status == null ? Status.FAILED : status;
    }
}
