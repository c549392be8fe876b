package org.evenkeel.daemon.worker;

import java.nio.file.Path;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.WorkerShape;
import org.jspecify.annotations.Nullable;

/**
 * One worker process: {@code STARTING -> BLANK -> BOUND -> GONE}; it is gone when the process has
 * ended and everything it had said was read.
 */
final class WorkerProcess {

    /** Java's own with -XX:+ExitOnOutOfMemoryError. */
    static final int EXIT_OUT_OF_HEAP = 3;

    private static final int EXIT_KILLED = 128 + 9;

    /**
     * What differs between workers before they have a job.
     *
     * @param heapBytes -Xmx
     * @param shape options of the JVM and environment
     */
    record Form(long heapBytes, WorkerShape shape) {}

    final int number;
    final Path directory;
    final Path log;
    final byte[] secret;
    final Form form;
    final long startedNanos;

    @Nullable Process process;
    @Nullable WorkerLink link;
    @Nullable WorkerBinding workerBinding;

    /** Its session, 0 before its hello. */
    long origin;

    boolean secretUsed;
    boolean exited;
    int exitCode;

    /** Whether the kernel ended processes of its control group for their memory. */
    boolean outOfMemory;

    /** Why this daemon ends it, null while it does not. */
    @Nullable String ending;

    /** What its end says of the task that ran in it. */
    Event.Fault fault = Event.Fault.UNKNOWN;

    boolean gone;

    WorkerProcess(
            int number, Path directory, Path log, byte[] secret, Form form, long startedNanos) {
        this.number = number;
        this.directory = directory;
        this.log = log;
        this.secret = secret;
        this.form = form;
        this.startedNanos = startedNanos;
    }

    /** Whether it was welcomed. */
    boolean isReady() {
        return link != null && !exited;
    }

    /** How it died, in words. */
    String how() {
        String why = ending;
        if (why != null) {
            return fault == Event.Fault.EXCESS ? why : "it was stopped: " + why;
        }
        if (!exited) {
            return "it closed its connection";
        }
        return exitWords(exitCode);
    }

    /** Its process has ended: when that was for want of memory, its task is to blame. */
    void judge() {
        WorkerBinding served = workerBinding;
        if (!exited || ending != null || served == null) {
            return;
        }
        if (exitCode == EXIT_OUT_OF_HEAP) {
            exceeded(served.limits.outOfHeap());
        } else if (outOfMemory && exitCode == EXIT_KILLED) {
            exceeded(served.limits.outOfMemory());
        }
    }

    /**
     * Whether what it printed may say why it ended: it died, or took more than its job may. A
     * worker that this daemon ended for another reason has nothing to explain.
     */
    boolean isToExplain() {
        return ending == null || fault == Event.Fault.EXCESS;
    }

    /** It took more than its job may. */
    void exceeded(String why) {
        ending = why;
        fault = Event.Fault.EXCESS;
    }

    /** Java gives 128 + the signal for a process that a signal killed. */
    static String exitWords(int code) {
        return switch (code) {
            case 0 -> "its process ended by itself";
            case EXIT_OUT_OF_HEAP -> "it ran out of memory";
            case 128 + 6 -> "it was aborted (SIGABRT)";
            case EXIT_KILLED -> "it was killed (SIGKILL)";
            case 128 + 11 -> "it crashed (SIGSEGV)";
            case 128 + 15 -> "it was terminated (SIGTERM)";
            default ->
                    code > 128
                            ? "it was ended by signal " + (code - 128)
                            : "it exited with code " + code;
        };
    }

    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    @Override
    public String toString() {
        return "worker " + number;
    }
}
