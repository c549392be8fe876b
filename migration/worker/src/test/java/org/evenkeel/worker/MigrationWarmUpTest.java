package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.continuations.rehearsal.WarmUpTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MigrationWarmUpTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir private Path directory;

    @Test
    void aTaskIsPutAwayAndGoesOnAndNothingIsLeft() throws Exception {
        Path worker = directory.resolve("1");
        assertThat(new MigrationWarmUp(worker, WorkerClock.SYSTEM).run())
                .isEqualTo(WarmUpTask.answer());
        assertThat(worker).isEmptyDirectory();
        assertThat(new MigrationWarmUp(worker, WorkerClock.SYSTEM).run())
                .as("again")
                .isEqualTo(WarmUpTask.answer());
    }

    @Test
    void itTakesPlaceWhenNothingHasBegunForAWhile() throws Exception {
        AtomicReference<@Nullable Object> begun = new AtomicReference<>();
        StoppedClock clock = new StoppedClock();
        FutureTask<Long> rehearsal =
                new MigrationWarmUp(directory.resolve("1"), clock).whenIdle(begun::get);
        for (int i = 0; i < 5; i++) { // now this task runs, now another
            clock.awaitWaiter(SECOND);
            begun.set(i % 2 == 0 ? new Object() : null);
            clock.advance(SECOND);
        }
        clock.awaitWaiter(SECOND);
        assertThat(rehearsal.isDone()).isFalse();
        assertThat(directory).isEmptyDirectory();
        begun.set(new Object());
        clock.advance(SECOND);
        clock.pass(SECOND);
        assertThat(rehearsal.get()).isEqualTo(WarmUpTask.answer());
        assertThat(directory.resolve("1")).isEmptyDirectory();
    }
}
