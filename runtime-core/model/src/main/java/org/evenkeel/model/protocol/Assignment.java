package org.evenkeel.model.protocol;

import org.evenkeel.model.Grant;
import org.evenkeel.model.Task;

/** One task for a worker. */
public record Assignment(Task task, Grant grant) {}
