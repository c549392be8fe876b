package org.evenkeel.client;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
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
public final class ObservedTasks {

    private static final byte[] NOTHING = {};

    private final @Nullable TaskObserver observer;
    private final AtomicBoolean isTold = new AtomicBoolean();

    private ObservedTasks(@Nullable TaskObserver observer) {
        this.observer = observer;
    }

    /** The observer among the classes of a program; none is the usual case. */
    public static ObservedTasks of(ClassLoader program) {
        try {
            Iterator<TaskObserver> found =
                    ServiceLoader.load(TaskObserver.class, program).iterator();
            TaskObserver first = found.hasNext() ? found.next() : null;
            if (first != null && found.hasNext()) {
                System.err.println(
                        "evenkeel: tasks are not observed, for a program can have one observer, and this"
                                + " one has "
                                + first.getClass().getName()
                                + " and "
                                + found.next().getClass().getName());
                return new ObservedTasks(null);
            }
            return new ObservedTasks(first);
        } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
            System.err.println("evenkeel: tasks are not observed: " + e);
            return new ObservedTasks(null);
        }
    }

    /** Whether there is one. */
    public boolean areObserved() {
        return observer != null;
    }

    private <T extends @Nullable Object> T call(Supplier<T> method, T otherwise) {
        try {
            return method.get();
        } catch (RuntimeException | LinkageError e) {
            tell(e);
            return otherwise;
        }
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
        TaskObserver asked = observer;
        TaskObserver.Submission seen =
                asked == null
                        ? null
                        : this.<TaskObserver.@Nullable Submission>call(
                                () -> asked.submits(handle.kind().name()), null);
        if (seen == null) {
            submitting.accept(payload.get());
            return;
        }
        try {
            byte[] note = call(seen::note, NOTHING);
            submitting.accept(Noted.with(note, payload.get()));
        } catch (RuntimeException | Error e) {
            run(() -> seen.refused(e));
            throw e;
        }
        run(() -> seen.submitted(handle.id()));
        handle.whenEnded(task -> run(() -> seen.ended(handle.observedEnd())));
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
        TaskObserver asked = observer;
        if (asked == null) {
            return null;
        }
        TaskObserver.Run run =
                this.<TaskObserver.@Nullable Run>call(() -> asked.begins(begin.get()), null);
        return run == null ? null : new ObservedRun(run);
    }

    /** The worker ends. */
    public void close() {
        TaskObserver asked = observer;
        if (asked != null) {
            run(asked::close);
        }
    }

    /** One run, which ends once. */
    public final class ObservedRun {

        private final TaskObserver.Run run;

        private ObservedRun(TaskObserver.Run run) {
            this.run = run;
        }

        /** The note for a checkpoint; empty for none. */
        public byte[] checkpoint() {
            return bounded(call(run::checkpoint, NOTHING));
        }

        /** It leaves. */
        public void left() {
            ObservedTasks.this.run(run::left);
        }

        /** It has ended; what travels back. */
        public byte[] ended(@Nullable Throwable thrown) {
            return bounded(call(() -> run.ended(thrown), NOTHING));
        }

        private byte[] bounded(byte[] note) {
            return note.length > TaskObserver.MAX_NOTE_BYTES ? NOTHING : note;
        }
    }
}
