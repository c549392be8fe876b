package org.evenkeel.client.session;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Puts many items into few frames: tasks of one kind and parent share a group, outcomes a frame.
 *
 * <p>Used by one thread at a time. The field numbers are those of evenkeel.proto; a test reads back
 * every frame with the generated code.
 */
final class FrameBatcher {

    /** The buffer goes to the socket when it holds this much. */
    private static final int FLUSH_BYTES = 512 << 10;

    private static final int INITIAL_BYTES = 16 << 10;
    private static final int ACKS_PER_FRAME = 8192;
    private static final int FRAME_SUBMIT = 1;
    private static final int FRAME_FINISHED = 4;
    private static final int FRAME_OUTCOME_ACK = 5;
    private static final byte[] NO_BYTES = {};

    private enum Mode {
        NONE,
        SUBMIT,
        FINISHED
    }

    private final Link link;
    private final WireBuffer out = new WireBuffer(INITIAL_BYTES);
    private Mode mode = Mode.NONE;
    private int frame;
    private int body;
    private int group;
    private int items;
    private int payloadBytes;
    private @Nullable Kind groupKind;
    private long groupParentOrigin;
    private long groupParentNumber;

    /** Children that end finished tasks in this frame: acknowledged behind it, not before. */
    private long[] tailCalled = new long[8];

    private int tailCalls;

    FrameBatcher(Link link) {
        this.link = link;
    }

    void add(Outgoing item) throws IOException {
        switch (item) {
            case OpenTask task -> submit(task);
            case FinishedTask task -> finished(task);
            case Outgoing.Control control -> control(control.frame());
            case Outgoing.Chunk chunk -> control(chunk.blobs().answer(chunk.request()));
        }
        if (items >= WireLimits.BATCH_TASKS || payloadBytes >= WireLimits.BATCH_BYTES) {
            endFrame();
        }
        if (mode == Mode.NONE && out.size() >= FLUSH_BYTES) {
            write();
        }
    }

    void acks(long[] numbers, int count) {
        endFrame();
        for (int from = 0; from < count; from += ACKS_PER_FRAME) {
            acks(numbers, from, Math.min(count, from + ACKS_PER_FRAME));
        }
    }

    private void acks(long[] numbers, int from, int to) {
        int begin = out.beginFrame();
        int message = out.beginMessage(FRAME_OUTCOME_ACK);
        int packed = out.beginMessage(1);
        for (int i = from; i < to; i++) {
            out.putRawVarint(numbers[i]);
        }
        out.endMessage(packed);
        out.endMessage(message);
        out.endFrame(begin);
    }

    /** Writes everything that was added. */
    void flush() throws IOException {
        endFrame();
        write();
    }

    private void write() throws IOException {
        if (out.size() > 0) {
            try {
                link.write(out.bytes(), out.size());
            } finally {
                out.clear();
            }
        }
    }

    private void begin(Mode wanted, int field) {
        if (mode != wanted) {
            endFrame();
            frame = out.beginFrame();
            body = out.beginMessage(field);
            mode = wanted;
        }
    }

    private void endFrame() {
        if (mode == Mode.NONE) {
            return;
        }
        endGroup();
        out.endMessage(body);
        out.endFrame(frame);
        mode = Mode.NONE;
        items = 0;
        payloadBytes = 0;
        if (tailCalls > 0) {
            int count = tailCalls;
            tailCalls = 0;
            acks(tailCalled, count);
        }
    }

    private void endGroup() {
        if (groupKind != null) {
            out.endMessage(group);
            groupKind = null;
        }
    }

    private void submit(OpenTask task) {
        Encoded payload = task.payload;
        if (payload == null) {
            return; // it has ended meanwhile
        }
        begin(Mode.SUBMIT, FRAME_SUBMIT);
        if (groupKind != task.kind
                || groupParentOrigin != task.parentOrigin
                || groupParentNumber != task.parentNumber) {
            beginGroup(task);
        }
        int item = out.beginMessage(3);
        out.putVarint(1, task.number());
        if (task.blob != null) {
            int blob = out.beginMessage(3);
            out.putBytes(1, task.blob.toBytes());
            out.putVarint(2, payload.size());
            out.endMessage(blob);
        } else {
            putPayload(2, payload);
        }
        if (task.weight != 1) {
            out.putVarint(4, task.weight);
        }
        if (task.epoch() != 1) {
            out.putVarint(5, task.epoch());
        }
        out.putVarint(6, task.waitedNanos());
        out.endMessage(item);
        items++;
    }

    private void beginGroup(OpenTask task) {
        endGroup();
        group = out.beginMessage(1);
        groupKind = task.kind;
        groupParentOrigin = task.parentOrigin;
        groupParentNumber = task.parentNumber;
        out.putBytes(1, task.kind.wire());
        if (task.parentNumber != 0) {
            int parent = out.beginMessage(2);
            out.putFixed64(1, task.parentOrigin);
            out.putVarint(2, task.parentNumber);
            out.endMessage(parent);
        }
    }

    private void putPayload(int field, Encoded payload) {
        out.putBytesHead(field, payload.size());
        out.putRaw(payload.tag());
        out.putRaw(payload.bytes(), 0, payload.length());
        payloadBytes += payload.size();
    }

    private void finished(FinishedTask task) {
        begin(Mode.FINISHED, FRAME_FINISHED);
        int item = out.beginMessage(1);
        out.putFixed64(1, task.ticket.origin());
        out.putVarint(2, task.ticket.number());
        out.putVarint(3, task.ticket.epoch());
        out.putVarint(4, task.ticket.grant());
        out.putVarint(5, task.status.getNumber());
        Encoded payload = task.payload();
        if (payload != null) {
            putPayload(6, payload);
        }
        FinishedTask.ResultFile file = task.file();
        if (file != null) {
            out.putBytes(7, file.path().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            int blob = out.beginMessage(8);
            out.putBytes(1, file.digest().toBytes());
            out.putVarint(2, file.size());
            out.endMessage(blob);
        }
        if (!task.summary().isEmpty()) {
            out.putBytes(9, task.summary().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        out.putVarint(10, task.runNanos);
        out.putVarint(11, task.tailChild());
        if (task.tailChild() != 0) {
            if (tailCalls == tailCalled.length) {
                tailCalled = Arrays.copyOf(tailCalled, 2 * tailCalls);
            }
            tailCalled[tailCalls++] = task.tailChild();
        }
        out.putVarint(12, payload != null ? 1 : 0);
        out.putVarint(13, task.isResultLost() ? 1 : 0);
        out.putVarint(14, task.isFinal() ? 1 : 0);
        out.endMessage(item);
        items++;
    }

    private void control(Frame message) throws IOException {
        endFrame();
        int size = message.getSerializedSize();
        int begin = out.beginFrame();
        byte[] bytes = size == 0 ? NO_BYTES : new byte[size];
        message.writeTo(CodedOutputStream.newInstance(bytes));
        out.putRaw(bytes, 0, size);
        out.endFrame(begin);
    }
}
