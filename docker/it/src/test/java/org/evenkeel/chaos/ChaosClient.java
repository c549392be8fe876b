package org.evenkeel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;

/**
 * A program of the user's: keeps a window of tasks open, checks every result, counts every
 * completion, and writes all of it down. Ends when its standard input does and every task has
 * completed.
 */
public final class ChaosClient {

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(90);
    private static final Duration RECONNECT_LIMIT = Duration.ofMinutes(5);

    /** Prime to a thousand: spreads tasks of level DISK among the others. */
    private static final int SPREAD = 617;

    /** Between two tasks; a client of a long run need not be as fast as it can. */
    private static final long PAUSE_MILLIS = Long.getLong("evenkeel.chaos.pause", 0);

    /** Of a thousand tasks, how many are of level REPLICATED; the others are as the setup says. */
    private static final int REPLICATED_SHARE = Integer.getInteger("evenkeel.chaos.replicated", 0);

    private static final int NUMBERS_PER_CLIENT = 1_000_000_000;

    private final Setup setup;
    private final ReportWriter report;
    private final Semaphore room;
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    private final Queue<Long> again = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean stopping = new AtomicBoolean();

    /** Tasks without a result, whether they are open or wait to be submitted again. */
    private final AtomicLong due = new AtomicLong();

    private volatile Cluster cluster;

    /**
     * What a client is told.
     *
     * @param daemon node directory or address; empty for what EVENKEEL_DAEMON says
     * @param index which client
     * @param runs where tasks write down that they run; empty for nowhere, for a client that is to
     *     be as fast as it can and writes down no completions either
     * @param diskShare of a thousand tasks, how many are of level DISK
     */
    record Setup(
            String daemon,
            int index,
            Path report,
            String runs,
            long seed,
            int window,
            int diskShare,
            Path bundle) {

        static Setup parse(String[] args) {
            return new Setup(
                    args[0],
                    Integer.parseInt(args[1]),
                    Path.of(args[2]),
                    args[3],
                    Long.parseLong(args[4]),
                    Integer.parseInt(args[5]),
                    Integer.parseInt(args[6]),
                    Path.of(args[7]));
        }

        String[] args() {
            return new String[] {
                daemon,
                String.valueOf(index),
                report.toString(),
                runs,
                String.valueOf(seed),
                String.valueOf(window),
                String.valueOf(diskShare),
                bundle.toString()
            };
        }
    }

    private record Open(TaskHandle<byte[]> handle, ChaosTask task, long submittedNanos) {}

    private ChaosClient(Setup setup) throws IOException {
        this.setup = setup;
        this.report = new ReportWriter(setup.report(), !setup.runs().isEmpty());
        this.room = new Semaphore(setup.window());
    }

    /** Runs a client; exits with 0 when every task has completed. */
    public static void main(String[] args) throws Exception {
        System.exit(new ChaosClient(Setup.parse(args)).run());
    }

    private int run() throws Exception {
        Evenkeel.Builder builder =
                Evenkeel.builder()
                        .bundle(setup.bundle())
                        .jobName("chaos-" + setup.index())
                        .reconnectLimit(RECONNECT_LIMIT);
        if (!setup.daemon().isEmpty()) {
            builder.daemon(setup.daemon());
        }
        try (report;
                Cluster connected = connect(builder)) {
            cluster = connected;
            Thread.ofPlatform().daemon().start(this::stopAtEndOfInput);
            Thread.ofPlatform().daemon().start(this::watch);
            submitAll();
            return drain() ? 0 : 3;
        }
    }

    /** The only daemon it knows may be busy with its own beginning. */
    private static Cluster connect(Evenkeel.Builder builder) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_DRAIN.toNanos();
        while (true) {
            try {
                return builder.connect();
            } catch (ClusterUnavailableException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    private void stopAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said there.
            }
        } catch (IOException e) {
            // The end as well.
        }
        stopping.set(true);
    }

    private void watch() {
        try {
            while (true) {
                report.attached(cluster.info().node(), open.size());
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (InterruptedException | UncheckedIOException e) {
            // The program ends.
        }
    }

    private void submitAll() throws InterruptedException {
        long next = (long) setup.index() * NUMBERS_PER_CLIENT;
        while (!stopping.get() || !again.isEmpty()) {
            if (room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                Long repeated = again.poll();
                if (repeated == null && stopping.get()) {
                    room.release();
                    return;
                }
                if (repeated == null) {
                    due.incrementAndGet();
                }
                submit(repeated == null ? next++ : repeated);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void submit(long number) {
        ChaosTask task = ChaosTask.draw(number, setup.seed(), setup.runs());
        report.submitted();
        long begin = System.nanoTime();
        TaskHandle<byte[]> handle = cluster.submit(task, options(number));
        Open one = new Open(handle, task, begin);
        if (open.put(number, one) != null) {
            report.problem(ClientReport.TWICE, number, "submitted while it was open");
        }
        handle.onDone((result, thrown) -> ended(one, result, thrown));
    }

    private TaskOptions options(long number) {
        long place = number * SPREAD % 1_000;
        if (place < REPLICATED_SHARE) {
            return TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);
        }
        boolean onDisk = place < setup.diskShare();
        return onDisk ? TaskOptions.DEFAULT.withDurability(Durability.DISK) : TaskOptions.DEFAULT;
    }

    private void ended(Open one, byte[] result, Throwable thrown) {
        long number = one.task().number();
        if (!open.remove(number, one)) {
            report.problem(ClientReport.TWICE, number, one.handle().id());
            return;
        }
        if (thrown instanceof TaskRejectedException) {
            report.problem(ClientReport.REFUSED, number, thrown.getMessage());
            again.add(number);
            room.release();
            return;
        }
        if (thrown != null) {
            report.problem(ClientReport.FAILED, number, one.handle().id() + " " + thrown);
        } else if (!Arrays.equals(result, one.task().expected())) {
            report.problem(ClientReport.WRONG, number, one.handle().id());
        } else {
            report.completed(one.submittedNanos(), number, one.handle().id());
        }
        due.decrementAndGet();
        room.release();
    }

    private boolean drain() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_DRAIN.toNanos();
        while (due.get() > 0) {
            if (System.nanoTime() > end) {
                open.forEach((number, one) ->
                        report.problem(ClientReport.OPEN, number, one.handle().id()));
                return false;
            }
            submitAll();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return true;
    }
}
