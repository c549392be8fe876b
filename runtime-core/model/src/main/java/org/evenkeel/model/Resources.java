package org.evenkeel.model;

/**
 * What a job asks each machine for, for each of its workers; 0 stands for what the machine gives to
 * every job.
 *
 * @param memoryBytes heap of a worker, 32 MiB to 1 PiB
 * @param diskBytes files in a worker's directory, 1 MiB to 1 PiB
 * @param processes processes and threads of a worker together, its own included, 64 to 1,000,000
 * @param worker options of a worker's JVM, and its environment
 */
public record Resources(long memoryBytes, long diskBytes, int processes, WorkerShape worker) {

    /** Less than this no worker starts with. */
    public static final long LEAST_MEMORY_BYTES = 32L << 20;

    /** Fewer bytes than this are not worth a directory. */
    public static final long LEAST_DISK_BYTES = 1L << 20;

    /** A worker has some thirty threads of its own. */
    public static final int LEAST_PROCESSES = 64;

    private static final long MOST_BYTES = 1L << 50;
    private static final int MOST_PROCESSES = 1_000_000;

    /** Nothing in particular. */
    public static final Resources NONE = new Resources(0, 0, 0);

    /** Workers with the options that the machine gives to every job. */
    public Resources(long memoryBytes, long diskBytes, int processes) {
        this(memoryBytes, diskBytes, processes, WorkerShape.NONE);
    }

    public Resources {
        check("memory", memoryBytes, LEAST_MEMORY_BYTES, MOST_BYTES, " bytes");
        check("disk", diskBytes, LEAST_DISK_BYTES, MOST_BYTES, " bytes");
        check("processes", processes, LEAST_PROCESSES, MOST_PROCESSES, "");
    }

    private static void check(String what, long value, long least, long most, String unit) {
        if (value != 0 && (value < least || value > most)) {
            throw new IllegalArgumentException(
                    what + " of " + value + unit + " is not " + least + " to " + most);
        }
    }

    /** Whether everything is left to the machine. */
    public boolean isNone() {
        return memoryBytes == 0 && diskBytes == 0 && processes == 0 && worker.isNone();
    }
}
