package org.evenkeel.simulator.measure;

/**
 * How long tasks wait, and how much of that beside a neighbour with an idle worker; kept up to date
 * with the nodes that change.
 */
public final class Backlog {
    private final int[][] neighbours;
    private final int[] waiting;
    private final boolean[] idle;
    private final int[] idleNeighbours;
    private long besideNow;
    private long waitingNow;
    private double besideNanos;
    private double waitedNanos;
    private long lastNanos;
    private boolean measuring;

    /**
     * @param neighbours of each node
     */
    @SuppressWarnings("PMD.ArrayIsStoredDirectly") // large, and never written
    public Backlog(int[][] neighbours) {
        this.neighbours = neighbours;
        this.waiting = new int[neighbours.length];
        this.idle = new boolean[neighbours.length];
        this.idleNeighbours = new int[neighbours.length];
    }

    void begin(long nowNanos) {
        measuring = true;
        lastNanos = nowNanos;
    }

    void passTo(long nanos) {
        if (measuring && nanos > lastNanos) {
            besideNanos += (double) besideNow * (nanos - lastNanos);
            waitedNanos += (double) waitingNow * (nanos - lastNanos);
            lastNanos = nanos;
        }
    }

    void set(int node, int workers, int busy, int nowWaiting) {
        if (nowWaiting != waiting[node]) {
            waitingNow += nowWaiting - waiting[node];
            if (idleNeighbours[node] > 0) {
                besideNow += nowWaiting - waiting[node];
            }
            waiting[node] = nowWaiting;
        }
        boolean nowIdle = busy < workers;
        if (nowIdle != idle[node]) {
            idle[node] = nowIdle;
            int change = nowIdle ? 1 : -1;
            for (int other : neighbours[node]) {
                boolean was = idleNeighbours[other] > 0;
                idleNeighbours[other] += change;
                boolean is = idleNeighbours[other] > 0;
                if (was != is) {
                    besideNow += is ? waiting[other] : -waiting[other];
                }
            }
        }
    }

    double besideIdleSeconds() {
        return besideNanos / 1e9;
    }

    double besideIdleShare() {
        return waitedNanos == 0 ? 0 : besideNanos / waitedNanos;
    }
}
