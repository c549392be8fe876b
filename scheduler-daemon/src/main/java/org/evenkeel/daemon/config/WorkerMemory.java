package org.evenkeel.daemon.config;

import java.lang.management.ManagementFactory;

/** How the machine's memory is shared among workers, unless told. */
public final class WorkerMemory {

    private static final long LEAST_MEGABYTES = 256;
    private static final long FALLBACK_MEGABYTES = 1024;

    /** About what a worker takes that waits for tasks. */
    private static final long IDLE_MEGABYTES = 64;

    private static final int LEAST_PER_SLOT = 3;
    private static final int MOST_PER_SLOT = 16;

    private WorkerMemory() {}

    /** A worker's heap: a quarter of the machine's memory over the slots. */
    static long heapMegabytes(int slots) {
        return Math.max(LEAST_MEGABYTES, quarterMegabytes() / Math.max(1, slots));
    }

    /**
     * Workers of different jobs that a slot keeps, as many as a quarter of the memory carries while
     * they wait. With fewer than there are jobs, nearly every task starts a process.
     */
    public static int workersPerSlot(int slots) {
        return Math.clamp(
                quarterMegabytes() / IDLE_MEGABYTES / Math.max(1, slots),
                LEAST_PER_SLOT,
                MOST_PER_SLOT);
    }

    /** Half of the machine's memory. */
    static long halfMegabytes() {
        return 2 * quarterMegabytes();
    }

    private static long quarterMegabytes() {
        long machine = FALLBACK_MEGABYTES;
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            machine = system.getTotalMemorySize() >> 20;
        }
        return machine / 4;
    }
}
