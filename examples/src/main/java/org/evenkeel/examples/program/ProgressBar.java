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
 * printed every few seconds. For one thread.
 */
public final class ProgressBar implements Closeable {
    private static final int CELLS = 30;
    private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();
    private static final long REPRINT_NANOS = Duration.ofSeconds(3).toNanos();
    private static final String WIPE = "\r\033[K";

    private final String label;
    private final long total;
    private final String unit;
    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier clock;
    private final long startNanos;
    private long shownNanos;

    /** A bar on standard error for {@code total} things that take some time each. */
    public static ProgressBar start(String label, long total, String unit) {
        return new ProgressBar(
                label, total, unit, System.err, Terminal.isStandardError(), System::nanoTime);
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
        this.shownNanos = startNanos;
    }

    /** Says how many are done; cheap enough to be called for each. */
    public void update(long done) {
        long now = clock.getAsLong();
        if (now - shownNanos < (terminal ? REDRAW_NANOS : REPRINT_NANOS)) {
            return;
        }
        shownNanos = now;
        String line = line(done, now - startNanos);
        if (terminal) {
            out.print(WIPE + line);
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (terminal && shownNanos != startNanos) {
            out.print(WIPE);
            out.flush();
        }
    }

    String line(long done, long elapsedNanos) {
        double share = total == 0 ? 1 : Math.min(1, (double) done / total);
        int full = (int) (share * CELLS);
        double perSecond = done / (elapsedNanos / 1e9);
        return String.format(
                Locale.ROOT,
                "%-10s [%s%s] %3d %%  %s %s/s%s",
                label,
                "#".repeat(full),
                ".".repeat(CELLS - full),
                (int) (share * 100),
                rate(perSecond),
                unit,
                done == 0 || done >= total ? "" : ", " + left((total - done) / perSecond));
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
