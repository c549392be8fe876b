package org.evenkeel.wire;

import org.evenkeel.model.TaskId;

/** The id of a task, in both spellings. */
public final class TaskIdMapper {
    /** As it travels. */
    public static org.evenkeel.wire.proto.TaskId toWire(TaskId task) {
        return org.evenkeel.wire.proto.TaskId.newBuilder()
                .setOrigin(task.origin())
                .setNumber(task.number())
                .build();
    }

    /** As it came; any numbers may have come. */
    public static TaskId toModel(org.evenkeel.wire.proto.TaskId wire) {
        return new TaskId(wire.getOrigin(), wire.getNumber());
    }
}
