package org.evenkeel.wire;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskTraits;

/** What rules depend on of a task that is elsewhere, in both spellings. */
public final class TaskTraitsMapper {
    /** As it travels. */
    public static org.evenkeel.wire.proto.TaskTraits toWire(TaskTraits traits) {
        org.evenkeel.wire.proto.TaskTraits.Builder wire =
                org.evenkeel.wire.proto.TaskTraits.newBuilder()
                        .setKind(traits.kind())
                        .setPriority(traits.priority())
                        .setSpawned(traits.spawned());
        NodeId node = traits.node();
        if (node != null) {
            wire.setNode(node.name());
        }
        if (!traits.resources().isNone()) {
            wire.setResources(ResourceMapper.toWire(traits.resources()));
        }
        return wire.build();
    }

    /**
     * As it came.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static TaskTraits toModel(org.evenkeel.wire.proto.TaskTraits wire) {
        return new TaskTraits(
                wire.getKind(),
                wire.getPriority(),
                wire.getSpawned(),
                wire.getNode().isEmpty() ? null : new NodeId(wire.getNode()),
                wire.hasResources() ? ResourceMapper.toModel(wire.getResources()) : Resources.NONE);
    }
}
