package org.evenkeel.cli.top;

import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;

/**
 * What nodes have told of one task.
 *
 * @param answers null where no daemon answered
 * @param failure why none did; empty otherwise
 */
public record StoryUpdate(TaskId task, @Nullable Answers answers, String failure) {}
