package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.DeadlineExceededException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.model.Outcome;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that has not ended at its deadline. */
@Timeout(120)
class DeadlineTest extends ClientTestBase {

    private static final TaskOptions SOON = TaskOptions.DEFAULT.withDeadline(Duration.ofMillis(20));

    @Test
    void whatTheOwnerSaysIsAnExceptionOfItsOwn() throws Exception {
        FakeDaemon daemon = daemon("n1");
        Outcome late = Outcome.deadlineExceeded(5_000_000_000L);
        daemon.runner =
                task ->
                        OutcomeItem.newBuilder()
                                .setStatus(Status.TIMED_OUT)
                                .setSummary(late.summary());
        TaskHandle<Integer> task = client().submit(new Work.Square(2));
        assertThatThrownBy(task::get)
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("deadline exceeded: it did not end within 5.000 s");
        daemon.runner =
                task2 ->
                        OutcomeItem.newBuilder()
                                .setStatus(Status.TIMED_OUT)
                                .setSummary("java.lang.InterruptedException: deadline exceeded");
        TaskHandle<Integer> timedOut = client().submit(new Work.Square(2));
        assertThatThrownBy(timedOut::get).isExactlyInstanceOf(TaskTimedOutException.class);
    }

    /** As one that has not accepted the task, or is of an earlier version. */
    @Test
    void clientEndsATaskWhoseOwnerDoesNot() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner = task -> null;
        daemon.recordFrames = true;
        Cluster cluster = client();
        TaskHandle<Integer> task = cluster.submit(new Work.Square(2), SOON);
        assertThatThrownBy(task::get)
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("did not end within PT0.02S");
        await().until(() -> daemon.seen.stream().anyMatch(Frame::hasCancelTasks));
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void taskThatEndsInTimeIsNotCancelled() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.recordFrames = true;
        Cluster cluster = client();
        TaskOptions later = TaskOptions.DEFAULT.withDeadline(Duration.ofHours(1));
        assertThat(cluster.submit(new Work.Square(3), later).get()).isEqualTo(9);
        assertThat(daemon.seen).noneMatch(Frame::hasCancelTasks);
    }
}
