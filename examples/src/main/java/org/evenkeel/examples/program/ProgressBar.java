package org.evenkeel.examples.program;

import java.io.Closeable;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line that shows how far something is, how fast it goes and when it will be done.
 *
 * <p>On a terminal the line is redrawn ten times a second and wiped at the end; elsewhere a line is
 * printed every few seconds. A thread of its own draws, so the line moves even when the work hangs;
 * any thread may tell how far it is.
 */
public final class ProgressBar implements Closeable {
    /** For {@code total}: how much there is to do is not known. */
    public static final long UNKNOWN = 0;

    private static final int CELLS = 30;
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration REPRINT = Duration.ofSeconds(3);
    private static final String WIPE = "\r\033[K";

    private final String label;
    private final long total;
    private final String unit;
    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier clock;
    private final long startNanos;
    private final Thread painter;
    private volatile long done;
    private volatile String outlook = "";

    /**
     * A bar on standard error.
     *
     * @param label what is done, in one or two words
     * @param total how many things there are to do, or {@link #UNKNOWN}
     * @param unit what these things are, in the plural
     */
    public static ProgressBar start(String label, long total, String unit) {
        ProgressBar bar =
                new ProgressBar(
                        label,
                        total,
                        unit,
                        System.err,
                        Terminal.isStandardError(),
                        System::nanoTime);
        bar.painter.start();
        return bar;
    }

    ProgressBar(
            String label,
            long total,
            String unit,
            PrintStream out,
            boolean terminal,
            LongSupplier clock) {
        this.label = label;
        this.total = total;
        this.unit = unit;
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.painter = Thread.ofPlatform().daemon().name("progress").unstarted(this::paint);
    }

    /** Says how many are done; cheap enough to be called for each. */
    public void update(long nowDone) {
        done = nowDone;
    }

    /**
     * The same, with what is to be expected by a caller who knows more than the rate; "" if not.
     */
    public void update(long nowDone, String expected) {
        outlook = expected;
        done = nowDone;
    }

    private void paint() {
        try {
            while (true) {
                Thread.sleep(terminal ? REDRAW : REPRINT);
                draw();
            }
        } catch (InterruptedException e) {
            // The work is done.
        }
    }

    void draw() {
        if (terminal) {
            out.print(WIPE + line());
        } else {
            out.println(line());
        }
        out.flush();
    }

    /** Wipes the line. */
    @Override
    public void close() {
        painter.interrupt();
        boolean interrupted = false;
        while (painter.isAlive()) {
            try {
                painter.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (terminal) {
            out.print(WIPE);
            out.flush();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String line() {
        double seconds = (clock.getAsLong() - startNanos) / 1e9;
        if (total == UNKNOWN) {
            return String.format(Locale.ROOT, "%-10s %.0f s", label, seconds);
        }
        long soFar = done;
        String expected = outlook;
        double share = Math.min(1, (double) soFar / total);
        int full = (int) (share * CELLS);
        double perSecond = soFar / seconds;
        return String.format(
                Locale.ROOT,
                "%-10s [%s%s] %3d %%  %s %s/s%s",
                label,
                "#".repeat(full),
                ".".repeat(CELLS - full),
                (int) (share * 100),
                rate(perSecond),
                unit,
                soFar == 0 || soFar >= total
                        ? ""
                        : ", "
                                + (expected.isEmpty()
                                        ? left((total - soFar) / perSecond)
                                        : expected));
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    private static String left(double seconds) {
        if (seconds < 100) {
            return String.format(Locale.ROOT, "%.0f s left", Math.ceil(seconds));
        }
        return seconds < 6000
                ? String.format(Locale.ROOT, "%.0f min left", Math.ceil(seconds / 60))
                : String.format(Locale.ROOT, "%.1f h left", seconds / 3600);
    }
}
