package org.evenkeel.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.model.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is asked to be.
 *
 * @param daemon address or node directory; null for the environment and the state directory
 * @param cluster name of the cluster in the state directory
 * @param jobName for displays
 * @param bundle class path entries that travel; null for the program's own
 * @param tasks options of tasks that are submitted without
 * @param reconnectLimit longest time without a daemon before open tasks fail
 * @param detached whether the job is kept when this client is gone
 * @param resources what the job asks each machine for
 * @param minWorkers workers the job asks for at once, 0 for none in particular
 * @param checkpointEvery between two checkpoints of a task that runs; zero for none
 * @param clientServiceOptions what the job's tasks use of this program's machine
 * @param onClose run when the connection is closed
 */
public record ConnectionSettings(
        @Nullable String daemon,
        String cluster,
        String jobName,
        @Nullable List<Path> bundle,
        TaskOptions tasks,
        Duration reconnectLimit,
        boolean detached,
        Resources resources,
        int minWorkers,
        Duration checkpointEvery,
        ClientServiceOptions clientServiceOptions,
        Runnable onClose) {

    /** Longest wait for a daemon to come back. */
    public static final Duration DEFAULT_RECONNECT_LIMIT = Duration.ofSeconds(60);

    /** The same for a second connection, whose end ends nothing else. */
    ConnectionSettings withoutOnClose() {
        return new ConnectionSettings(
                daemon,
                cluster,
                jobName,
                bundle,
                tasks,
                reconnectLimit,
                detached,
                resources,
                minWorkers,
                checkpointEvery,
                clientServiceOptions,
                () -> {});
    }

    /** Name of the cluster when nothing is said. */
    public static final String DEFAULT_CLUSTER = "default";
}
