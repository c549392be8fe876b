package org.evenkeel.client;

import java.util.Iterator;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.jspecify.annotations.Nullable;

/**
 * A program's {@link TaskObserver}, in the program or in a worker. Whatever it throws, tasks
 * continue.
 */
public final class GuardedObserver {

    /** Longest wait of a process that ends, milliseconds. */
    private static final long CLOSE_MILLIS = 500;

    private final ClassLoader program;
    private final boolean inWorker;
    private final AtomicBoolean isTold = new AtomicBoolean();
    private boolean isLoaded;
    private volatile @Nullable TaskObserver observer;

    private GuardedObserver(ClassLoader program, boolean inWorker) {
        this.program = program;
        this.inWorker = inWorker;
    }

    /** In a program: the observer among its classes; none is the usual case. */
    public static GuardedObserver ofProgram(ClassLoader program) {
        GuardedObserver guarded = new GuardedObserver(program, false);
        guarded.load();
        return guarded;
    }

    /** In a worker: the same, but looked for when the first run with a note begins. */
    public static GuardedObserver ofWorker(ClassLoader program) {
        return new GuardedObserver(program, true);
    }

    /** Whether there is one, as far as it is known. */
    public boolean isPresent() {
        return observer != null;
    }

    private synchronized @Nullable TaskObserver load() {
        if (!isLoaded) {
            isLoaded = true;
            observer = found();
        }
        return observer;
    }

    private @Nullable TaskObserver found() {
        try {
            Iterator<TaskObserver> found =
                    ServiceLoader.load(TaskObserver.class, program).iterator();
            TaskObserver first = found.hasNext() ? found.next() : null;
            if (first == null || !found.hasNext()) {
                return first;
            }
            System.err.println(
                    ("evenkeel: tasks are not observed: a program can have one observer, and this "
                                    + "one has %s and %s; remove one")
                            .formatted(
                                    first.getClass().getName(), found.next().getClass().getName()));
        } catch (Throwable e) { // nothing of it may reach a thread of ours
            System.err.println("evenkeel: tasks are not observed: " + e);
        }
        return null;
    }

    private <T extends @Nullable Object> T call(Supplier<T> method, T otherwise) {
        try {
            return method.get();
        } catch (Throwable e) { // as above
            tell(e);
            return otherwise;
        }
    }

    private byte[] note(Supplier<byte @Nullable []> method) {
        byte[] note = this.<byte @Nullable []>call(method, null);
        return note == null || note.length > TaskObserver.MAX_NOTE_BYTES ? Noted.NONE : note;
    }

    private void tell(Throwable e) {
        if (isTold.compareAndSet(false, true)) {
            System.err.println("evenkeel: the observer of tasks threw " + e);
            e.printStackTrace(System.err);
        }
    }

    // ---- Submissions

    /**
     * Submits a task, and has the observer hear of it.
     *
     * @param payload encodes the task
     * @param submitting submits it with its note
     */
    public void submit(Handle<?> handle, Supplier<Encoded> payload, Consumer<Encoded> submitting) {
        TaskObserver present = observer;
        TaskObserver.Submission submission =
                present == null
                        ? null
                        : this.<TaskObserver.@Nullable Submission>call(
                                () -> present.submits(handle.kind().name()), null);
        if (submission == null) {
            submitting.accept(payload.get());
            return;
        }
        try {
            submitting.accept(Noted.with(note(submission::note), payload.get()));
        } catch (RuntimeException | Error e) {
            run(() -> submission.refused(e));
            throw e;
        }
        run(() -> submission.submitted(handle.id()));
        handle.whenEnded(task -> {
            // A child that ends here because its parent leaves continues elsewhere.
            if (!inWorker || !handle.wasGivenUp()) {
                run(() -> submission.ended(handle.observedEnd()));
            }
        });
    }

    private void run(Runnable method) {
        call(
                () -> {
                    method.run();
                    return true;
                },
                false);
    }

    // ---- Runs

    /** A run that has begun; null when it is not observed. */
    public @Nullable ObservedRun begin(Supplier<TaskObserver.Begin> begin) {
        TaskObserver present = load();
        if (present == null) {
            return null;
        }
        TaskObserver.Run run =
                this.<TaskObserver.@Nullable Run>call(() -> present.begins(begin.get()), null);
        return run == null ? null : new ObservedRun(run);
    }

    /** The worker ends; waits for the observer for half a second at most. */
    public void close() {
        TaskObserver present = observer;
        if (present == null) {
            return;
        }
        Thread closing =
                Thread.ofPlatform()
                        .daemon()
                        .name("evenkeel-observer")
                        .start(() -> run(present::close));
        try {
            closing.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One run, which ends once. For the thread that runs it. */
    public final class ObservedRun {

        private final TaskObserver.Run run;
        private boolean isOver;

        private ObservedRun(TaskObserver.Run run) {
            this.run = run;
        }

        /** The note for a checkpoint; empty for none. */
        public byte[] checkpoint() {
            return note(run::checkpoint);
        }

        /** It leaves. */
        public void moved() {
            if (!isOver) {
                isOver = true;
                GuardedObserver.this.run(run::moved);
            }
        }

        /** It has ended; what travels back, empty when it had ended before. */
        public byte[] ended(@Nullable Throwable thrown) {
            if (isOver) {
                return Noted.NONE;
            }
            isOver = true;
            return note(() -> run.ended(thrown));
        }
    }
}
