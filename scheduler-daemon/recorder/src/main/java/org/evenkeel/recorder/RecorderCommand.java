package org.evenkeel.recorder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.query.DaemonConnection;
import org.evenkeel.cli.query.LocalRecorder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.recorder.past.StoreOption;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.RetentionFile;
import org.evenkeel.recorder.store.RetentionPlan;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.store.StoreInUseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps what the nodes of a cluster do, for queries. */
@Command(
        name = "recorder",
        description = {
            "Keep what happens to tasks, and the states of nodes and jobs, for evenkeel query.",
            "It asks one daemon about all nodes, every half second, and runs until it is ended. "
                    + "One that was killed starts again without damage: what nodes have not "
                    + "written over is asked for again, and the rest is marked as a gap."
        },
        footer = {
            "  evenkeel recorder                       # records until it is ended",
            "  evenkeel recorder --days 7 --bytes 500M",
            "  evenkeel recorder --status              # what is there",
            "  evenkeel query --tables                 # what can be asked"
        })
final class RecorderCommand extends ClusterOutputCommand {

    private static final RetentionPlan USUAL = new RetentionPlan(30, 2L << 30);
    private static final int MAX_DAYS = 3_650;
    private static final long LEAST_BYTES = 1_000_000;

    /** A recorder in the background ends when no daemon has answered for so long. */
    private static final Duration BACKGROUND_PATIENCE = Duration.ofMinutes(10);

    private static final Duration PATIENCE = Duration.ofDays(3_650);

    /** Characters that a recorder in the background prints at most: it prints into a file. */
    private static final long MAX_PRINTED = 4L << 20;

    /** A question takes ten seconds at most, and a write less. */
    private static final long STOP_MILLIS = 20_000;

    @Mixin private final StoreOption store = new StoreOption();

    @Option(
            names = "--days",
            paramLabel = "N",
            description = {
                "Keep rows for N days (default: the value used last for these records, else 30)."
            })
    private @Nullable Integer days;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description =
                    "Keep at most N bytes, such as 500M (default: the value used last for these "
                            + "records, else 2G).")
    private @Nullable String bytes;

    @Option(names = "--status", description = "Show what is there, and end.")
    private boolean status;

    private final boolean background = Boolean.getBoolean(LocalRecorder.PROPERTY);
    private long printed;
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        RetentionPlan _ = retention(USUAL); // refuses wrong options before anything begins
        if (status) {
            new RecorderStatus(store.existing(cluster)).print(output);
            return ExitCode.OK;
        }
        requireCluster();
        Path directory = store.path(cluster);
        try (RecordStore open = RecordStore.open(directory, Steps.UNOBSERVED);
                DaemonConnection daemon =
                        new DaemonConnection(() -> cluster.connectAgain().raw())) {
            RetentionPlan retention = retention(RetentionFile.read(directory, USUAL));
            if (days != null || bytes != null) {
                RetentionFile.write(directory, retention);
            }
            record(open, daemon::ask, retention, directory);
        } catch (StoreInUseException e) {
            throw new CommandFailure(ExitCode.RUNNING, String.valueOf(e.getMessage()));
        } finally {
            ended.countDown();
        }
        return ExitCode.OK;
    }

    /** One that does not answer may do so later; none is a mistake. */
    private void requireCluster() throws CommandFailure {
        try {
            cluster.connect().close();
        } catch (IOException e) {
            // The recorder says so, and tries again.
        }
    }

    private void record(
            RecordStore open, Recorder.Source source, RetentionPlan retention, Path directory)
            throws IOException, InterruptedException {
        InstantSource clock = InstantSource.system();
        RecorderEvents events = new RecorderEvents(this::print, clock);
        events.say(
                "recording %s to %s, for %d days or %s"
                        .formatted(
                                cluster.title(),
                                directory,
                                retention.days(),
                                NumberFormatter.bytes(retention.bytes())));
        Duration patience = background ? BACKGROUND_PATIENCE : PATIENCE;
        Recorder recorder = new Recorder(source, open, retention, events, clock, patience);
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .name("evenkeel-recorder-end")
                                .unstarted(() -> end(recorder)));
        recorder.run();
    }

    private void print(String line, Map<String, Object> fields) throws IOException {
        if (!background || printed < MAX_PRINTED) {
            printed += line.length();
            output.line(line);
            output.json(fields);
        }
    }

    /** The process ends when everything is written and DuckDB is closed. */
    private void end(Recorder recorder) {
        recorder.stop();
        try {
            boolean _ = ended.await(STOP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The plan of the options; where one is missing, that of the plan before. */
    private RetentionPlan retention(RetentionPlan before) {
        int kept = days == null ? before.days() : days;
        requireRange("--days", kept, 1, MAX_DAYS);
        try {
            long most = bytes == null ? before.bytes() : ByteCount.parse(bytes);
            if (most < LEAST_BYTES) {
                throw new IllegalArgumentException(most + " is too small; use 1M or more");
            }
            return new RetentionPlan(kept, most);
        } catch (IllegalArgumentException e) {
            throw invalid("--bytes " + e.getMessage());
        }
    }
}
