package org.evenkeel.testcontainers;

import org.evenkeel.client.ByteSizes;

/**
 * What a container gets of its machine.
 *
 * @param cpus processors it may use, as a quota of their time: 0.01 or more
 * @param memoryBytes at most, 128 MiB or more; its workers' heaps follow
 */
public record MachineSize(double cpus, long memoryBytes) {

    /** One processor and 512 MiB. */
    public static final MachineSize DEFAULT = new MachineSize(1, 512L << 20);

    private static final double LEAST_CPUS = 0.01;
    private static final long LEAST_MEMORY = 128L << 20;

    /**
     * @throws IllegalArgumentException if it is too small
     */
    public MachineSize {
        if (!(cpus >= LEAST_CPUS)) {
            throw new IllegalArgumentException("a quota of " + cpus + " processors is below 0.01");
        }
        if (memoryBytes < LEAST_MEMORY) {
            throw new IllegalArgumentException(memoryBytes + " bytes of memory are below 128m");
        }
    }

    /**
     * The same in words.
     *
     * @param memory like {@code 512m} or {@code 2g}
     * @throws IllegalArgumentException if it is no size or too small
     */
    public static MachineSize of(double cpus, String memory) {
        return new MachineSize(cpus, ByteSizes.parse("memory", memory));
    }
}
