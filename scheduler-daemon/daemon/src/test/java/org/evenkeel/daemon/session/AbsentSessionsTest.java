package org.evenkeel.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions are waited for, and let go of when that is over. */
class AbsentSessionsTest {
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private final List<Long> timers = Collections.synchronizedList(new ArrayList<>());
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private final AbsentSessions absentSessions =
            new AbsentSessions((nanos, then) -> {
                timers.add(nanos);
                loop.schedule(then, nanos, TimeUnit.NANOSECONDS);
            });

    @AfterEach
    void stop() {
        loop.shutdownNow();
    }

    private void onLoop(Runnable what) throws Exception {
        loop.submit(what).get();
    }

    private void await(long session, Duration time, String then) {
        absentSessions.await(session, time.toNanos(), () -> done.add(then));
    }

    @Test
    void whoDoesNotReturnIsGivenUpInTheOrderOfTime() throws Exception {
        onLoop(() -> {
            await(1, Duration.ofDays(7), "a week");
            await(2, Duration.ofMillis(60), "later");
            await(3, Duration.ofMillis(30), "sooner");
            await(4, Duration.ofMillis(10), "returned");
            absentSessions.over(4);
            await(5, Duration.ofMillis(1), "waited for anew");
            await(5, Duration.ofMillis(90), "last");
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> done.size() == 3);
        assertThat(done).containsExactly("sooner", "later", "last");
        onLoop(() -> assertThat(absentSessions.size()).isEqualTo(1));
    }

    /** Somebody may open jobs that outlive him, and end them, as fast as he can. */
    @Test
    void whatIsOverIsKeptByNoTimerForLong() throws Exception {
        onLoop(() -> {
            for (long session = 0; session < 1_000; session++) {
                await(session, Duration.ofDays(7), "a week");
                absentSessions.over(session);
            }
        });
        assertThat(absentSessions.size()).isZero();
        assertThat(timers).hasSize(1_000).allMatch(nanos -> nanos <= TimeUnit.MINUTES.toNanos(1));
    }
}
