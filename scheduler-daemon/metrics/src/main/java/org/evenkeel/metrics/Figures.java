package org.evenkeel.metrics;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.evenkeel.wire.proto.Answers;

/** Waits for a daemon's figures. */
final class Figures {
    private static final long LIMIT_SECONDS = 5;

    /**
     * The figures now.
     *
     * @throws IOException if the daemon does not tell them in time, for it is busy or ends
     */
    static Answers get(Supplier<CompletionStage<Answers>> figures) throws IOException {
        CompletableFuture<Answers> asked = figures.get().toCompletableFuture();
        try {
            return asked.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            asked.cancel(false); // a daemon that is busy need not answer it later
            throw new IOException("the daemon did not answer in " + LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new IOException("the daemon's figures could not be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
