package org.evenkeel.recorder.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.FailureText;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Printable;
import org.evenkeel.recorder.past.RecordedStore;
import org.jspecify.annotations.Nullable;

/**
 * Where a command finds a job: at the nodes; else in what a recorder has kept. It says on standard
 * error which, and what is missing.
 */
final class JobSource {

    private static final String KEPT =
            "each node keeps its newest 100,000 records, until the node ends; \"evenkeel jobs\""
                    + " lists jobs";

    private final ClusterOption cluster;
    private final JobFileOptions options;
    private final RecordedStore store;
    private final Output output;

    JobSource(ClusterOption cluster, JobFileOptions options, Output output) {
        this.cluster = cluster;
        this.options = options;
        this.store = new RecordedStore(options.store().path(cluster));
        this.output = output;
    }

    /**
     * Finds a job.
     *
     * @throws CommandFailure if nothing is known of it
     */
    FoundJob find(JobId job) throws IOException, CommandFailure {
        FoundJob found = options.isRecorded() ? requireRecorded(job) : liveOrRecorded(job);
        JobWarnings.of(found.job()).forEach(warning -> output.aside(Printable.of(warning)));
        return found;
    }

    private FoundJob requireRecorded(JobId job) throws IOException, CommandFailure {
        Path directory = options.store().existing(cluster);
        return inStore(job)
                .orElseThrow(() ->
                        new CommandFailure(
                                ExitCode.NOTHING,
                                "no record of job "
                                        + job
                                        + " in "
                                        + directory
                                        + "; evenkeel query \"from jobs\" lists jobs"));
    }

    private FoundJob liveOrRecorded(JobId job) throws IOException, CommandFailure {
        RecordedJob live;
        try {
            live = live(job);
        } catch (IOException | CommandFailure e) {
            Optional<FoundJob> kept = inStoreIfPossible(job);
            if (kept.isEmpty()) {
                throw e;
            }
            output.aside("no answer from nodes (" + FailureText.of(e) + "); " + where());
            return kept.get();
        }
        if (live != null) {
            hint(live);
            return new FoundJob(live, "");
        }
        Optional<FoundJob> kept = inStoreIfPossible(job);
        if (kept.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no node has records of job "
                            + job
                            + (store.isThere() ? ", nor has a recorder" : "")
                            + ": its id is misspelt, or it is old: "
                            + KEPT);
        }
        output.aside("no node has records of this job any more; " + where());
        return kept.get();
    }

    private @Nullable RecordedJob live(JobId job) throws IOException, CommandFailure {
        try (DaemonClient client = cluster.connect().raw()) {
            LiveJob live = new LiveJob(client, job);
            RecordedJob found = live.read();
            if (found == null) {
                output.silent(live.silent());
            }
            return found;
        }
    }

    /** What nodes wrote over a recorder may have. */
    private void hint(RecordedJob live) {
        if (store.isThere() && !(live.gaps().isEmpty() && live.silent().isEmpty())) {
            output.aside(
                    "records of this job are missing; --recorded reads those in "
                            + store.directory()
                            + ", which may be more complete");
        }
    }

    private String where() {
        return "this is what a recorder has kept in " + store.directory();
    }

    /** What nodes say is of more use than why a recorder's files cannot be read. */
    private Optional<FoundJob> inStoreIfPossible(JobId job) {
        try {
            return store.isThere() ? inStore(job) : Optional.empty();
        } catch (IOException e) {
            output.aside("what a recorder has kept cannot be read: " + FailureText.of(e));
            return Optional.empty();
        }
    }

    private Optional<FoundJob> inStore(JobId job) throws IOException {
        List<FoundJob> found =
                store.ask(database -> {
                    RecordedJob read = new StoredJob(database, job, Long.MAX_VALUE).read();
                    return read == null ? List.<FoundJob>of() : List.of(FoundJob.recorded(read));
                });
        return found.stream().findFirst();
    }
}
