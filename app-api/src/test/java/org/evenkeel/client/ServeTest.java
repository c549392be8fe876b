package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Doubler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that serves its own tasks by a loop. */
@Timeout(120)
class ServeTest extends ClientTestBase {

    @Test
    void loopAnswersWhatIsSent() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner = null;
        ProcessGroup group = client().serve(new Doubler());
        assertThat(group.<Integer>sendTask(21).get()).isEqualTo(42);
        List<TaskHandle<Integer>> handles =
                List.of(group.sendTask(1), group.sendTask(2), group.sendTask(3));
        assertThat(group.receiveResult(handles.get(2))).isEqualTo(6);
        assertThat(group.sendWaiting(handles.get(1)).get()).isEqualTo(4);
        synchronized (daemon.lock) {
            assertThat(daemon.sessions.values().iterator().next().tasks.values())
                    .allSatisfy(task -> {
                        assertThat(task.kind.getName())
                                .isEqualTo("serve:" + Doubler.class.getName());
                        assertThat(task.kind.getBundle().isEmpty()).isTrue();
                    });
        }
    }

    @Test
    void loopThatThrowsFailsWhatIsUnanswered() throws Exception {
        daemon("n1").runner = null;
        ProcessGroup group = client().serve(new Doubler());
        assertThatThrownBy(group.<Integer>sendTask(-1)::get)
                .isInstanceOf(TaskFailedException.class)
                .hasCauseExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tasksSentInsideAreChildrenOfTheOneReceived() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner = null;
        ProcessGroup group = client().serve(new Doubler());
        TaskHandle<Integer> large = group.sendTask(1_500);
        await().until(() -> {
            group.sendTask(1).join();
            return large.isDone();
        });
        assertThat(large.get()).isEqualTo(3_000);
        synchronized (daemon.lock) {
            assertThat(daemon.sessions.values().iterator().next().tasks.get(2L).parent.getNumber())
                    .isEqualTo(1);
        }
    }

    @Test
    void recalledTasksAreGivenBackUnlessReceived() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner = null;
        Cluster cluster = client();
        ProcessGroup group =
                cluster.serve(calls -> {
                    calls.receiveTask();
                    Thread.sleep(60_000);
                });
        group.sendTask(1);
        group.sendTask(2);
        await().until(() -> daemon.sessions.values().iterator().next().tasks.size() == 2);
        FakeDaemon.FakeTask second = daemon.sessions.values().iterator().next().tasks.get(2L);
        await().until(second::isGiven);
        daemon.runs = false;
        daemon.recall(second);
        await().until(() -> {
            synchronized (daemon.lock) {
                return daemon.ready.contains(second);
            }
        });
    }
}
