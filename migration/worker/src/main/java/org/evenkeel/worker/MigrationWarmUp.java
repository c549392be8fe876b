package org.evenkeel.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.bundle.ProgramScan;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.capture.CheckpointSink;
import org.evenkeel.continuations.capture.StandaloneContext;
import org.evenkeel.continuations.capture.SuspendableRun.Outcome;
import org.evenkeel.continuations.capture.SuspendableTask;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.rehearsal.WarmUpTask;
import org.evenkeel.continuations.weave.ApiOnlyLoader;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * A worker that has nothing to do puts a small task of its own away and lets it continue, once: the
 * first real one would otherwise wait for some three hundred classes, a tenth of a second at either
 * node.
 */
final class MigrationWarmUp {

    /** For so long a worker has had nothing to do before, nanoseconds. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Where a job has asked for less disk than this, none of it is used. */
    static final long LEAST_DISK_BYTES = 64 << 20;

    /** A smaller heap, or one with less that is free, is left to its tasks. */
    private static final long LEAST_HEAP_BYTES = 128 << 20;

    private static final long LEAST_FREE_BYTES = 64 << 20;

    /** So large a file would be told of after so much of it. */
    private static final long TOLD_BYTES = 8 << 20;

    private final Path directory;
    private final WorkerClock clock;
    private final Sink sink = new Sink();

    /** As much would have been said of the file while it was written, bytes. */
    private long told;

    /**
     * @param directory the worker's, in which it uses a folder of its own for a moment
     */
    MigrationWarmUp(Path directory, WorkerClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Takes place as soon as the worker is idle; a failure has no consequences.
     *
     * @param begun gives the same as the last time if nothing has begun or runs since; null while
     *     something runs
     * @return what comes of it; less than 0 where there is too little memory
     */
    FutureTask<Long> whenIdle(Supplier<@Nullable Object> begun) {
        FutureTask<Long> rehearsal =
                new FutureTask<>(() -> {
                    awaitIdle(begun);
                    return hasMemory() ? run() : -1L;
                });
        Thread.ofPlatform().daemon().name("evenkeel-rehearsal").start(rehearsal);
        return rehearsal;
    }

    private void awaitIdle(Supplier<@Nullable Object> begun) throws InterruptedException {
        Object before = null;
        while (true) {
            Object now = begun.get();
            if (now != null && now.equals(before)) {
                return;
            }
            before = now;
            clock.sleep(IDLE_NANOS);
        }
    }

    private static boolean hasMemory() {
        Runtime jvm = Runtime.getRuntime();
        long most = jvm.maxMemory();
        return most >= LEAST_HEAP_BYTES
                && most - jvm.totalMemory() + jvm.freeMemory() >= LEAST_FREE_BYTES;
    }

    /**
     * Suspends the task and lets it continue.
     *
     * @return what it has computed, here and there
     */
    long run() throws Exception {
        Files.createDirectories(directory);
        Path folder = Files.createTempDirectory(directory, "rehearsal-");
        Path code = folder.resolve(WarmUpTask.class.getName().replace('.', '/') + ".class");
        Path file = folder.resolve("checkpoint");
        try {
            Files.createDirectories(parent(code));
            try (InputStream in =
                    WarmUpTask.class.getResourceAsStream(
                            WarmUpTask.class.getSimpleName() + ".class")) {
                Files.write(code, Objects.requireNonNull(in).readAllBytes());
            }
            CheckpointIndex index = Objects.requireNonNull(ProgramScan.of(List.of(folder)));
            try (WovenLoader program = ApiOnlyLoader.woven(List.of(folder.toString()), index)) {
                return resume(program, file, suspend(program, file));
            }
        } finally {
            delete(file);
            for (Path each = code; each.startsWith(folder); each = parent(each)) {
                delete(each);
            }
        }
    }

    private static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It goes with the worker's directory.
        }
    }

    /** Gives the checkpoint as one that comes. */
    private IncomingCheckpoint suspend(WovenLoader program, Path file) throws Exception {
        Task<?> errand =
                (Task<?>)
                        program.loadClass(WarmUpTask.class.getName())
                                .getDeclaredConstructor()
                                .newInstance();
        SuspendableTask task = movable(program);
        task.ask();
        task.begin(errand, contextOf(task));
        Pieces pieces =
                new Continuation(Objects.requireNonNull(sink.checkpoint), null).unsummedPieces();
        CheckpointGrowthReporter teller =
                new CheckpointGrowthReporter(
                        new Ticket(0, 0, 0, 0),
                        pieces.numbers(),
                        frame -> told += frame.toByteArray().length);
        ResultFile whole = CheckpointFiles.write(pieces, file, teller);
        teller.grew(new ResultFile(whole.path(), whole.digest(), TOLD_BYTES), TOLD_BYTES);
        sink.checkpoint = null;
        return new IncomingCheckpoint(whole.digest(), file, whole.size(), pieces.numbers());
    }

    private long resume(WovenLoader program, Path file, IncomingCheckpoint coming)
            throws Exception {
        coming.start();
        SuspendableTask task = movable(program);
        TaskContext context = contextOf(task);
        try (OpenedCheckpoint opened = OpenedCheckpoint.of(file, coming.whole())) {
            opened.read(() ->
                    task.load(
                            opened.continuation().envelope(), null, context, opened::requireRight));
        }
        Outcome.Finished finished = Objects.requireNonNull(task.resume(context));
        return (long) Objects.requireNonNull(finished.value());
    }

    private SuspendableTask movable(WovenLoader program) {
        return new SuspendableTask(
                program, new SuspendableTask.Label(Digest.NONE, "rehearsal", 0, 0, ""), sink);
    }

    private static TaskContext contextOf(SuspendableTask task) {
        return new StandaloneContext() {
            @Override
            public void checkpoint() {
                task.checkpoint();
            }
        };
    }

    /** Keeps the checkpoint. */
    private static final class Sink implements CheckpointSink {
        private @Nullable Envelope checkpoint;

        @Override
        public boolean suspend(Envelope captured) {
            checkpoint = captured;
            return false;
        }

        @Override
        public void checkpoint(Envelope captured) {
            throw new IllegalStateException("it was asked to suspend");
        }

        @Override
        public void deferred(String reason) {
            throw new IllegalStateException(reason);
        }
    }
}
