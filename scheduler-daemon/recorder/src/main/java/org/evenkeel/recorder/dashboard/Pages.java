package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/** What the nodes are asked for when a browser wants it. Called on any thread. */
interface Pages {

    /** How a job ran, as JSON; null if nothing is known of the job. */
    byte @Nullable [] job(JobId job) throws IOException;

    /** A part of the picture of a job, see {@link RecentTiles}; null if it is not kept. */
    default byte @Nullable [] tile(RecentTiles.Address address) {
        return null;
    }

    /** The story of a task, as JSON; null if nothing is known of the task. */
    byte @Nullable [] task(TaskId task) throws IOException;

    /** All machines, as JSON. */
    byte[] machines() throws IOException;

    /** A machine with its links, as JSON; null if there is no machine of this name. */
    byte @Nullable [] machine(String name) throws IOException;

    /**
     * A forecast, as JSON.
     *
     * @param query what is asked, as the address has it; null for the usual
     */
    byte[] whatIf(@Nullable String query) throws IOException;

    /** The metrics of all nodes in the text format of Prometheus. */
    byte[] metrics() throws IOException;

    /** What a recorder has kept; null where none is looked for. */
    default @Nullable PastPages past() {
        return null;
    }
}
