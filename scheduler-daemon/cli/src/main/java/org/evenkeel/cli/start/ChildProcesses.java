package org.evenkeel.cli.start;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Processes that end with this one, however it ends.
 *
 * <p>Each has a pipe as standard input and ends when that is closed, which covers a SIGKILL of this
 * process; an exit and the signals that lead to one run {@link #close()}.
 */
public final class ChildProcesses implements Closeable {
    /** Time to leave in peace, for daemons: to hand on tasks, which no client wants any more. */
    private static final Duration LEAVE_LIMIT = Duration.ofMillis(1500);

    private static final Duration GRACE = Duration.ofMillis(200);
    private static final Duration TERM_LIMIT = Duration.ofSeconds(1);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(4);

    private final List<Process> started = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();
    private boolean closed;
    private volatile boolean interrupted;

    /** Nothing yet; whatever is added ends with the JVM at the latest. */
    public ChildProcesses() {
        Thread end = new Thread(this::interrupted, "end-children");
        try {
            Runtime.getRuntime().addShutdownHook(end);
        } catch (IllegalStateException e) {
            waitForTheEnd();
        }
    }

    /** This JVM is ending already: nothing begins any more, and no client wants to hear of it. */
    private static void waitForTheEnd() {
        while (true) {
            LockSupport.park();
        }
    }

    /** Starts a process; its standard input must be left a pipe. */
    public synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("ending");
        }
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** Adds what is to be done when all processes have ended. */
    public synchronized void afterwards(Runnable action) {
        afterwards.add(action);
    }

    /**
     * Whether this process has been told to end, so that children that end are no news. Waits a
     * moment: Ctrl-C reaches them at the same time.
     */
    public boolean areInterrupted() throws InterruptedException {
        Thread.sleep(GRACE);
        return interrupted;
    }

    private void interrupted() {
        interrupted = true;
        end(false);
    }

    /** Ends all processes and those they have started, and waits for it. */
    @Override
    public void close() {
        end(true);
    }

    private synchronized void end(boolean inPeace) {
        if (closed) {
            return;
        }
        closed = true;
        Set<ProcessHandle> all = new LinkedHashSet<>();
        for (Process process : started) {
            all.add(process.toHandle());
            process.descendants().forEach(all::add);
        }
        started.forEach(ChildProcesses::closeInput);
        if (!inPeace || !awaitEnd(all, LEAVE_LIMIT)) {
            started.forEach(Process::destroy);
            // The second signal says: at once.
            awaitEnd(all, GRACE);
            started.forEach(Process::destroy);
            awaitEnd(all, TERM_LIMIT);
        }
        all.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(all, KILL_LIMIT);
        afterwards.forEach(Runnable::run);
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    private static boolean awaitEnd(Set<ProcessHandle> processes, Duration limit) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        for (ProcessHandle process : processes) {
            long left = deadlineNanos - System.nanoTime();
            try {
                process.onExit().get(Math.max(left, 1), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return true;
    }
}
