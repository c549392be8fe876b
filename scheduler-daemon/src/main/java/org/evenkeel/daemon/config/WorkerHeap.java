package org.evenkeel.daemon.config;

import java.lang.management.ManagementFactory;

/** How much memory a worker gets unless told: a quarter of the machine's over the slots. */
final class WorkerHeap {

    private static final long LEAST_MEGABYTES = 256;
    private static final long FALLBACK_MEGABYTES = 1024;

    private WorkerHeap() {}

    static long defaultMegabytes(int workers) {
        long machine = FALLBACK_MEGABYTES;
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            machine = system.getTotalMemorySize() >> 20;
        }
        return Math.max(LEAST_MEGABYTES, machine / 4 / Math.max(1, workers));
    }
}
