package org.evenkeel.daemon.keepers;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.daemon.files.LibraryOnDemand;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Runs keepers. An installation has the implementation in {@code lib/keepers}, for most processes
 * have no use for it. Any thread may use it.
 */
public interface KeeperLibrary {

    /** Name of the directory with the implementation. */
    String DIRECTORY = "keepers";

    /**
     * Finds the implementation.
     *
     * @throws IOException if there is none
     */
    static KeeperLibrary load() throws IOException {
        // It tells each step of an election.
        if (LoggerFactory.getLogger("org.apache.ratis") instanceof Logger library) {
            library.setLevel(Level.WARN);
        }
        return LibraryOnDemand.load(DIRECTORY, KeeperLibrary.class)
                .orElseThrow(() ->
                        new IOException(
                                "no code for keepers in %s; install Evenkeel again"
                                        .formatted(LibraryOnDemand.directory(DIRECTORY))));
    }

    /**
     * Starts a keeper. It is not yet a member of the group, and there need not be a leader, when
     * this returns.
     *
     * @param tls null only if this keeper and all its peers are at loopback addresses
     * @throws KeeperException if the settings, the address or the directory cannot be used
     */
    Keeper start(KeeperSettings settings, @Nullable KeeperTls tls) throws KeeperException;

    /**
     * Puts a backup into the empty directory of one keeper, which is then the only one of a new
     * group. It is started with {@link KeeperSettings.Start#CONTINUE}, and others are added to it
     * by {@link Keeper#change}, one after the other. What came into the log after the backup is
     * lost, and epochs and numbers of that time are used again. Therefore no daemon of the cluster
     * may run with what it knew before.
     *
     * @param settings of the keeper; the group's id must be a new one
     * @throws KeeperException if the directory has this group already, or the file cannot be read
     */
    void restore(Path file, KeeperSettings settings) throws KeeperException;
}
