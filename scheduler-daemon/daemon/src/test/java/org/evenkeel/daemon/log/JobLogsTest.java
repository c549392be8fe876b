package org.evenkeel.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.clientcalls.ClientCallRouter.LogAsker;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs stay behind the end of their jobs, for some time and up to some size. */
class JobLogsTest {

    private static final JobId A = new JobId(1);
    private static final JobId B = new JobId(2);
    private static final JobId C = new JobId(3);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path folder;
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final Disk disk = new Disk(loop);
    private final Set<JobId> open = new HashSet<>();

    @AfterEach
    void end() {
        disk.close();
        loop.shutdown();
    }

    private JobLogs logs(long allBytes) {
        JobLogs logs =
                new JobLogs(
                        folder,
                        disk,
                        new JobLogs.Limits(1 << 20, allBytes, Duration.ofDays(7)),
                        open::contains,
                        () -> NOW);
        logs.start();
        return logs;
    }

    private static LogAsker asker(CompletableFuture<String> became) {
        return new LogAsker() {
            @Override
            public void done() {
                became.complete("done");
            }

            @Override
            public void away(String why) {
                became.complete("away: " + why);
            }

            @Override
            public void failed(String why) {
                became.complete("failed: " + why);
            }
        };
    }

    private String kept(JobLogs logs, JobId job, LogPart part) throws Exception {
        CompletableFuture<String> became = new CompletableFuture<>();
        TaskId task = new TaskId(job.value(), 1);
        loop.execute(() -> logs.keep(job, "alice", task, part, asker(became), fresh -> {}));
        return became.get(1, TimeUnit.MINUTES);
    }

    private static LogPart part(int bytes) {
        return LogPart.newBuilder()
                .addLines(LogLine.newBuilder().setNumber(1).setText("x".repeat(bytes)))
                .build();
    }

    private void keep(JobLogs logs, JobId job, int bytes) throws Exception {
        assertThat(kept(logs, job, part(bytes))).isEqualTo("done");
    }

    private LogPage.@Nullable Of read(JobLogs logs, JobId job) throws Exception {
        CompletableFuture<LogPage.@Nullable Of> done = new CompletableFuture<>();
        logs.read(job, null, 0, (page, failure) -> done.complete(page));
        return done.get(1, TimeUnit.MINUTES);
    }

    /** Waits until everything is done that the loop and the disk were given. */
    private void settle() throws Exception {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            disk.run(() -> true, (yes, failure) -> done.complete(true));
            done.get(1, TimeUnit.MINUTES);
        }
    }

    private void written(JobId job, Instant when) throws Exception {
        try (var files = Files.list(folder.resolve(job.toString()))) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(when));
            }
        }
    }

    @Test
    void theNextProcessHasThemAndDeletesTheOldOnes() throws Exception {
        open.add(C);
        JobLogs logs = logs(1 << 20);
        keep(logs, A, 10);
        keep(logs, B, 10);
        keep(logs, C, 10);
        settle();
        written(A, NOW.minus(Duration.ofDays(6)));
        written(B, NOW.minus(Duration.ofDays(8)));
        written(C, NOW.minus(Duration.ofDays(8)));
        JobLogs next = logs(1 << 20);
        settle();
        assertThat(read(next, A)).isNotNull().extracting(LogPage.Of::submitter).isEqualTo("alice");
        assertThat(read(next, B)).isNull();
        assertThat(read(next, C)).as("its job is open").isNotNull();
        assertThat(folder.resolve(B.toString())).doesNotExist();
    }

    @Test
    void thoseOfEndedJobsGoFirstWhenAllAreTooLong() throws Exception {
        JobLogs logs = logs(15_000);
        open.add(A);
        keep(logs, A, 8_000);
        keep(logs, B, 6_000);
        settle();
        written(A, NOW.minus(Duration.ofDays(2)));
        written(B, NOW.minus(Duration.ofDays(1)));
        open.add(C);
        keep(logs, C, 3_000);
        settle();
        assertThat(read(logs, A)).isNotNull();
        assertThat(read(logs, B)).isNull();
        assertThat(read(logs, C)).isNotNull();
    }

    @Test
    void whatCannotBeWrittenIsRefused() throws Exception {
        Files.writeString(folder.resolve(A.toString()), "no directory");
        JobLogs logs = logs(1 << 20);
        assertThat(kept(logs, A, part(1))).startsWith("failed: the log cannot be written");
    }
}
