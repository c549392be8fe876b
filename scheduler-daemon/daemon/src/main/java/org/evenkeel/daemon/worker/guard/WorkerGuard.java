package org.evenkeel.daemon.worker.guard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up to five times a second at what workers that serve a job and the processes that came from
 * them take, and ends a family that takes more than it may; ends every family before its directory
 * is wiped. Has a thread of its own, which sleeps while no worker serves a job.
 *
 * <p>Methods may be called by any thread.
 */
public final class WorkerGuard implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerGuard.class);
    private static final long LOOK_MILLIS = 200;

    /**
     * A look at many processes or a large directory is followed by a rest of so many times its own
     * length, so that it costs a twentieth of a processor; but not for ever.
     */
    private static final int REST = 19;

    private static final long MOST_REST_MILLIS = 2_000;

    /** Rounds of looking for survivors; a family that forks needs several. */
    private static final int ROUNDS = 100;

    private static final long ROUND_MILLIS = 10;

    /** Rounds of stopping processes, and of continuing them, at one look. */
    private static final int FREEZE_ROUNDS = 10;

    private static final long CLOSE_SECONDS = 3;

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("evenkeel-guard").daemon().factory());
    private final BiConsumer<Integer, String> exceeded;
    private final Keeper keeper;
    private final ProcessTable table = new ProcessTable();
    private final Map<Integer, Watched> workers = new ConcurrentHashMap<>();
    private boolean looking;
    private boolean frozen;

    /** Whether some may still be stopped that are to run. */
    private boolean thawing;

    private volatile @Nullable Future<?> next;

    /** One worker. */
    private static final class Watched {
        final int number;
        final Path directory;
        final ProcessTree processTree;

        /** Null while it serves no job. */
        volatile @Nullable Limits limits;

        /** Told once. */
        boolean told;

        Watched(int number, Path directory, ProcessTree processTree) {
            this.number = number;
            this.directory = directory;
            this.processTree = processTree;
        }
    }

    /** What the kernel does for the guard, on this machine; called on the guard's thread. */
    public interface Keeper {
        /** A worker serves a job. */
        void serves(int worker, Limits limits);

        /** Processes that certainly came from a worker; empty when that is not known. */
        List<Long> processes(int worker);

        /** No process of a worker is left. */
        void gone(int worker);
    }

    /** What is to be done when a family is gone. */
    @FunctionalInterface
    public interface Cleaning {
        void run() throws IOException;
    }

    /**
     * @param exceeded hears the number of a worker that was ended, and why; on the guard's thread
     * @param keeper what else there is to keep workers within their limits
     */
    public WorkerGuard(BiConsumer<Integer, String> exceeded, Keeper keeper) {
        this.exceeded = exceeded;
        this.keeper = keeper;
    }

    /** The environment that the processes of a worker with this directory are known by. */
    public static Map<String, String> environment(Path directory) {
        return Map.of(ProcessTable.MARK, directory.toString(), "TMPDIR", directory.toString());
    }

    /** A worker was started, with {@link #environment} of its directory. */
    public void started(int worker, long pid, Path directory) {
        workers.put(
                worker, new Watched(worker, directory, new ProcessTree(pid, directory.toString())));
    }

    /** A worker serves a job from now on. */
    public void serves(int worker, Limits limits) {
        Watched watched = workers.get(worker);
        if (watched != null) {
            run(() -> {
                keeper.serves(worker, limits);
                watched.limits = limits;
                begin();
            });
        }
    }

    /**
     * Stops all processes of all workers by a signal, also of those that start meanwhile; or lets
     * them continue. What does not succeed at once is tried again at every look.
     */
    public void freeze(boolean now) {
        run(() -> {
            frozen = now;
            thawing = !now;
            if (thawing) { // also to those whose stop has yet to take effect
                Signal.CONTINUE.send(pids(_ -> true));
            }
            freezeOrThaw();
            begin();
        });
    }

    /** A worker's process is gone: the others of its family end, then this is done. */
    public void ended(int worker, Cleaning then) {
        run(() -> {
            Watched watched = workers.remove(worker);
            if (watched != null) {
                end(List.of(watched));
                keeper.gone(worker);
            }
            try {
                then.run();
            } catch (IOException e) {
                LOG.warn("files of worker {} could not be deleted: {}", worker, e.toString());
            }
        });
    }

    /**
     * Ends what an earlier process of this daemon has left, if it was killed; before any worker is
     * started. Kills for at least a second while something is left; logs what still runs then.
     */
    public void endLeftOver(Path workersDirectory) {
        Set<Long> told = new HashSet<>();
        killAll(() -> {
            List<Long> left = leftOver(workersDirectory);
            left.stream()
                    .filter(told::add)
                    .forEach(pid ->
                            LOG.warn(
                                    "process {} of an earlier worker still runs, killing it", pid));
            return left;
        });
    }

    private List<Long> leftOver(Path workersDirectory) {
        List<ProcessEntry> all = table.read();
        Map<ProcessEntry.Name, String> marks = table.marks(all);
        List<Long> left = new ArrayList<>();
        for (ProcessEntry process : all) {
            String mark = marks.getOrDefault(process.name(), "");
            if (!process.zombie()
                    && !mark.isEmpty()
                    && Path.of(mark).startsWith(workersDirectory)) {
                left.add(process.pid());
            }
        }
        return left;
    }

    private void run(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("guard stopped: the daemon is stopping");
        }
    }

    // ---- On the guard's thread

    private void begin() {
        if (!looking) {
            looking = true;
            scheduleInspection(LOOK_MILLIS);
        }
    }

    private void scheduleInspection(long millis) {
        try {
            next = thread.schedule(this::inspectAll, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            looking = false;
        }
    }

    /** In rounds: one that is not stopped yet may start others. */
    private void freezeOrThaw() {
        for (int round = 0; round < FREEZE_ROUNDS && (frozen || thawing); round++) {
            List<Long> pids = pids(process -> process.stopped() != frozen);
            if (pids.isEmpty()) {
                thawing = false;
                return;
            }
            (frozen ? Signal.STOP : Signal.CONTINUE).send(pids);
            try {
                Thread.sleep(ROUND_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<Long> pids(Predicate<ProcessEntry> which) {
        List<ProcessEntry> all = table.read();
        Map<ProcessEntry.Name, String> marks = table.marks(all);
        return workers.values().stream()
                .flatMap(watched -> watched.processTree.of(all, marks).stream())
                .filter(which)
                .map(ProcessEntry::pid)
                .toList();
    }

    private void inspectAll() {
        long began = System.nanoTime();
        List<Watched> serving = new ArrayList<>();
        try {
            freezeOrThaw();
            List<ProcessEntry> all = null;
            Map<ProcessEntry.Name, String> marks = Map.of();
            for (Map.Entry<Integer, Watched> entry : workers.entrySet()) {
                Watched watched = entry.getValue();
                Limits limits = watched.limits;
                if (limits == null || watched.told) {
                    continue;
                }
                serving.add(watched);
                if (all == null) {
                    all = table.read();
                    marks = table.marks(all);
                }
                inspect(entry.getKey(), watched, limits, watched.processTree.of(all, marks));
            }
        } catch (RuntimeException e) {
            LOG.error("worker resource check failed", e);
        }
        if (serving.isEmpty() && !frozen && !thawing) {
            looking = false;
        } else {
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            scheduleInspection(Math.clamp(REST * took, LOOK_MILLIS, MOST_REST_MILLIS));
        }
    }

    private void inspect(int number, Watched watched, Limits limits, List<ProcessEntry> family) {
        DirectoryUse directory = DirectoryUse.of(watched.directory, limits);
        Map<Object, Long> unnamed = new HashMap<>();
        int processes = 0;
        long memory = 0;
        for (ProcessEntry process : family) {
            processes += process.threads();
            memory += process.residentBytes();
            ProcessTable.unnamedFiles(process.pid(), unnamed);
        }
        long disk = directory.bytes() + unnamed.values().stream().mapToLong(Long::longValue).sum();
        String excess =
                Limits.excess(limits, new Usage(disk, directory.files(), processes, memory));
        if (excess != null) {
            watched.told = true;
            LOG.warn("stopping worker {}: {}", number, excess);
            exceeded.accept(number, excess);
            end(List.of(watched));
        }
    }

    private void end(List<Watched> families) {
        killAll(() -> {
            List<ProcessEntry> all = table.read();
            Map<ProcessEntry.Name, String> marks = table.marks(all);
            Set<Long> living = new HashSet<>();
            for (Watched watched : families) {
                watched.processTree.of(all, marks).forEach(process -> living.add(process.pid()));
                living.addAll(keeper.processes(watched.number));
            }
            return living;
        });
    }

    /** Kills until no process is left. */
    private static void killAll(Supplier<Collection<Long>> processes) {
        for (int round = 0; round < ROUNDS; round++) {
            Collection<Long> living = processes.get();
            if (living.isEmpty()) {
                return;
            }
            living.forEach(WorkerGuard::kill);
            try {
                Thread.sleep(ROUND_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        LOG.warn("killed worker processes are still running");
    }

    private static void kill(long pid) {
        if (pid != ProcessHandle.current().pid()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Ends every family, and waits a few seconds for that. */
    @Override
    public void close() {
        run(() -> end(List.copyOf(workers.values())));
        Future<?> inspect = next;
        if (inspect != null) {
            inspect.cancel(false);
        }
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("worker processes may be left");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
