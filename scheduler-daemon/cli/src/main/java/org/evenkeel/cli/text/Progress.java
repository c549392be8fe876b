package org.evenkeel.cli.text;

import org.evenkeel.model.Numbers;

/**
 * How far something is, in one line: a bar, counts, rate and time left.
 *
 * @param done ended so far
 * @param total known so far
 * @param doneBefore ended when watching began
 * @param seconds since then
 */
public record Progress(long done, long total, long doneBefore, double seconds) {
    private static final int WIDTH = 24;
    private static final double LEAST_SECONDS = 0.5;

    /** {@code [######------------------] 120/400 30 %}. */
    public String bar() {
        int full = total == 0 ? 0 : (int) (WIDTH * done / total);
        return "["
                + "#".repeat(full)
                + "-".repeat(WIDTH - full)
                + "]  "
                + NumberFormatter.count(done)
                + "/"
                + NumberFormatter.count(total)
                + "  "
                + NumberFormatter.share(total == 0 ? 0 : (double) done / total);
    }

    /** Tasks per second since watching began; 0 while that is too short to tell. */
    public double perSecond() {
        return seconds < LEAST_SECONDS ? 0 : (done - doneBefore) / seconds;
    }

    /** {@code 58 /s 4.8 s left}; empty while nothing can be told. */
    public String pace() {
        double rate = perSecond();
        if (rate <= 0) {
            return "";
        }
        String pattern = rate < 10 ? "%.1f /s" : "%,.0f /s";
        return Numbers.format(pattern, rate)
                + (done < total
                        ? "  " + NumberFormatter.seconds((total - done) / rate) + " left"
                        : "");
    }
}
