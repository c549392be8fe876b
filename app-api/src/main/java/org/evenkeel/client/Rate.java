package org.evenkeel.client;

/** Events per second of late: counted in windows of half a second, the last ones weighing most. */
final class Rate {

    private static final long WINDOW_NANOS = 500_000_000;
    private static final double WEIGHT_OF_NEW = 0.4;

    private long windowBegin;
    private long inWindow;
    private double smoothed;
    private boolean known;

    Rate(long nowNanos) {
        windowBegin = nowNanos;
    }

    synchronized void count() {
        inWindow++;
        roll(System.nanoTime());
    }

    private void roll(long now) {
        long passed = now - windowBegin;
        if (passed >= WINDOW_NANOS) {
            double rate = inWindow * 1e9 / passed;
            smoothed = known ? WEIGHT_OF_NEW * rate + (1 - WEIGHT_OF_NEW) * smoothed : rate;
            known = true;
            windowBegin = now;
            inWindow = 0;
        }
    }

    synchronized double perSecond() {
        long now = System.nanoTime();
        roll(now);
        if (known) {
            return smoothed;
        }
        long passed = Math.max(1, now - windowBegin);
        return inWindow * 1e9 / passed;
    }
}
