package org.evenkeel.lab.bench;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.evenkeel.daemon.journal.JournalStart;
import org.evenkeel.daemon.journal.JournalThread;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.proto.JournalStats;

/**
 * How many acceptances of 200-byte tasks a daemon's journal makes durable in a second, with nothing
 * else in the way: an event loop hands them over, a hundred at a time, and hears when they are.
 */
final class JournalRate {

    private static final int TURN_RECORDS = 100;

    /** Records handed over and not yet durable. */
    private static final int UNFORCED = 10_000;

    private final JournalThread writer;
    private final ExecutorService loop;
    private final List<JournalRecord> turn;
    private final int records;
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private long written;
    private long durable;

    /**
     * What came out.
     *
     * @param groupRecords of a group, mean
     * @param groupMicros from taking a group to its force, median
     */
    record Result(double perSecond, double groupRecords, double groupMicros) {}

    private JournalRate(JournalThread writer, ExecutorService loop, int records) {
        this.writer = writer;
        this.loop = loop;
        this.records = records / TURN_RECORDS * TURN_RECORDS;
        this.turn = new ArrayList<>(TURN_RECORDS);
    }

    /**
     * Measures.
     *
     * @param directory of the journal; left as it is
     */
    static Result measure(Path directory, int records) throws IOException, InterruptedException {
        ExecutorService loop = Executors.newSingleThreadExecutor();
        try {
            JournalStart start = JournalStart.open(directory, JournalSettings.DEFAULT);
            CompletableFuture<Exception> failure = new CompletableFuture<>();
            try (JournalThread writer =
                    new JournalThread(
                            start.journal(),
                            new JournalThread.Dependencies(
                                    (blobs, bundles) -> {},
                                    new LowDisk(directory, OptionalLong.of(0)),
                                    loop,
                                    failure::complete))) {
                JournalRate rate = new JournalRate(writer, loop, records);
                failure.thenAccept(rate.end::completeExceptionally);
                return rate.run();
            }
        } catch (JournalDamagedException | JournalFailedException e) {
            throw new IOException(e);
        } finally {
            loop.shutdownNow();
        }
    }

    private Result run() throws IOException, InterruptedException {
        writer.whenDurable(this::durable);
        writer.start();
        long start = System.nanoTime();
        loop.execute(this::handOver);
        double seconds;
        try {
            seconds = (end.get() - start) / 1e9;
        } catch (ExecutionException e) {
            throw new IOException("the journal failed", e);
        }
        JournalStats statistics = writer.statistics();
        return new Result(
                records / seconds,
                (double) records / Math.max(1, statistics.getGroups()),
                statistics.getCommitMedianMicros());
    }

    private void durable(long upTo) {
        durable = upTo;
        if (durable >= records) {
            end.complete(System.nanoTime());
        } else {
            handOver();
        }
    }

    /** One turn, and another one behind what else the loop has to do. */
    private void handOver() {
        if (written >= records || written - durable >= UNFORCED) {
            return;
        }
        turn.clear();
        for (int i = 0; i < TURN_RECORDS; i++) {
            turn.add(acceptance(++written));
        }
        writer.write(List.copyOf(turn));
        loop.execute(this::handOver);
    }

    private static final TaskKind KIND =
            new TaskKind(
                    new JobId(1),
                    "org.example.Work",
                    Digest.NONE,
                    new TaskKind.Options(5, 0, 0, Durability.DISK, 0));

    private static JournalRecord acceptance(long number) {
        ByteString payload = ByteString.copyFrom(new byte[AcceptanceBench.PAYLOAD_BYTES]);
        Task task = new Task(new TaskId(1, number), KIND, new InlinePayload(payload), 1, null);
        return new JournalRecord.Accepted(task, Grant.first(1), 1);
    }
}
