package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClusterWatchTest {

    private static final long LIMIT_MILLIS = 60_000;

    private static ClusterWatch watch(Exception failure) {
        return new ClusterWatch(() -> {
            if (failure instanceof IOException known) {
                throw known;
            }
            throw new IllegalStateException(failure);
        });
    }

    @Test
    void aClusterThatDoesNotAnswerIsAskedAgain() throws Exception {
        try (ClusterWatch watch = watch(new IOException("no daemon answers"))) {
            watch.start();
            ClusterWatch.Seen first = watch.after(0, LIMIT_MILLIS);
            ClusterWatch.Seen next = watch.after(first.number(), LIMIT_MILLIS);
            assertThat(next.number()).isGreaterThan(first.number());
            assertThat(JSON.std.mapFrom(next.bytes()))
                    .containsEntry("failure", "no daemon answers")
                    .doesNotContainKey("seen");
        }
    }

    /** A node may answer anything. */
    @Test
    void anAnswerThatMakesNoSenseDoesNotEndIt() throws Exception {
        try (ClusterWatch watch = watch(new IllegalArgumentException("no number"))) {
            watch.start();
            ClusterWatch.Seen first = watch.after(0, LIMIT_MILLIS);
            assertThat(watch.after(first.number(), LIMIT_MILLIS)).isNotNull();
            assertThat(JSON.std.mapFrom(first.bytes()).get("failure"))
                    .asString()
                    .contains("no number");
        }
    }

    @Test
    void whereNothingIsNewItSaysSoAndTheEndWakesWhoWaits() throws Exception {
        ClusterWatch watch = watch(new IOException("unused"));
        assertThat(watch.after(0, 1)).isNull();
        CompletableFuture<ClusterWatch.Seen> waits = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        waits.complete(watch.after(0, Long.MAX_VALUE / 2_000_000));
                    } catch (InterruptedException e) {
                        waits.completeExceptionally(e);
                    }
                });
        watch.close();
        assertThat(waits.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)).isNull();
    }
}
