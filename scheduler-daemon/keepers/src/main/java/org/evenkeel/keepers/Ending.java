package org.evenkeel.keepers;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.jspecify.annotations.Nullable;

/** How a keeper ended; the first reason counts. Any thread may use it. */
final class Ending {

    private final String keeper;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * @param keeper its name, for errors
     */
    Ending(String keeper) {
        this.keeper = keeper;
    }

    CompletableFuture<Void> future() {
        return ended;
    }

    /** It ended by itself. */
    void because(String reason, @Nullable Throwable cause) {
        ended.completeExceptionally(
                new KeeperException(
                        Kind.ENDED, "keeper %s has ended: %s".formatted(keeper, reason), cause));
    }

    /** It was closed. */
    void closed() {
        ended.complete(null);
    }

    /** What a caller is told who comes too late. */
    Optional<KeeperException> reason() {
        if (!ended.isDone()) {
            return Optional.empty();
        }
        if (ended.isCompletedExceptionally()
                && ended.exceptionNow() instanceof KeeperException known) {
            return Optional.of(known);
        }
        return Optional.of(
                new KeeperException(Kind.ENDED, "keeper %s was closed".formatted(keeper)));
    }
}
