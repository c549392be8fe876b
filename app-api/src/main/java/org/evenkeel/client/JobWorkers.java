package org.evenkeel.client;

import java.util.Map;
import org.evenkeel.api.JvmOptions;
import org.evenkeel.model.WorkerShape;

/** What a program asks of the workers of its job, as it travels. */
public final class JobWorkers {
    /**
     * One value for both.
     *
     * @throws IllegalArgumentException if a name, the stack or all together are out of bounds
     */
    public static WorkerShape shape(JvmOptions jvm, Map<String, String> environment) {
        return new WorkerShape(
                jvm.collector()
                        .map(each -> WorkerShape.Collector.valueOf(each.name()))
                        .orElse(null),
                jvm.preview(),
                jvm.modules(),
                jvm.stackKib(),
                jvm.properties(),
                environment);
    }
}
