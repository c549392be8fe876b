package org.evenkeel.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sessions are waited for, and let go of when that is over, by a clock that the test moves. */
class AbsentSessionsTest {
    private final List<Long> timers = new ArrayList<>();
    private final List<Timer> pending = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private long now;

    private record Timer(long due, Runnable then) {}

    private final AbsentSessions absentSessions =
            new AbsentSessions((nanos, then) -> {
                timers.add(nanos);
                pending.add(new Timer(now + nanos, then));
            });

    private void await(long session, Duration time, String then) {
        absentSessions.await(session, time.toNanos(), () -> done.add(then));
    }

    /** Runs what is due until then, in the order of time. */
    private void pass(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            Timer next =
                    pending.stream()
                            .filter(timer -> timer.due <= end)
                            .min(Comparator.comparingLong(Timer::due))
                            .orElse(null);
            if (next == null) {
                now = end;
                return;
            }
            pending.remove(next);
            now = next.due;
            next.then.run();
        }
    }

    @Test
    void whoDoesNotReturnIsGivenUpInTheOrderOfTime() {
        await(1, Duration.ofDays(7), "a week");
        await(2, Duration.ofMillis(60), "later");
        await(3, Duration.ofMillis(30), "sooner");
        await(4, Duration.ofMillis(10), "returned");
        absentSessions.over(4);
        await(5, Duration.ofMillis(1), "waited for anew");
        await(5, Duration.ofMillis(90), "last");
        pass(Duration.ofMillis(89));
        assertThat(done).containsExactly("sooner", "later");
        pass(Duration.ofMillis(1));
        assertThat(done).containsExactly("sooner", "later", "last");
        assertThat(absentSessions.size()).isEqualTo(1);
        pass(Duration.ofDays(7));
        assertThat(done).containsExactly("sooner", "later", "last", "a week");
        assertThat(absentSessions.size()).isZero();
    }

    /** Somebody may open jobs that outlive him, and end them, as fast as he can. */
    @Test
    void whatIsOverIsKeptByNoTimerForLong() {
        for (long session = 0; session < 1_000; session++) {
            await(session, Duration.ofDays(7), "a week");
            absentSessions.over(session);
        }
        assertThat(absentSessions.size()).isZero();
        assertThat(timers).hasSize(1_000).allMatch(nanos -> nanos <= TimeUnit.MINUTES.toNanos(1));
        pass(Duration.ofMinutes(1));
        assertThat(pending).isEmpty();
        assertThat(done).isEmpty();
    }
}
