package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A flood of handshakes takes one thread and a bounded queue. */
@Timeout(120)
class HandshakeThreadTest {

    @Test
    void whatIsNotWantedAnyMoreMakesRoomForWhatIs() throws Exception {
        HandshakeThread thread = new HandshakeThread();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        thread.forOne(() -> true)
                .execute(() -> {
                    begun.countDown();
                    awaitOpen(gate);
                });
        begun.await();
        AtomicBoolean flooding = new AtomicBoolean(true);
        AtomicInteger done = new AtomicInteger();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                thread.forOne(flooding::get).execute(done::incrementAndGet);
                            }
                        })
                .isInstanceOf(RejectedExecutionException.class);
        flooding.set(false); // their connections are closed
        thread.forOne(() -> true).execute(done::incrementAndGet);
        gate.countDown();
        Awaitility.await().untilAtomic(done, org.hamcrest.Matchers.is(1));
        thread.forOne(() -> false).execute(done::incrementAndGet);
        CountDownLatch last = new CountDownLatch(1);
        thread.forOne(() -> true).execute(last::countDown);
        last.await();
        assertThat(done).as("one by one, the unwanted not at all").hasValue(1);
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
