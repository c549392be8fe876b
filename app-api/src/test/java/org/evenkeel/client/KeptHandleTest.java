package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.api.Durability;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.Handle.ChildState;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Resources;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.Test;

/** What a checkpoint keeps of a child's handle. */
class KeptHandleTest {

    private static final Ticket PARENT = new Ticket(7, 3, 1, 1);

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());
    private final OpenSubmissions openSubmissions = new OpenSubmissions(5, codec);
    private final TaskKindRegistry taskKindRegistry =
            new TaskKindRegistry(1, new Digest(1, 2, 3, 4), Durability.MEMORY, Resources.NONE);
    private final Kind kind =
            taskKindRegistry.of(new Work.Square(3), TaskOptions.DEFAULT.withPriority(8));
    private final Encoded payload = SubmittedTaskFactory.encode(codec, new Work.Square(3), kind);

    private Handle<Object> handle() {
        return new Handle<>(openSubmissions, kind, PARENT, 2);
    }

    private Handle<Object> open() {
        Handle<Object> handle = handle();
        openSubmissions.submitUnbounded(handle, payload);
        return handle;
    }

    private void end(Handle<Object> handle, Status status, Encoded outcome) {
        byte[] bytes = outcome.toArray();
        handle.end(new OpenTask.Ending(status, bytes, 0, bytes.length, "said", "n2"));
    }

    @Test
    void openOneKeepsItsPayload() {
        assertThat(open().kept()).isEqualTo(new ChildState.Open(payload));
        assertThat(open().isChildOf(PARENT)).isTrue();
        assertThat(open().isChildOf(new Ticket(7, 4, 1, 1))).isFalse();
    }

    @Test
    void outcomeThatNobodyHasSeenIsKeptAsItCame() throws Exception {
        Handle<Object> handle = open();
        end(handle, Status.SUCCEEDED, codec.encode(List.of("a result")));
        assertThat(handle.kept()).isInstanceOf(ChildState.Ended.class);
        Handle<Object> again = handle();
        again.end(((ChildState.Ended) handle.kept()).ending());
        assertThat(again.get()).isEqualTo(List.of("a result"));
        assertThat(again.where()).isEqualTo("n2");
    }

    @Test
    void resultThatSomebodyHasSeenIsTheSameObject() throws Exception {
        Handle<Object> handle = open();
        end(handle, Status.SUCCEEDED, codec.encode(List.of("a result")));
        Object seen = handle.get();
        assertThat(handle.kept()).isEqualTo(new ChildState.Known(seen, null, "n2"));
        Handle<Object> again = handle();
        again.endAs(seen, null, "n2");
        assertThat(again.get()).isSameAs(seen);
        assertThat(again.kept()).isEqualTo(handle.kept());
    }

    @Test
    void failuresAreKeptToo() {
        Handle<Object> failed = open();
        end(failed, Status.FAILED, codec.encodeThrowable(new IllegalStateException("broken")));
        assertThat(failed.kept()).isInstanceOf(ChildState.Ended.class);
        assertThatThrownBy(failed::get).hasRootCauseMessage("broken");
        Handle<Object> cancelled = open();
        cancelled.cancel();
        for (Handle<Object> each : List.of(failed, cancelled)) {
            EvenkeelException failure = ((ChildState.Known) each.kept()).failure();
            Handle<Object> again = handle();
            again.endAs(null, failure, "");
            assertThatThrownBy(again::get).isSameAs(failure);
            assertThat(again.isCancelled()).isEqualTo(each.isCancelled());
        }
        assertThat(((ChildState.Known) failed.kept()).failure())
                .isInstanceOf(TaskFailedException.class);
        assertThat(((ChildState.Known) cancelled.kept()).failure())
                .isInstanceOf(TaskCancelledException.class);
    }

    @Test
    void whatIsToBeCalledStays() {
        Handle<Object> handle = open();
        handle.onDone((value, failure) -> {});
        assertThat(handle.kept()).isInstanceOf(ChildState.Bound.class);
        end(handle, Status.SUCCEEDED, Encoded.OF_NULL);
        assertThat(handle.kept()).as("it has been called").isInstanceOf(ChildState.Known.class);
    }

    @Test
    void kindIsReadBack() {
        Kind read = taskKindRegistry.read(kind.toBytes());
        assertThat(read.toBytes()).isEqualTo(kind.toBytes());
        assertThat(read.name()).isEqualTo(kind.name());
        assertThat(taskKindRegistry.read(kind.toBytes())).isSameAs(read);
        TaskKindRegistry others =
                new TaskKindRegistry(2, new Digest(1, 2, 3, 4), Durability.MEMORY, Resources.NONE);
        assertThatThrownBy(() -> others.read(kind.toBytes())).hasMessageContaining("another job");
        assertThatThrownBy(() -> taskKindRegistry.read(new byte[] {-1, -1}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
