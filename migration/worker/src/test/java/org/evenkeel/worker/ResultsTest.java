package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.api.RemoteException;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.worker.Failing;
import org.junit.jupiter.api.Test;

/**
 * A result waits for room on a disk that is full, by a clock that the test moves; a failure says
 * where it happened.
 */
class ResultsTest {
    private static final ResultFile STORED = new ResultFile("result", Digest.NONE, 1);
    private static final Executor THREADS =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    private final StoppedClock clock = new StoppedClock();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean full = true;

    private ResultFile store() throws IOException {
        attempts.incrementAndGet();
        if (full) {
            throw new IOException("no room");
        }
        return STORED;
    }

    private CompletableFuture<ResultFile> stored() {
        CompletableFuture<ResultFile> stored = new CompletableFuture<>();
        THREADS.execute(() -> {
            try {
                stored.complete(Results.stored(this::store, clock));
            } catch (IOException e) {
                stored.completeExceptionally(e);
            }
        });
        return stored;
    }

    private void pass(long millis) {
        clock.pass(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void isStoredWhenThereIsRoomAgain() throws Exception {
        CompletableFuture<ResultFile> stored = stored();
        pass(50);
        pass(100);
        pass(200);
        clock.awaitWaiter(TimeUnit.MILLISECONDS.toNanos(400));
        assertThat(stored).isNotDone();
        assertThat(attempts).hasValue(4);
        full = false;
        pass(400);
        assertThat(stored.get(1, TimeUnit.MINUTES)).isEqualTo(STORED);
        assertThat(attempts).hasValue(5);
    }

    @Test
    void isGivenUpWhenThereIsNoRoomForSeconds() {
        long before = clock.nanos();
        CompletableFuture<ResultFile> stored = stored();
        clock.passUntil(stored);
        assertThatThrownBy(stored::join).hasRootCauseMessage("no room");
        assertThat(attempts).hasValue(8);
        assertThat(clock.nanos() - before).isEqualTo(TimeUnit.MILLISECONDS.toNanos(4_750));
    }

    private static String place(Throwable thrown) {
        return " at " + thrown.getStackTrace()[0];
    }

    /** A test of the worker is in the worker's package, whose frames are skipped. */
    private static Throwable here(Throwable thrown) {
        thrown.setStackTrace(new StackTraceElement[] {thrown.getStackTrace()[0]});
        return thrown;
    }

    @Test
    void summaryNamesThePlaceInTheProgramsOwnCode() {
        Throwable thrown = catchThrowable(() -> new Failing().fail("no such file"));
        assertThat(Results.summary(thrown))
                .isEqualTo(
                        "java.lang.IllegalStateException: no such file at"
                                + " org.evenkeel.samples.worker.Failing.fail(Failing.java:9)");
    }

    @Test
    void summaryHasNoPlaceWhenNoFrameIsTheProgramsOwn() {
        assertThat(Results.summary(here(new IllegalStateException("here"))))
                .isEqualTo("java.lang.IllegalStateException: here");
    }

    @Test
    void summaryIsThatOfTheExceptionThatTheTaskThrewNotOfItsCause() {
        Throwable thrown = catchThrowable(() -> new Failing().wrap());
        assertThat(Results.summary(thrown))
                .startsWith("java.io.UncheckedIOException: java.io.IOException: no disk at ")
                .endsWith("Failing.wrap(Failing.java:16)");
    }

    @Test
    void summaryOfALongMessageKeepsThePlace() {
        Throwable thrown = catchThrowable(() -> new Failing().fail("m".repeat(10_000)));
        assertThat(Results.summary(thrown)).hasSize(1_000).endsWith("mm" + place(thrown));
    }

    @Test
    void summaryOfAnExceptionThatThrowsNamesItsClass() {
        assertThat(Results.summary(new Failing.Stubborn()))
                .isEqualTo("org.evenkeel.samples.worker.Failing$Stubborn");
        assertThat(Results.summary(here(new RemoteException("com.acme.Busy", "no"))))
                .isEqualTo("com.acme.Busy: no");
    }
}
