package org.evenkeel.daemon.log;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.clientcalls.ClientCallRouter.LogAsker;
import org.evenkeel.daemon.files.DirectoryWipe;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.LogPart;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of the jobs that are or were open at this node. They stay on disk for some time after
 * the job has ended; when all are too long together, those of ended jobs go first that were written
 * to last the longest ago. Called on the event loop; the files are the disk thread's.
 */
public final class JobLogs {

    private static final Logger LOG = LoggerFactory.getLogger(JobLogs.class);

    /** Parts that wait for the disk, bytes; then the worker tries again. */
    private static final long MAX_WAITING = 8 << 20;

    /**
     * How much is kept.
     *
     * @param jobBytes of one job
     * @param allBytes of all
     * @param retention since the last line
     */
    public record Limits(long jobBytes, long allBytes, Duration retention) {}

    private final Path directory;
    private final Disk disk;
    private final Limits limits;
    private final Predicate<JobId> isOpen;
    private final InstantSource clock;
    private long waitingBytes;

    /** Of the disk thread: the logs whose files are known. */
    private final Map<JobId, JobLog> logs = new HashMap<>();

    /**
     * @param directory of all logs
     * @param isOpen whether a job is open here; asked on the event loop
     */
    public JobLogs(
            Path directory,
            Disk disk,
            Limits limits,
            Predicate<JobId> isOpen,
            InstantSource clock) {
        this.directory = directory;
        this.disk = disk;
        this.limits = limits;
        this.isOpen = isOpen;
        this.clock = clock;
    }

    /** Finds the logs that an earlier process left. */
    public void start() {
        disk.run(
                () -> {
                    PrivateFiles.createDirectories(directory);
                    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
                        for (Path one : found) {
                            String name = String.valueOf(one.getFileName());
                            if (Ids.isId(name)) {
                                JobId job = new JobId(Ids.parse(name));
                                logs.put(job, new JobLog(one, "", limits.jobBytes()));
                            }
                        }
                    }
                    return List.copyOf(logs.keySet());
                },
                this::tidy);
    }

    // ---- Writing

    /**
     * Keeps a part of a task's log.
     *
     * @param submitter whose job it is
     * @param asker hears what became of it
     * @param fresh is given what has not come before, unless that is nothing
     */
    public void keep(
            JobId job,
            String submitter,
            TaskId task,
            LogPart part,
            LogAsker asker,
            Consumer<LogPart> fresh) {
        int size = part.getSerializedSize();
        if (waitingBytes + size > MAX_WAITING) {
            asker.away("too much is to be written to the logs of jobs");
            return;
        }
        waitingBytes += size;
        disk.run(
                () -> {
                    boolean begins = !logs.containsKey(job);
                    JobLog log = of(job, submitter);
                    return new Written(log.append(task, part), begins);
                },
                (written, failure) -> {
                    waitingBytes -= size;
                    if (failure != null || written == null) {
                        LOG.warn("the log of job {} cannot be written: {}", job, "" + failure);
                        asker.failed("the log cannot be written: " + failure);
                        return;
                    }
                    asker.done();
                    if (written.fresh() != null) {
                        fresh.accept(written.fresh());
                    }
                    if (written.begins()) {
                        disk.run(() -> List.copyOf(logs.keySet()), this::tidy);
                    }
                });
    }

    private record Written(@Nullable LogPart fresh, boolean begins) {}

    private JobLog of(JobId job, String submitter) throws IOException {
        JobLog log = logs.get(job);
        if (log == null) {
            log = new JobLog(directory.resolve(job.toString()), submitter, limits.jobBytes());
            logs.put(job, log);
        }
        return log;
    }

    // ---- Reading

    /**
     * Reads on in a job's log.
     *
     * @param from as in {@link JobLog#read}
     * @param task only lines of this one; null for all
     * @param then hears null where no such log is here
     */
    public void read(
            JobId job,
            @Nullable TaskId task,
            long from,
            BiConsumer<LogPage.@Nullable Of, @Nullable IOException> then) {
        disk.run(() -> page(job, task, from), then);
    }

    /** The same of the job that a task is of. */
    public void read(
            TaskId task, long from, BiConsumer<LogPage.@Nullable Of, @Nullable IOException> then) {
        disk.run(
                () -> {
                    for (Map.Entry<JobId, JobLog> one : logs.entrySet()) {
                        if (one.getValue().hasOrigin(task.origin())) {
                            return page(one.getKey(), task, from);
                        }
                    }
                    return null;
                },
                then);
    }

    private LogPage.@Nullable Of page(JobId job, @Nullable TaskId task, long from)
            throws IOException {
        JobLog log = logs.get(job);
        if (log == null) {
            return null;
        }
        LogPage page = log.read(from, each -> task == null || each.equals(task));
        return new LogPage.Of(job, log.submitter(), page);
    }

    // ---- Tidying

    private record Ended(JobId job, Instant written, long bytes) {}

    /** Deletes what is too old or too much. */
    private void tidy(@Nullable List<JobId> known, @Nullable IOException failure) {
        if (known == null) {
            LOG.warn("the logs of jobs cannot be read: {}", "" + failure);
            return;
        }
        List<JobId> ended = known.stream().filter(job -> !isOpen.test(job)).toList();
        disk.run(() -> {
            List<Ended> found = new ArrayList<>();
            for (JobId job : ended) {
                JobLog log = logs.get(job);
                if (log != null) {
                    found.add(new Ended(job, written(job), log.bytes()));
                }
            }
            found.sort(Comparator.comparing(Ended::written));
            long bytes = logs.values().stream().mapToLong(JobLog::bytes).sum();
            Instant oldest = clock.instant().minus(limits.retention());
            for (Ended one : found) {
                if (one.written().isBefore(oldest) || bytes > limits.allBytes()) {
                    logs.remove(one.job());
                    DirectoryWipe.wipe(directory.resolve(one.job().toString()), true);
                    bytes -= one.bytes();
                }
            }
            return null;
        });
    }

    /** When the last line came: a directory changes when a file is added. */
    private Instant written(JobId job) throws IOException {
        Instant last = Instant.EPOCH;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory.resolve(job.toString()))) {
            for (Path file : files) {
                FileTime changed = Files.getLastModifiedTime(file);
                last = changed.toInstant().isAfter(last) ? changed.toInstant() : last;
            }
        }
        return last;
    }
}
