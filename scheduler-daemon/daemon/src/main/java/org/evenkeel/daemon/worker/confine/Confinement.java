package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.daemon.worker.guard.Limits;
import org.evenkeel.daemon.worker.guard.WorkerGuard;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the workers of this daemon are kept apart from it: as other users and in control groups,
 * where that can be had. Decided once, at the start.
 *
 * <p>Methods may be called by any thread.
 */
public final class Confinement implements WorkerGuard.Keeper, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Confinement.class);

    /** The kernel, short of memory, ends workers before any other process. */
    private static final String OOM_SCORE = "500";

    private final @Nullable Accounts accounts;
    private final @Nullable ControlGroups groups;
    private final String words;

    Confinement(@Nullable Accounts accounts, @Nullable ControlGroups groups, String words) {
        this.accounts = accounts;
        this.groups = groups;
        this.words = words;
    }

    /** Workers are this daemon's user's. */
    public static Confinement none(String why) {
        return new Confinement(null, null, why);
    }

    /** Whether workers are other users, who see of the daemon's files what they are shown. */
    public boolean isByUser() {
        return accounts != null;
    }

    /** Whether this process, and so workers that are not other users, are root's. */
    public boolean isRoot() {
        return Accounts.isSuperuser();
    }

    /** Numbers of the users that workers run as, where they are other users. */
    public IntStream users() {
        Accounts known = accounts;
        return known == null
                ? IntStream.empty()
                : IntStream.range(known.firstUser(), known.firstUser() + known.count());
    }

    /** What holds, in a sentence. */
    public String words() {
        return words;
    }

    /** Words that a worker's command begins with. */
    public List<String> before(int worker) {
        return accounts == null ? List.of() : accounts.words(worker);
    }

    /** Gives a worker its directory, which is empty. */
    public void give(int worker, Path directory) throws IOException {
        if (accounts != null) {
            Files.setAttribute(directory, "unix:gid", accounts.group(worker));
            Files.setAttribute(directory, "unix:uid", accounts.user(worker));
        }
    }

    /** A worker's process is there and waits for its secret, without which it does nothing. */
    public void started(int worker, long pid) {
        if (groups != null) {
            try {
                groups.contain(worker, pid);
            } catch (IOException e) {
                LOG.warn("worker {} has no control group: {}", worker, e.toString());
            }
        }
        Path score = Path.of("/proc/" + pid + "/oom_score_adj");
        if (Files.exists(score)) {
            try {
                Files.writeString(score, OOM_SCORE);
            } catch (IOException e) {
                LOG.debug("{}: {}", score, e.toString());
            }
        }
    }

    /** Limits it by what its job may take. */
    @Override
    public void serves(int worker, Limits limits) {
        if (groups != null) {
            try {
                groups.limit(worker, limits);
            } catch (IOException e) {
                LOG.warn("worker {} has no kernel limits: {}", worker, e.toString());
            }
        }
    }

    /** Whether the kernel has ended one of its processes for the memory of all. */
    public boolean ranOutOfMemory(int worker) {
        return groups != null && groups.ranOutOfMemory(worker);
    }

    /** Processes that certainly came from it, those that hide included; empty when not known. */
    @Override
    public List<Long> processes(int worker) {
        return groups == null ? List.of() : groups.processes(worker);
    }

    /** All its processes are gone. */
    @Override
    public void gone(int worker) {
        if (groups != null) {
            groups.release(worker);
        }
    }

    @Override
    public void close() {
        if (groups != null) {
            groups.close();
        }
    }
}
