package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.time.InstantSource;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.past.RecordedStore;
import org.evenkeel.recorder.whatif.WhatIfPage;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a cluster that is asked over a connection of its own each time. What its nodes do not
 * tell any more, and forecasts, come from what a recorder has kept.
 */
final class ClusterPages implements Pages {

    private final RecentTiles tiles = new RecentTiles();
    private final LiveJobPages jobs;
    private final TaskPages tasks;
    private final MachinePages machines;
    private final ClusterMetrics metrics;
    private final PastPages past;
    private final WhatIfPage whatIf;

    ClusterPages(Connector connector, RecordedStore store) {
        this.jobs = new LiveJobPages(connector, tiles);
        this.tasks = new TaskPages(connector);
        this.machines = new MachinePages(connector);
        this.metrics = new ClusterMetrics(connector);
        this.past = new PastPages(store, tiles);
        this.whatIf = new WhatIfPage(store.directory());
    }

    /** A page that may not be there. */
    private interface Source {
        byte @Nullable [] page() throws IOException;
    }

    @Override
    public byte @Nullable [] job(JobId job) throws IOException {
        return firstOf(() -> jobs.page(job), () -> past.job(job, PastPages.now()));
    }

    @Override
    public byte @Nullable [] tile(RecentTiles.Address address) {
        return tiles.tile(address);
    }

    @Override
    public byte @Nullable [] task(TaskId task) throws IOException {
        return firstOf(() -> tasks.page(task), () -> past.task(task, PastPages.now()));
    }

    /** If neither has it, what is wrong with the nodes counts. */
    private static byte @Nullable [] firstOf(Source live, Source kept) throws IOException {
        IOException failure = null;
        try {
            byte[] page = live.page();
            if (page != null) {
                return page;
            }
        } catch (IOException e) {
            failure = e;
        }
        try {
            byte[] page = kept.page();
            if (page != null) {
                return page;
            }
        } catch (IOException e) {
            if (failure != null) {
                failure.addSuppressed(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return null;
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
    public byte[] whatIf(@Nullable String query) throws IOException {
        return whatIf.json(query, InstantSource.system().instant());
    }

    @Override
    public byte[] metrics() throws IOException {
        return metrics.page();
    }

    @Override
    public PastPages past() {
        return past;
    }
}
