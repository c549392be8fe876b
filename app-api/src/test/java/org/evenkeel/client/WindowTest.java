package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Back-pressure: no more open than the daemon permits, in tasks and in bytes. */
@Timeout(120)
class WindowTest extends ClientTestBase {

    @Test
    void submitBlocksWhileTheWindowIsFull() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.window = 5;
        daemon.runs = false;
        Cluster cluster = client();
        AtomicInteger submitted = new AtomicInteger();
        Thread submitter =
                Thread.ofPlatform()
                        .start(() -> {
                            for (int i = 0; i < 20; i++) {
                                cluster.submit(new Work.Square(i));
                                submitted.incrementAndGet();
                            }
                        });
        await().until(() -> submitter.getState() == Thread.State.WAITING);
        assertThat(submitted).hasValue(5);
        daemon.runs = true;
        daemon.kick();
        submitter.join();
        assertThat(submitted).hasValue(20);
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void bytesCountToo() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.windowBytes = 10_000;
        daemon.runs = false;
        Cluster cluster = client();
        Thread submitter =
                Thread.ofPlatform()
                        .start(() -> {
                            for (int i = 0; i < 4; i++) {
                                cluster.submit(new Work.Echo(new byte[4_000]));
                            }
                        });
        await().until(() -> submitter.getState() == Thread.State.WAITING);
        assertThat(cluster.info().openTasks()).isEqualTo(2);
        daemon.runs = true;
        daemon.kick();
        submitter.join();
    }

    @Test
    void oneTaskLargerThanTheWindowPasses() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.windowBytes = 10;
        assertThat(client().submit(new Work.Echo(new byte[4_000])).get()).hasSize(4_000);
    }

    @Test
    void blockedSubmitCanBeInterrupted() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.window = 1;
        daemon.runs = false;
        Cluster cluster = client();
        cluster.submit(new Work.Square(1));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> cluster.submit(new Work.Square(2)))
                .isInstanceOf(TaskRejectedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void closeWakesWhoIsBlocked() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.window = 1;
        daemon.runs = false;
        Cluster cluster = client();
        cluster.submit(new Work.Square(1));
        CompletableFuture<Integer> blocked = new CompletableFuture<>();
        Thread submitter =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                blocked.complete(cluster.submit(new Work.Square(2)).get());
                            } catch (RuntimeException | InterruptedException e) {
                                blocked.completeExceptionally(e);
                            }
                        });
        await().until(() -> submitter.getState() == Thread.State.WAITING);
        cluster.close();
        // It is refused, or taken in the last moment and cancelled.
        assertThatThrownBy(blocked::join).hasCauseInstanceOf(EvenkeelException.class);
    }

    @Test
    void manyTasksRunInBoundedMemory() throws Exception {
        daemon("n1").window = 1_000;
        Cluster cluster = client();
        TaskHandle<Integer> last = null;
        for (int i = 0; i < 200_000; i++) {
            last = cluster.submit(new Work.Square(i & 1023));
            if ((i & 0xfff) == 0) {
                assertThat(cluster.info().openTasks()).isLessThanOrEqualTo(1_000);
            }
        }
        assertThat(last.get()).isEqualTo((199_999 & 1023) * (199_999 & 1023));
    }
}
