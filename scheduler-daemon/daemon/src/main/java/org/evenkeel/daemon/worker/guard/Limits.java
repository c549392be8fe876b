package org.evenkeel.daemon.worker.guard;

/**
 * What a worker and every process that comes from it may take.
 *
 * @param heapBytes the worker's -Xmx
 * @param memoryBytes resident memory of all together
 * @param diskBytes files in the worker's directory, and open ones that no directory names any more
 * @param files entries in the worker's directory
 * @param processes processes and threads of all together
 */
public record Limits(long heapBytes, long memoryBytes, long diskBytes, int files, int processes) {

    /** Beside twice the heap, for code, stacks and what Java keeps outside of the heap. */
    private static final long MEMORY_BESIDE_BYTES = 512L << 20;

    /** A directory that is full of empty files is full, too. */
    private static final int FILES = 100_000;

    /** Limits by what a job asks for. */
    public static Limits of(long heapBytes, long diskBytes, int processes) {
        return new Limits(
                heapBytes, 2 * heapBytes + MEMORY_BESIDE_BYTES, diskBytes, FILES, processes);
    }

    /** What of it is exceeded, human-readable; null when nothing is. */
    static @org.jspecify.annotations.Nullable String excess(Limits limits, Usage usage) {
        if (usage.diskBytes() > limits.diskBytes()) {
            return message(
                    "used " + size(usage.diskBytes()) + " of disk space in its directory",
                    size(limits.diskBytes()),
                    "disk(\"…\")");
        }
        if (usage.files() > limits.files()) {
            return "the task left more than "
                    + limits.files()
                    + " files and directories in its directory, the maximum of every job";
        }
        if (usage.processes() > limits.processes()) {
            return message(
                    "had " + usage.processes() + " processes and threads",
                    String.valueOf(limits.processes()),
                    "processes(…)");
        }
        if (usage.memoryBytes() > limits.memoryBytes()) {
            return message(
                    "used " + size(usage.memoryBytes()) + " of memory with all its processes",
                    size(limits.memoryBytes()),
                    "memory(\"…\")");
        }
        return null;
    }

    private static String message(String what, String limit, String ask) {
        return "the task %s; its job's limit is %s; request more with Evenkeel.builder().%s"
                .formatted(what, limit, ask);
    }

    /** What a task hears whose worker had no heap left. */
    public String outOfHeap() {
        return message("exceeded the memory of its worker", size(heapBytes), "memory(\"…\")");
    }

    /** What a task hears when the system ended its worker for its memory. */
    public String outOfMemory() {
        return message(
                "exceeded the memory of all its processes", size(memoryBytes), "memory(\"…\")");
    }

    private static String size(long bytes) {
        long mebibytes = bytes >> 20;
        return mebibytes < 10L << 10
                ? mebibytes + " MiB"
                : String.format(java.util.Locale.ROOT, "%.1f GiB", mebibytes / 1024.0);
    }
}
