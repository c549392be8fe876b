package org.evenkeel.daemon.keepers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.evenkeel.kernel.keepers.KeeperState;
import org.evenkeel.kernel.keepers.LogAnswer;
import org.evenkeel.kernel.keepers.LogEntry;
import org.evenkeel.model.NodeId;

/**
 * A running keeper: one of three or five processes that have the log of durable jobs. Any thread
 * may use it. What is returned as a future fails with a {@link KeeperException}.
 */
public interface Keeper extends AutoCloseable {

    /**
     * Proposes an entry and tells what it did. If that fails with {@link
     * KeeperException.Kind#NO_QUORUM} or {@link KeeperException.Kind#ENDED}, the entry may be in
     * the log: who wants to know proposes the same entry again.
     */
    CompletableFuture<LogAnswer> propose(LogEntry entry);

    /**
     * Asks this keeper's copy of the state, once it has all entries that were in the log when this
     * was called (a linearizable read).
     *
     * @param question must not keep the state, which changes later; other entries wait for it
     */
    <T> CompletableFuture<T> read(Function<KeeperState, T> question);

    /** What this keeper knows at the moment, without asking others. */
    Status status();

    /**
     * What a keeper knows.
     *
     * @param leader empty while there is none
     * @param term of the leader
     * @param appliedIndex place of the last entry that is in the state
     * @param snapshotIndex place up to which the newest snapshot goes; -1 without one
     * @param keepers sorted by name; empty for one that is not added yet
     */
    record Status(
            Optional<NodeId> leader,
            long term,
            long appliedIndex,
            long snapshotIndex,
            List<KeeperPeer> keepers) {}

    /**
     * Replaces the keepers. All old ones and all new ones continue meanwhile; a new one was started
     * with {@link KeeperSettings.Start#JOIN} before. Returns when a majority of the new keepers has
     * what is in the log. A keeper that is no longer one ends by itself.
     *
     * @param next all that shall be keepers; at most as many new ones as keep the majority old
     * @param limit how long that may take, as new keepers get the whole state
     * @throws KeeperException if the keepers were not changed within the limit
     */
    void change(List<KeeperPeer> next, Duration limit) throws KeeperException;

    /**
     * Writes the state, with all entries that were in the log when this was called, to a file that
     * {@link KeeperLibrary#restore} reads. A file that is there is replaced at once or not at all.
     *
     * @throws KeeperException if there is no quorum or the file cannot be written
     */
    void backup(Path file) throws KeeperException;

    /** Writes a snapshot and removes what it makes superfluous of the log. */
    void snapshot() throws KeeperException;

    /**
     * Fails with the reason when this keeper ends by itself: it cannot read an entry or write its
     * log, or is no longer a keeper. Completes when it is closed.
     */
    CompletableFuture<Void> ended();

    /** Stops this keeper. The others continue if they are enough. */
    @Override
    void close();
}
