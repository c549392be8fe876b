package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.report.JobPage;
import org.evenkeel.recorder.report.JobReport;
import org.jspecify.annotations.Nullable;

/** Pages of jobs, made of what the nodes still have; each for some seconds. For any thread. */
final class LiveJobPages {

    private static final int KEPT = 4;
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Connector connector;
    private final RecentTiles tiles;
    private final Map<JobId, Made> made = BoundedMap.ofNewest(KEPT);

    private record Made(long atNanos, byte @Nullable [] page) {}

    /**
     * @param tiles where the detail of pictures is kept
     */
    LiveJobPages(Connector connector, RecentTiles tiles) {
        this.connector = connector;
        this.tiles = tiles;
    }

    /** One at a time: each reads the records of all nodes. */
    synchronized byte @Nullable [] page(JobId job) throws IOException {
        Made known = made.get(job);
        if (known != null && System.nanoTime() - known.atNanos() < FRESH_NANOS) {
            return known.page();
        }
        byte[] page;
        try (DaemonClient client = connector.connect()) {
            JobPage found = JobReport.page(client, job);
            page = found == null ? null : JSON.std.asBytes(tiles.fields(found));
        }
        made.remove(job);
        made.put(job, new Made(System.nanoTime(), page));
        return page;
    }
}
