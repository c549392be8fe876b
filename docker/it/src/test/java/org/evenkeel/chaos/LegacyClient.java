package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.UnknownJobException;

/**
 * A program whose job outlives it: it submits until it is killed, or until its standard input ends,
 * and then detaches. Or, given the job's id, the program that attaches to it afterwards and ends
 * when it has every result that is left. Arguments: daemon (empty for what EVENKEEL_DAEMON says),
 * file, first number, seed, runs, bundle, and perhaps {@link #DETACH} or the job.
 */
public final class LegacyClient {

    /** The argument of one that detaches; half its tasks are of level REPLICATED. */
    static final String DETACH = "-detach";

    private static final int WINDOW = 150;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 200;

    private final Path bundle;
    private final String daemon;
    private final long firstNumber;
    private final long seed;
    private final String runs;
    private final LegacyFile.Writer file;
    private volatile boolean detaching;

    private LegacyClient(String[] args, LegacyFile.Writer file) {
        this.daemon = args[0];
        this.firstNumber = Long.parseLong(args[2]);
        this.seed = Long.parseLong(args[3]);
        this.runs = args[4];
        this.bundle = Path.of(args[5]);
        this.file = file;
    }

    /** Runs one; those that end by themselves exit with 0 when all went well. */
    public static void main(String[] args) throws Exception {
        try (LegacyFile.Writer file = new LegacyFile.Writer(Path.of(args[1]))) {
            LegacyClient client = new LegacyClient(args, file);
            if (args.length == 6) {
                client.submitForEver();
            } else if (args[6].equals(DETACH)) {
                client.submitAndDetach();
            } else {
                client.inherit(args[6]);
            }
        }
        System.exit(0);
    }

    private Evenkeel.Builder builder() {
        Evenkeel.Builder builder = Evenkeel.builder().bundle(bundle).reconnectLimit(LONGEST);
        return daemon.isEmpty() ? builder : builder.daemon(daemon);
    }

    private ChaosTask task(long ofJob) {
        return ChaosTask.draw(firstNumber + ofJob, seed, runs);
    }

    private static long numberOf(TaskHandle<?> handle) {
        return Long.parseLong(handle.id().substring(handle.id().indexOf('-') + 1));
    }

    private void submitForEver() throws InterruptedException {
        Cluster cluster = builder().detached(true).connect();
        file.line(LegacyFile.JOB, cluster.jobId());
        Semaphore room = new Semaphore(WINDOW);
        for (long number = 1; ; number++) {
            room.acquire();
            submit(cluster, number, TaskOptions.DEFAULT, room);
        }
    }

    private void submit(Cluster cluster, long number, TaskOptions options, Semaphore room) {
        TaskHandle<byte[]> handle = cluster.submit(task(number), options);
        if (numberOf(handle) != number) {
            throw new IllegalStateException(handle.id() + " is not task " + number);
        }
        handle.onDone((result, thrown) -> {
            ended(handle, result, thrown);
            room.release();
        });
    }

    /** Slowly at first; the last tasks all at once, so that many are open when it detaches. */
    private void submitAndDetach() throws InterruptedException {
        Cluster cluster = connect();
        file.line(LegacyFile.JOB, cluster.jobId());
        CountDownLatch told = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> awaitEndOfInput(told));
        Semaphore room = new Semaphore(WINDOW);
        long number = 0;
        while (!told.await(PAUSE_MILLIS / 4, TimeUnit.MILLISECONDS)) {
            room.acquire();
            number++;
            submit(cluster, number, level(number), room);
        }
        for (int i = 0; i < WINDOW; i++) {
            number++;
            submit(cluster, number, level(number), room);
        }
        detaching = true;
        detach(cluster);
        file.line(LegacyFile.DETACHED, String.valueOf(number));
    }

    /** Whoever reads the file sees which tasks were rejected. */
    private static void detach(Cluster cluster) throws InterruptedException {
        try {
            cluster.detach();
        } catch (TaskRejectedException e) {
            cluster.detach();
        }
    }

    private static void awaitEndOfInput(CountDownLatch told) {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said there.
            }
        } catch (IOException e) {
            // The end as well.
        }
        told.countDown();
    }

    /** DISK is the level of detached jobs when nothing is said. */
    private static TaskOptions level(long number) {
        return number % 2 == 0
                ? TaskOptions.DEFAULT.withDurability(Durability.REPLICATED)
                : TaskOptions.DEFAULT;
    }

    private void ended(TaskHandle<?> handle, Object result, Throwable thrown) {
        long number = numberOf(handle);
        if (thrown instanceof TaskRejectedException) {
            file.line(LegacyFile.REFUSED, String.valueOf(number));
        } else if (result instanceof byte[] bytes
                && Arrays.equals(bytes, task(number).expected())) {
            file.line(LegacyFile.COMPLETED, String.valueOf(number));
        } else if (!(detaching && thrown instanceof OutcomeUnknownException)) {
            file.line(LegacyFile.WRONG, handle.id() + " " + thrown);
        }
    }

    private void inherit(String job) throws InterruptedException {
        try (Cluster cluster = attach(job)) {
            CountDownLatch left = new CountDownLatch(cluster.handles().size());
            for (TaskHandle<?> handle : cluster.handles()) {
                handle.onDone((result, thrown) -> {
                    ended(handle, result, thrown);
                    left.countDown();
                });
            }
            if (!left.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                file.line(LegacyFile.WRONG, left.getCount() + " results did not come");
            }
        }
    }

    /** The job's node may be away for a moment, and the daemon that is asked, too. */
    private Cluster attach(String job) throws InterruptedException {
        return patiently(() -> builder().attach(job));
    }

    private Cluster connect() throws InterruptedException {
        return patiently(() -> builder().detached(true).connect());
    }

    private static Cluster patiently(Supplier<Cluster> attempt) throws InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            try {
                return attempt.get();
            } catch (UnknownJobException | ClusterUnavailableException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }
}
