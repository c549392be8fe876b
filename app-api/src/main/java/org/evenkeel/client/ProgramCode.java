package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.PayloadException;
import org.evenkeel.client.bundle.Bundle;
import org.evenkeel.client.bundle.Bundler;
import org.evenkeel.client.bundle.ClassPath;
import org.evenkeel.client.bundle.LoadedCode;
import org.evenkeel.client.lambdas.AgentPresence;
import org.jspecify.annotations.Nullable;

/**
 * The code of this program for its tasks: its class path, and where the program has a loader of its
 * own, as in JShell, what tasks need of that one. That may become more while the program runs.
 * Thread-safe.
 */
final class ProgramCode {

    /**
     * Time for which code that was redefined is not noticed; longer where reading takes long: it
     * takes a tenth of the time at most.
     */
    private static final long REFRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int REFRESH_SHARE = 10;

    private final Bundler bundler;
    private final List<Path> entries;
    private final @Nullable LoadedCode loaded;

    /** Classes that payloads name, and that were not looked at. */
    private final Queue<Class<?>> named = new ConcurrentLinkedQueue<>();

    // Guarded by this.
    private Bundle newest;

    /** Whether there is more than the newest bundle has. */
    private boolean isBehind;

    private long refreshedNanos = System.nanoTime();
    private long pauseNanos = REFRESH_NANOS;

    /**
     * Reads the program's code.
     *
     * @param chosen jars and folders that the program has named instead; null for all that it has
     * @throws IOException if it cannot be read
     * @throws PayloadException if a loader does not give the bytes of a class
     */
    ProgramCode(@Nullable List<Path> chosen) throws IOException {
        this.bundler =
                new Bundler(Discovery.stateDirectory().resolve("cache"), AgentPresence.isActive());
        boolean hasLoader =
                chosen == null && !Clients.classLoader().equals(ClassLoader.getSystemClassLoader());
        if (chosen != null) {
            entries = chosen;
        } else {
            boolean nothing = hasLoader && ClassPath.isUnsaid();
            entries = nothing ? List.of() : ClassPath.ofProgram();
        }
        loaded = hasLoader ? new LoadedCode(ClassPath.expand(entries)) : null;
        if (loaded == null) {
            newest = bundler.bundle(entries);
        } else {
            for (Class<?> caller : callers()) {
                loaded.add(caller);
            }
            newest = bundler.bundle(entries, loaded);
        }
    }

    /** Classes of the program's loader whose code connects: all that a source file has. */
    private static List<Class<?>> callers() {
        ClassLoader program = Clients.classLoader();
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames ->
                        frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                                .filter(type -> program.equals(type.getClassLoader()))
                                .distinct()
                                .toList());
    }

    /** Whether there may be more of it later. */
    boolean grows() {
        return loaded != null;
    }

    /** A payload is to name this class. */
    void names(Class<?> type) {
        if (loaded != null) {
            named.add(type);
        }
    }

    /** Not for each of many tasks that are submitted one after the other, and name nothing new. */
    private boolean isToRefresh() {
        return !named.isEmpty() || System.nanoTime() - refreshedNanos >= pauseNanos;
    }

    private boolean refreshed(LoadedCode code) {
        long began = System.nanoTime();
        boolean changed = code.refresh();
        refreshedNanos = System.nanoTime();
        pauseNanos = Math.max(REFRESH_NANOS, REFRESH_SHARE * (refreshedNanos - began));
        return changed;
    }

    /**
     * The code as it is now, with all that payloads have named so far.
     *
     * @throws PayloadException if it cannot be read; it is tried again with the next task
     */
    synchronized Bundle newest() {
        LoadedCode code = loaded;
        if (code == null) {
            return newest;
        }
        isBehind |= isToRefresh() && refreshed(code);
        for (Class<?> type = named.peek(); type != null; type = named.peek()) {
            isBehind |= code.add(type); // one that fails remains: a bundle without it is not whole
            named.remove();
        }
        if (isBehind) {
            try {
                newest = bundler.bundle(entries, code);
                isBehind = false;
            } catch (IOException e) {
                throw new PayloadException(
                        "the program's code cannot be read: " + e.getMessage(), e);
            }
        }
        return newest;
    }
}
