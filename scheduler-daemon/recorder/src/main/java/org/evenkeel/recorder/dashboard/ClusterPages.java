package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/** Pages of a cluster that is asked over a connection of its own each time. */
final class ClusterPages implements Pages {

    private final LiveJobPages jobs;
    private final TaskPages tasks;
    private final MachinePages machines;
    private final ClusterMetrics metrics;

    ClusterPages(Connector connector) {
        this.jobs = new LiveJobPages(connector);
        this.tasks = new TaskPages(connector);
        this.machines = new MachinePages(connector);
        this.metrics = new ClusterMetrics(connector);
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
    public byte[] machines() throws IOException {
        return machines.all();
    }

    @Override
    public byte @Nullable [] machine(String name) throws IOException {
        return machines.one(name);
    }

    @Override
    public byte[] metrics() throws IOException {
        return metrics.page();
    }
}
