package org.evenkeel.wire;

import org.evenkeel.model.Resources;

/** What a job asks machines for, in both spellings. */
public final class ResourceMapper {

    private ResourceMapper() {}

    /** As it travels. */
    public static org.evenkeel.wire.proto.Resources toWire(Resources resources) {
        return org.evenkeel.wire.proto.Resources.newBuilder()
                .setMemoryBytes(resources.memoryBytes())
                .setDiskBytes(resources.diskBytes())
                .setProcesses(resources.processes())
                .build();
    }

    /**
     * As it came.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static Resources toModel(org.evenkeel.wire.proto.Resources wire) {
        return new Resources(wire.getMemoryBytes(), wire.getDiskBytes(), wire.getProcesses());
    }
}
