package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.evenkeel.cli.top.Asker.Connector;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.whatif.WhatIfPage;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a cluster that is asked over a connection of its own each time, and forecasts from what
 * its recorder has kept.
 */
final class ClusterPages implements Pages {

    private final LiveJobPages jobs;
    private final TaskPages tasks;
    private final ClusterMetrics metrics;
    private final WhatIfPage whatIf;

    ClusterPages(Connector connector, Path store) {
        this.jobs = new LiveJobPages(connector);
        this.tasks = new TaskPages(connector);
        this.metrics = new ClusterMetrics(connector);
        this.whatIf = new WhatIfPage(store);
    }

    @Override
    public byte @Nullable [] job(JobId job) throws IOException {
        return jobs.page(job);
    }

    @Override
    public byte @Nullable [] task(TaskId task) throws IOException {
        return tasks.page(task);
    }

    @Override
    public byte[] whatIf(@Nullable String query) throws IOException {
        return whatIf.json(query, InstantSource.system().instant());
    }

    @Override
    public byte[] metrics() throws IOException {
        return metrics.page();
    }
}
