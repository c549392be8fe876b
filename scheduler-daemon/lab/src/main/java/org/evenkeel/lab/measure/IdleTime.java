package org.evenkeel.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * Time of all processors of this machine, in whatever unit the kernel counts.
 *
 * @param idle of it no process wanted
 * @param all of it
 */
record IdleTime(long idle, long all) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int IDLE = 4;
    private static final int WAITING = 5;
    private static final int STOLEN = 8;
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int WINDOWS = 3;

    /** With so much to spare compilers are not at work; daemons that talk may be. */
    private static final double QUIET = 0.8;

    /** Up to now; nothing where the kernel does not say. */
    static IdleTime now() {
        try {
            return parse(Files.readString(STAT));
        } catch (IOException e) {
            return new IdleTime(0, 0);
        }
    }

    /** The first line is {@code cpu user nice system idle iowait irq softirq steal …}. */
    static IdleTime parse(String stat) {
        String[] words = stat.lines().findFirst().orElse("").split(" +", -1);
        if (words.length <= STOLEN || !words[0].equals("cpu")) {
            return new IdleTime(0, 0);
        }
        long all = Arrays.stream(words, 1, STOLEN + 1).mapToLong(Long::parseLong).sum();
        return new IdleTime(Long.parseLong(words[IDLE]) + Long.parseLong(words[WAITING]), all);
    }

    /**
     * Waits for seconds on end in which this machine has little to do; at most so long. Compilers
     * of workers continue when those have nothing to compute any more.
     */
    static void awaitQuiet(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        int quiet = 0;
        while (quiet < WINDOWS && System.nanoTime() < end) {
            double idle = shareOver(WINDOW);
            quiet = idle > QUIET || Double.isNaN(idle) ? quiet + 1 : 0;
        }
    }

    /**
     * Looks so long; part of that time that no process wanted, not a number where it is not known.
     */
    static double shareOver(Duration time) throws InterruptedException {
        IdleTime before = now();
        Thread.sleep(time);
        return now().shareSince(before);
    }

    /** Part of the time since then that no process wanted; not a number where that is not known. */
    double shareSince(IdleTime before) {
        return all == before.all ? Double.NaN : (double) (idle - before.idle) / (all - before.all);
    }
}
