package org.evenkeel.agent;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The idle time as an X server counts it, by its extension MIT-SCREEN-SAVER, in milliseconds. It
 * refuses servers that do not see all input: those of Wayland (Xwayland) and of other machines.
 *
 * <p>All calls of Xlib run in one daemon thread, as a server that hangs blocks them. After a
 * timeout the source stays failed.
 */
final class X11Source implements ActivitySource {

    static final String NAME = "x11";

    private static final Logger LOG = LoggerFactory.getLogger(X11Source.class);
    private static final String SCREEN_SAVER = "MIT-SCREEN-SAVER";
    private static final int NONE = -1;
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

    /** A thread that a server never answered is lost; there are no more of them than that. */
    private static final Semaphore UNANSWERED = new Semaphore(4);

    private final String display;
    private final Xlib xlib;
    private final Limits limits;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("agent-x11").factory());

    /** The connection; used only in the thread. */
    private MemorySegment connection = MemorySegment.NULL;

    private final Object lock = new Object();

    /** The file descriptor of the connection while that is open; guarded by the lock. */
    private int connectionNumber = NONE;

    private @Nullable String failure;
    private boolean closed;

    private X11Source(String display, Xlib xlib, Limits limits) {
        this.display = display;
        this.xlib = xlib;
        this.limits = limits;
    }

    static X11Source open(Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        X11Source source = new X11Source(localDisplay(environment), Xlib.load(), limits);
        try {
            String refusal = source.inThread(source::connect, Deadline.in(limits.open()));
            if (!refusal.isEmpty()) {
                throw new SourceFailedException(refusal);
            }
            return source;
        } catch (SourceFailedException e) {
            source.close();
            throw e;
        }
    }

    private static String localDisplay(Map<String, String> environment)
            throws SourceFailedException {
        String display = environment.getOrDefault("DISPLAY", "");
        if (display.isEmpty()) {
            throw new SourceFailedException("DISPLAY is not set, so there is no X server to ask");
        }
        if (!display.startsWith(":") && !display.startsWith("unix:") && !display.startsWith("/")) {
            throw new SourceFailedException(
                    "DISPLAY=%s is a display of another machine or connection".formatted(display));
        }
        if (!environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty()
                || environment.getOrDefault("XDG_SESSION_TYPE", "").equals("wayland")) {
            throw new SourceFailedException(
                    "the session is a Wayland session, whose X server sees only part of the input");
        }
        return display;
    }

    /** Gives a reason to refuse the server, or nothing. */
    private String connect() {
        if (!UNANSWERED.tryAcquire()) {
            return "the X server %s left earlier attempts without an answer".formatted(display);
        }
        connection = xlib.openDisplay(display);
        UNANSWERED.release();
        if (connection.address() == 0) {
            return "no X server accepts the connection to DISPLAY=%s".formatted(display);
        }
        synchronized (lock) {
            connectionNumber = xlib.connectionNumber(connection);
        }
        boolean wayland = xlib.hasExtension(connection, "XWAYLAND");
        boolean idleTime = !xlib.isLost() && xlib.hasExtension(connection, SCREEN_SAVER);
        if (xlib.isLost()) {
            return closedConnection();
        }
        if (wayland) {
            return "the X server %s belongs to Wayland and sees only part of the input"
                    .formatted(display);
        }
        return idleTime
                ? ""
                : "the X server %s has no extension %s".formatted(display, SCREEN_SAVER);
    }

    private String closedConnection() {
        return "the X server %s has closed the connection".formatted(display);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Activity read() throws SourceFailedException {
        if (closed) {
            throw new SourceFailedException("the source is closed");
        }
        if (failure != null) {
            throw new SourceFailedException(failure);
        }
        long idleMillis = inThread(() -> xlib.idleMillis(connection), Deadline.in(limits.read()));
        if (idleMillis == -1) {
            throw failed(closedConnection(), null);
        }
        return new Activity(IdleTimes.ofMillis(NAME, idleMillis), false, NAME);
    }

    private <T> T inThread(Supplier<T> work, Deadline deadline) throws SourceFailedException {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(work, thread);
        try {
            return result.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw failed("the X server %s does not answer: timeout".formatted(display), e);
        } catch (ExecutionException e) {
            throw failed("a call of Xlib failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while it waits for the X server", e);
        }
    }

    private SourceFailedException failed(String reason, @Nullable Throwable cause) {
        failure = reason;
        return new SourceFailedException(reason, cause);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        thread.execute(this::disconnect); // also after a late XOpenDisplay
        thread.shutdown();
        if (failure != null) {
            unblock();
        }
        try {
            if (!thread.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("The X server {} does not answer; a thread waits for it", display);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the connection, so that the thread continues that waits for an answer. */
    private void unblock() {
        synchronized (lock) {
            if (connectionNumber != NONE) {
                xlib.shutdown(connectionNumber);
            }
        }
    }

    private void disconnect() {
        int number;
        synchronized (lock) {
            number = connectionNumber;
            connectionNumber = NONE; // another file may have it soon
        }
        if (connection.address() == 0) {
            return;
        }
        if (xlib.isLost()) {
            xlib.abandon(number);
        } else {
            xlib.closeDisplay(connection);
        }
        connection = MemorySegment.NULL;
    }
}
