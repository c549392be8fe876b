package org.evenkeel.kernel.policy.neighbour;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;

/**
 * Receiver-initiated diffusion (RID): a node below the threshold asks every neighbour above the
 * average of its domain for a part of what it lacks, in proportion to what that neighbour has more.
 * The asked gives at most half of what waits there.
 *
 * <p>Source: Willebeek-LeMair, Reeves, "Strategies for dynamic load balancing on highly parallel
 * computers" (IEEE Transactions on Parallel and Distributed Systems 4, 1993). Loads there are any
 * numbers; here tasks are whole and only waiting ones move.
 *
 * <p>States: {@code QUIET -> ASKED (some neighbours) -> QUIET (all have answered, a task came) |
 * SLEEPING (none had anything) -> QUIET (time is up, or a load was told)}.
 */
public final class ReceiverDiffusion implements Policy {

    /** A task given away so often stays where it waits. */
    private static final int MOST_HOPS = 32;

    /**
     * What can be chosen.
     *
     * @param low a node with fewer tasks per worker asks
     * @param change the load is told when it has changed by this part of what waits, and by one
     *     task
     */
    public record Options(double low, double change) {

        /** A node asks before its last worker is idle: with one worker, while a task runs. */
        public static final Options DEFAULT = new Options(2, 0.5);
    }

    private final Options options;
    private final CountAnnouncementRule telling;
    private final RequestPause lambda = RequestPause.ADAPTIVE;
    private boolean[] asked = {};
    private int open;
    private boolean fruitless;
    private boolean sleeping;
    private long sleepNanos = lambda.shortestNanos();

    public ReceiverDiffusion(Options options) {
        this.options = options;
        this.telling = new CountAnnouncementRule(1, options.change());
    }

    @Override
    public String name() {
        return "rid(low=" + options.low() + ",change=" + options.change() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        if (!taskArrival.isLocal()) {
            fruitless = false;
            sleepNanos = lambda.shortestNanos();
            answered(taskArrival.from());
        }
        return Decision.keep(view);
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        sleeping = false;
        return Policy.super.onLoad(view, from, told, room);
    }

    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        int half = (view.sample().waiting() + 1) / 2;
        return half > 0
                ? Decision.of(Action.Give.to(from, Math.min(room, half)), "neighbour lacks tasks")
                : Decision.of(new Action.Refuse(from), "no task waits here");
    }

    @Override
    public boolean givesOnlyWhenAsked() {
        return true;
    }

    @Override
    public Decision onNothingToGive(NodeView view, int from) {
        if (!answered(from) || open > 0 || !fruitless) {
            return Decision.NOTHING;
        }
        sleeping = true;
        long now = sleepNanos;
        sleepNanos = Math.min(2 * sleepNanos, lambda.longestNanos());
        return new Decision(
                Action.Nothing.AT_ALL, List.of(), now, "no neighbour had the expected surplus");
    }

    private boolean answered(int by) {
        boolean wasOpen = by < asked.length && asked[by];
        if (wasOpen) {
            asked[by] = false;
            open--;
        }
        return wasOpen;
    }

    @Override
    public Decision onTimer(NodeView view) {
        sleeping = false;
        return Decision.NOTHING;
    }

    @Override
    public Decision onSettled(NodeView after) {
        boolean light = after.tasks() < options.low() * after.sample().workers();
        if (!light || open > 0 || sleeping) {
            return Decision.NOTHING;
        }
        List<Share> shares = new Domain(after).toAsk();
        if (shares.isEmpty()) {
            return Decision.NOTHING;
        }
        if (asked.length != after.neighbours().size()) {
            asked = new boolean[after.neighbours().size()];
        }
        for (Share share : shares) {
            asked[share.neighbour()] = true;
        }
        open = shares.size();
        fruitless = true;
        return Decision.of(new Action.Request(shares), "its share of the deficit here");
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return telling.due(after);
    }

    @Override
    public int hopLimit() {
        return MOST_HOPS;
    }

    @Override
    public void onNeighboursChanged() {
        Arrays.fill(asked, false);
        open = 0;
    }
}
