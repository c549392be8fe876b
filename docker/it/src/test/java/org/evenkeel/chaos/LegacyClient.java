package org.evenkeel.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.UnknownJobException;

/**
 * A program whose job outlives it: it submits until it is killed. Or, given the job's id, the
 * program that attaches to it afterwards and ends when it has every result that is left. Arguments:
 * daemon, file, first number, seed, runs, bundle, and perhaps the job.
 */
public final class LegacyClient {

    private static final int WINDOW = 150;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 200;

    private final Path bundle;
    private final String daemon;
    private final long firstNumber;
    private final long seed;
    private final String runs;
    private final LegacyFile.Writer file;

    private LegacyClient(String[] args, LegacyFile.Writer file) {
        this.daemon = args[0];
        this.firstNumber = Long.parseLong(args[2]);
        this.seed = Long.parseLong(args[3]);
        this.runs = args[4];
        this.bundle = Path.of(args[5]);
        this.file = file;
    }

    /** Runs either; the second exits with 0 when it got everything. */
    public static void main(String[] args) throws Exception {
        try (LegacyFile.Writer file = new LegacyFile.Writer(Path.of(args[1]))) {
            LegacyClient client = new LegacyClient(args, file);
            if (args.length == 6) {
                client.submitForEver();
            } else {
                client.inherit(args[6]);
            }
        }
        System.exit(0);
    }

    private Evenkeel.Builder builder() {
        return Evenkeel.builder().daemon(daemon).bundle(bundle).reconnectLimit(LONGEST);
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
            TaskHandle<byte[]> handle = cluster.submit(task(number));
            if (numberOf(handle) != number) {
                throw new IllegalStateException(handle.id() + " is not task " + number);
            }
            handle.onDone((result, thrown) -> {
                ended(handle, result, thrown);
                room.release();
            });
        }
    }

    private void ended(TaskHandle<?> handle, Object result, Throwable thrown) {
        long number = numberOf(handle);
        if (thrown instanceof TaskRejectedException) {
            file.line(LegacyFile.REFUSED, String.valueOf(number));
        } else if (result instanceof byte[] bytes
                && Arrays.equals(bytes, task(number).expected())) {
            file.line(LegacyFile.COMPLETED, String.valueOf(number));
        } else {
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
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            try {
                return builder().attach(job);
            } catch (UnknownJobException | ClusterUnavailableException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }
}
