package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;

/**
 * The hybrid (sender- and receiver-initiated) strategy of "A universal model of distributed dynamic
 * load balancing", corrected: one order of placement for local and foreign tasks, and loads told
 * whenever a neighbour believes something else. {@link Hybrid1997} is the printed one.
 *
 * <p>Together with the counting of loads and tasks on each link it keeps two promises. A task waits
 * only while all workers here are busy and every neighbour is believed HIGH. A neighbour with an
 * idle worker is believed HIGH only while its load, or a task to it, is on the way. Under a
 * queue-stack load read "not LOW" for HIGH.
 */
public final class Hybrid implements Policy {

    /** Where a task goes first. */
    public enum Placement {
        /** An idle node itself, then a LOW neighbour, then an idle worker here. */
        PAPER("paper"),
        /** An idle worker here, then a LOW neighbour: least traffic where arrivals are even. */
        LOCAL_FIRST("local-first");

        private final String spelling;

        Placement(String spelling) {
            this.spelling = spelling;
        }

        /** As written in a configuration. */
        public String spelling() {
            return spelling;
        }
    }

    /** Whether a node lends its ears to nodes two hops away. */
    public enum Relay {
        /** A busy node is HIGH; a node idle behind it is helped when it goes idle itself. */
        OFF,
        /**
         * A busy node with a LOW neighbour tells the others MODERATE, and room for what it would
         * pass on.
         */
        ON;

        /** As written in a configuration. */
        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What can be chosen, each node for itself.
     *
     * @param placement where a task goes first
     * @param fit which of several neighbours gets it
     * @param announce when a change of state is told
     * @param relay whether nodes behind this one count
     * @param hopLimit a task handed over so often stays where it is; {@link #NO_LIMIT} for never.
     *     With a limit a task can wait beside an idle neighbour
     * @param callGapNanos after so long without work, and then no more often, an idle worker calls
     *     for tasks that run on slower nodes: that is {@code auto}; {@link #NO_CALLS} for never
     */
    public record Options(
            Placement placement,
            Fit fit,
            LoadAnnouncementRule announce,
            Relay relay,
            int hopLimit,
            long callGapNanos) {

        public static final int NO_LIMIT = Integer.MAX_VALUE;

        /** Tasks that run stay. */
        public static final long NO_CALLS = 0;

        /** 50 ms: what waits elsewhere comes sooner. */
        public static final long USUAL_CALL_GAP_NANOS = 50_000_000;

        /** The paper's placement, first fit, lazy, no relay, no limit. */
        public static final Options DEFAULT =
                new Options(
                        Placement.PAPER,
                        Fit.FIRST,
                        LoadAnnouncementRule.LAZY,
                        Relay.OFF,
                        NO_LIMIT,
                        NO_CALLS);

        /** What {@code auto} is when nothing else is said: with relay and with moves. */
        public static final Options AUTO =
                new Options(
                        Placement.PAPER,
                        Fit.FIRST,
                        LoadAnnouncementRule.LAZY,
                        Relay.ON,
                        NO_LIMIT,
                        USUAL_CALL_GAP_NANOS);
    }

    private static final Decision START_IDLE =
            Decision.of(Action.Start.HERE, "all workers are idle");
    private static final Decision STAY = Decision.of(Action.Wait.HERE, "hop limit reached");

    private final Options options;
    private final NeighbourScan scan;

    public Hybrid(Options options) {
        this.options = options;
        this.scan = new NeighbourScan(options.fit());
    }

    public Hybrid() {
        this(Options.DEFAULT);
    }

    @Override
    public String name() {
        if (options.equals(Options.AUTO)) {
            return "auto";
        }
        return String.format(
                Locale.ROOT,
                "%s(placement=%s,fit=%s,announce=%s,relay=%s,hop-limit=%s%s)",
                movesStarted() ? "auto" : "hybrid",
                options.placement().spelling(),
                options.fit().spelling(),
                options.announce().spelling(),
                options.relay().spelling(),
                options.hopLimit() == Options.NO_LIMIT ? "off" : "" + options.hopLimit(),
                movesStarted()
                        ? ",gap=" + RequestPause.fixed(options.callGapNanos()).spelling()
                        : "");
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        boolean idle = view.hasIdleWorker();
        if (idle && view.allIdle()) {
            return START_IDLE;
        }
        if (idle && (view.queueStack() || options.placement() == Placement.LOCAL_FIRST)) {
            return Decision.START;
        }
        if (taskArrival.hops() >= options.hopLimit() && view.hasWorkers()) {
            return idle ? Decision.START : STAY;
        }
        Decision toLow = scan.toLow(view);
        if (toLow != null) {
            return toLow;
        }
        return idle ? Decision.START : scan.toModerateOrWait(view, taskArrival);
    }

    private static final int MOST_THAT_RELAY_TO_ALL = 3;

    private static boolean seesEverybody(NodeView view) {
        return view.neighbours().size() >= view.sample().nodes() - 1;
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        boolean takesWaiting = view.queueStack() ? told == LoadState.LOW : told.hasRoom();
        int waiting = view.sample().waiting();
        if (takesWaiting && waiting > 0) {
            return Decision.of(
                    Action.Give.to(from, Math.min(room, waiting)),
                    "neighbour announced that it has capacity");
        }
        return Decision.of(new Action.Believe(from), "neighbour announced its load");
    }

    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        int waiting = view.sample().waiting();
        return waiting > 0
                ? Decision.of(Action.Give.to(from, Math.min(room, waiting)), "neighbour asked")
                : Decision.of(new Action.Refuse(from), "no task waits here");
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return options.announce().due(after, relays(after));
    }

    /**
     * Not where this node sees every node: that is a complete graph, where all do and relayed room
     * would be told many times over, or the middle of a star, which is given up for it. Three nodes
     * in a row are served.
     */
    @Override
    public boolean relays(NodeView view) {
        boolean few = view.sample().nodes() <= MOST_THAT_RELAY_TO_ALL;
        return options.relay() == Relay.ON && (few || !seesEverybody(view));
    }

    @Override
    public int hopLimit() {
        return options.hopLimit();
    }

    @Override
    public long callGapNanos() {
        return options.callGapNanos();
    }

    @Override
    public void onNeighboursChanged() {
        scan.forgetIndices();
    }
}
