package org.evenkeel.simulator.measure;

import java.util.Arrays;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * Counts and times one simulation. Messages are counted from {@link #begin}, by what they carry: a
 * load that rides on a task counts as a load, as in the paper's accounting.
 */
public final class Meter {

    private final Backlog backlog;
    private double[] responses = new double[1024];
    private int responded;
    private boolean counting;

    private long tasks;
    private long results;
    private long loads;
    private long requests;
    private long control;
    private long frames;
    private long executed;
    private long suspended;
    private long stopped;
    private long lostNanos;
    private long hops;
    private int maxHops;

    public Meter(Backlog backlog) {
        this.backlog = backlog;
    }

    /** From now on messages count. */
    public void begin(long nowNanos) {
        counting = true;
        backlog.begin(nowNanos);
    }

    /** A daemon says this to another. */
    public void sent(PeerMessage peerMessage) {
        if (!counting) {
            return;
        }
        frames++;
        switch (peerMessage) {
            case PeerMessage.Offer m -> {
                tasks += m.tasks().size();
                loads += m.load() == null ? 0 : 1;
            }
            case PeerMessage.Results m -> {
                results += m.results().size();
                loads += m.load() == null ? 0 : 1;
            }
            case PeerMessage.Load _ -> loads++;
            case PeerMessage.Request _, PeerMessage.NothingToGive _ -> requests++;
            default -> control++;
        }
    }

    /** A node's load is now this. */
    public void load(int node, int workers, int busy, int waiting) {
        backlog.set(node, workers, busy, waiting);
    }

    /** Time continues to this moment. */
    public void passTo(long nanos) {
        backlog.passTo(nanos);
    }

    /** An execution begins. */
    public void executed() {
        executed++;
    }

    /** A task that ran is suspended, to resume from there. */
    public void suspended() {
        suspended++;
    }

    /** A task that ran is stopped; what it did since it was started or resumed here is lost. */
    public void stopped(long ranNanos) {
        stopped++;
        lostNanos += ranNanos;
    }

    /**
     * What became of runs that did not come to their end.
     *
     * @param suspended they resumed from there
     * @param stopped what they had done since they were started or resumed is lost
     * @param lostSeconds run time of those
     */
    public record Interruptions(long suspended, long stopped, double lostSeconds) {}

    public Interruptions interruptions() {
        return new Interruptions(suspended, stopped, lostNanos / 1e9);
    }

    /** A client's task has its outcome, after so long and so many hand-overs. */
    public void responded(long nanos, int taskHops) {
        if (responded == responses.length) {
            responses = Arrays.copyOf(responses, responded * 2);
        }
        responses[responded++] = nanos / 1e9;
        hops += taskHops;
        maxHops = Math.max(maxHops, taskHops);
    }

    /** So many executions began. */
    public long executions() {
        return executed;
    }

    /** Outcomes that clients have. */
    public int completed() {
        return responded;
    }

    /**
     * Tasks handed over, results to other nodes, loads told, requests and their refusals, others.
     */
    public record Messages(
            long tasks, long results, long loads, long requests, long control, long frames) {

        /** What the paper counts: the first four. */
        public long counted() {
            return tasks + results + loads + requests;
        }
    }

    public Messages messages() {
        return new Messages(tasks, results, loads, requests, control, frames);
    }

    /** Response times in seconds. */
    public record Responses(double mean, double p50, double p99, double max) {}

    public Responses responses() {
        double[] sorted = Arrays.copyOf(responses, responded);
        Arrays.sort(sorted);
        double sum = 0;
        for (double one : sorted) {
            sum += one;
        }
        if (sorted.length == 0) {
            return new Responses(0, 0, 0, 0);
        }
        return new Responses(
                sum / sorted.length,
                quantile(sorted, 0.5),
                quantile(sorted, 0.99),
                sorted[sorted.length - 1]);
    }

    private static double quantile(double[] sorted, double share) {
        int index = (int) Math.ceil(share * sorted.length) - 1;
        return sorted[Math.max(0, Math.min(sorted.length - 1, index))];
    }

    public double meanHops() {
        return responded == 0 ? 0 : (double) hops / responded;
    }

    public int maxHops() {
        return maxHops;
    }

    /** Task seconds waited beside a neighbour with an idle worker. */
    public double idleBesideBacklogSeconds() {
        return backlog.besideIdleSeconds();
    }

    /** Part of all waiting that was beside a neighbour with an idle worker. */
    public double idleBesideBacklogShare() {
        return backlog.besideIdleShare();
    }
}
