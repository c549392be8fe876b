package org.evenkeel.worker;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.TaskKind;
import org.jspecify.annotations.Nullable;

/** Reads Start frames; payloads stay in the frame's array, kinds are parsed once. */
final class StartReader {

    /** First byte of a frame whose body is Start. */
    static final int TAG = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private static final int MAX_KINDS = 10_000;
    private static final int FIELD_1 = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int FIELD_2 = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private final Function<TaskKind, WorkerKind> resolver;
    private final Map<ByteString, WorkerKind> kinds = new HashMap<>();

    StartReader(Function<TaskKind, WorkerKind> resolver) {
        this.resolver = resolver;
    }

    List<StartedTask> read(byte[] frame) throws IOException {
        List<StartedTask> tasks = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(frame);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag != TAG) {
                in.skipField(tag);
                continue;
            }
            int outer = in.pushLimit(in.readRawVarint32());
            for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
                if (inner == FIELD_1) {
                    int group = in.pushLimit(in.readRawVarint32());
                    readGroup(in, frame, tasks);
                    in.popLimit(group);
                } else {
                    in.skipField(inner);
                }
            }
            in.popLimit(outer);
        }
        return tasks;
    }

    private void readGroup(CodedInputStream in, byte[] frame, List<StartedTask> tasks)
            throws IOException {
        WorkerKind kind = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == FIELD_1) {
                kind = kind(in.readBytes());
            } else if (tag == FIELD_2) {
                if (kind == null) {
                    kind = kind(ByteString.EMPTY);
                }
                int item = in.pushLimit(in.readRawVarint32());
                tasks.add(readItem(in, frame, kind));
                in.popLimit(item);
            } else {
                in.skipField(tag);
            }
        }
    }

    private WorkerKind kind(ByteString bytes) throws IOException {
        WorkerKind known = kinds.get(bytes);
        if (known == null) {
            if (kinds.size() >= MAX_KINDS) {
                kinds.clear();
            }
            known = resolver.apply(TaskKind.parseFrom(bytes));
            kinds.put(bytes, known);
        }
        return known;
    }

    private static StartedTask readItem(CodedInputStream in, byte[] frame, WorkerKind kind)
            throws IOException {
        long origin = 0;
        long number = 0;
        int epoch = 0;
        int grant = 0;
        int offset = 0;
        int length = 0;
        Digest blob = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> origin = in.readFixed64();
                case 2 -> number = in.readUInt64();
                case 3 -> epoch = in.readUInt32();
                case 4 -> grant = in.readUInt32();
                case 5 -> {
                    length = in.readRawVarint32();
                    offset = in.getTotalBytesRead();
                    in.skipRawBytes(length);
                }
                case 6 -> {
                    int outer = in.pushLimit(in.readRawVarint32());
                    blob = readBlob(in);
                    in.popLimit(outer);
                }
                default -> in.skipField(tag);
            }
        }
        return new StartedTask(
                kind, new Ticket(origin, number, epoch, grant), frame, offset, length, blob);
    }

    private static @Nullable Digest readBlob(CodedInputStream in) throws IOException {
        Digest digest = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == FIELD_1) {
                byte[] bytes = in.readByteArray();
                if (bytes.length != Digest.BYTES) {
                    throw new IOException("a SHA-256 has 32 bytes, not " + bytes.length);
                }
                digest = Digest.of(bytes);
            } else {
                in.skipField(tag);
            }
        }
        return digest;
    }
}
