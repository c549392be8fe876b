package org.evenkeel.daemon.config;

import java.lang.management.ManagementFactory;

/** How the machine's memory is shared among workers, unless told. */
public final class WorkerMemory {

    private static final long USUAL_LEAST_MEGABYTES = 256;
    private static final long LEAST_MEGABYTES = 32;

    /** What the daemon takes, and workers outside of their heaps. */
    private static final long BESIDE_MEGABYTES = 160;

    private static final long FALLBACK_MEGABYTES = 1024;

    /** About what a worker takes that waits for tasks. */
    private static final long IDLE_MEGABYTES = 64;

    private static final int LEAST_PER_SLOT = 3;
    private static final int MOST_PER_SLOT = 16;

    /** A worker's heap on this machine. */
    static long heapMegabytes(int slots) {
        return heapMegabytes(slots, machineMegabytes());
    }

    /**
     * A quarter of the memory over the slots, and more on a small machine: 256 MiB, if two such
     * heaps for each slot and the daemon have room beside one another. Where they have none, the
     * kernel would end workers that only use the heap they have.
     */
    static long heapMegabytes(int slots, long machine) {
        int some = Math.max(1, slots);
        long room = (machine - BESIDE_MEGABYTES) / 2 / some;
        long usual = Math.min(USUAL_LEAST_MEGABYTES, room);
        return Math.max(LEAST_MEGABYTES, Math.max(usual, machine / 4 / some));
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
        return machineMegabytes() / 4;
    }

    private static long machineMegabytes() {
        long machine = machineBytes() >> 20;
        return machine == 0 ? FALLBACK_MEGABYTES : machine;
    }

    /** The memory of this machine, or of its container; 0 where it is not known. */
    public static long machineBytes() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }
}
