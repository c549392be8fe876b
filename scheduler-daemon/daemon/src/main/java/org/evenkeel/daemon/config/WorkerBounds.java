package org.evenkeel.daemon.config;

import org.evenkeel.model.Numbers;
import org.evenkeel.model.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a worker may take here, and the most that a job may ask for.
 *
 * @param heapBytes a worker's -Xmx
 * @param mostHeapBytes not less
 * @param diskBytes files in a worker's directory
 * @param mostDiskBytes not less
 * @param processes processes and threads of a worker together
 * @param mostProcesses not fewer
 * @param jobOptions options of a worker's JVM that a job may ask for
 */
public record WorkerBounds(
        long heapBytes,
        long mostHeapBytes,
        long diskBytes,
        long mostDiskBytes,
        int processes,
        int mostProcesses,
        JobOptions jobOptions) {

    /** Why a job that asks for this can never be served here; null when it can. */
    public @Nullable String whyNot(Resources asked) {
        if (asked.isNone()) {
            return null;
        }
        if (asked.memoryBytes() > mostHeapBytes) {
            return tooMuch("memory", mebibytes(asked.memoryBytes()), mebibytes(mostHeapBytes));
        }
        if (asked.diskBytes() > mostDiskBytes) {
            return tooMuch("disk", mebibytes(asked.diskBytes()), mebibytes(mostDiskBytes));
        }
        return asked.processes() > mostProcesses
                ? tooMuch("processes", asked.processes() + "", mostProcesses + "")
                : jobOptions.whyNot(asked.worker());
    }

    private static String tooMuch(String what, String asked, String most) {
        String key = what.equals("memory") ? "heap" : what;
        return ("the job requests %s of %s, but a worker on this node gets at most %s (daemon key "
                        + "worker-%s-max)")
                .formatted(what, asked, most, key);
    }

    private static String mebibytes(long bytes) {
        return Numbers.format("%d MiB", bytes >> 20);
    }

    /** -Xmx of a worker for this job. */
    public long heapFor(Resources asked) {
        return asked.memoryBytes() == 0 ? heapBytes : asked.memoryBytes();
    }

    /** Disk of a worker for this job. */
    public long diskFor(Resources asked) {
        return asked.diskBytes() == 0 ? diskBytes : asked.diskBytes();
    }

    /** Processes and threads of a worker for this job. */
    public int processesFor(Resources asked) {
        return asked.processes() == 0 ? processes : asked.processes();
    }
}
