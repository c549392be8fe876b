package org.evenkeel.fake;

import com.google.protobuf.ByteString;
import java.util.function.Function;
import org.evenkeel.api.Task;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Status;

/** Runs tasks at once, in the fake daemon, without a context. */
public final class FakeRunner implements Function<FakeDaemon.FakeTask, OutcomeItem.Builder> {

    private final PayloadCodec codec = new PayloadCodec(FakeRunner.class.getClassLoader());

    @Override
    public OutcomeItem.Builder apply(FakeDaemon.FakeTask task) {
        try {
            byte[] bytes = task.payload.toByteArray();
            Class<?> type =
                    bytes[0] == Encoded.OBJECT_OF_KIND ? Class.forName(task.kind.getName()) : null;
            Task<?> decoded = (Task<?>) codec.decode(bytes, 0, bytes.length, type);
            return outcome(Status.SUCCEEDED, codec.encode(decoded.run(null)));
        } catch (Exception e) {
            return outcome(Status.FAILED, codec.encodeThrowable(e)).setSummary(e.toString());
        }
    }

    private static OutcomeItem.Builder outcome(Status status, Encoded payload) {
        return OutcomeItem.newBuilder()
                .setStatus(status)
                .setHasPayload(true)
                .setPayload(ByteString.copyFrom(payload.toArray()));
    }
}
