package org.evenkeel.kernel.policy.calendar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.calendar.CalendarPlan;
import org.evenkeel.kernel.calendar.CalendarPlanner;
import org.evenkeel.kernel.calendar.ClusterInterval;
import org.evenkeel.kernel.calendar.DoesNotFit;
import org.evenkeel.kernel.calendar.PlanResult;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.kernel.policy.AvailabilityForecast.Forecast;
import org.evenkeel.kernel.policy.AvailabilityForecast.Site;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.jspecify.annotations.Nullable;

/**
 * Plans the tasks that wait here over the open hours of this node and its neighbours, and sends
 * packets as Algorithm 2 of Khritankov, "On an algorithm for balancing computational load in
 * distributed systems" (2008) has it: a node that has nothing to do, and is open, gets as many
 * tasks as it has workers, if the plan has as many for its present hours.
 *
 * <p>It plans anew whenever a node could get a packet, with the run times known by then. A task
 * that arrives from elsewhere is one of a packet and starts.
 */
public final class CalendarPolicy implements Policy {

    /** When a node gets its next tasks. */
    public enum Packets {
        /** When all of the last packet have ended. */
        WHOLE,
        /** One for each worker that is free: better where tasks differ. */
        ROLLING;

        /** As written in a configuration. */
        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of each node, at first; far hours change nothing of a plan that ends before them. */
    private static final int FIRST_SPANS = 4;

    private static final Decision PLANNED =
            Decision.of(Action.Wait.HERE, "it waits for its place in the plan");
    private static final Decision ARRIVED = Decision.of(Action.Start.HERE, "belongs to its packet");

    private final Packets packets;
    private final long assumedNanos;
    private @Nullable Forecast forecast;

    /**
     * @param assumedNanos how long a task takes as long as none of its kind has ended
     */
    public CalendarPolicy(Packets packets, long assumedNanos) {
        this.packets = packets;
        this.assumedNanos = assumedNanos;
    }

    @Override
    public String name() {
        return "calendar(packets=%s,assume=%dms)"
                .formatted(packets.spelling(), assumedNanos / 1_000_000);
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        return !taskArrival.isLocal() && view.hasIdleWorker() ? ARRIVED : PLANNED;
    }

    /** The plan decides what starts, once the event is dealt with. */
    @Override
    public Decision onWorkerFree(NodeView view) {
        return Decision.NOTHING;
    }

    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        return Decision.of(new Action.Refuse(from), "the plan decides the placement");
    }

    @Override
    public boolean plans() {
        return true;
    }

    @Override
    public boolean plansStarts() {
        return true;
    }

    @Override
    public @Nullable Forecast forecast() {
        return forecast;
    }

    @Override
    public Decision plan(NodeView view, AvailabilityForecast availabilityForecast) {
        if (availabilityForecast.tasks() == 0) {
            forecast = null;
            return Decision.NOTHING;
        }
        if (availabilityForecast.sites().stream().noneMatch(this::isDue)) {
            return Decision.NOTHING;
        }
        int most =
                availabilityForecast.sites().stream()
                        .mapToInt(site -> site.open().size())
                        .max()
                        .orElse(0);
        int[] presentHours = new int[availabilityForecast.sites().size()];
        CalendarPlan plan = null;
        boolean enough = false;
        for (int spans = FIRST_SPANS; !enough; spans *= FIRST_SPANS) {
            plan = plan(availabilityForecast, spans, presentHours);
            enough = spans >= most || plan != null && isSame(plan, availabilityForecast, spans);
        }
        return packets(availabilityForecast, presentHours, plan);
    }

    /** Plans with the next spans of each node; tells which of its intervals are now. */
    private @Nullable CalendarPlan plan(
            AvailabilityForecast availabilityForecast, int spans, int[] presentHours) {
        List<ClusterInterval> intervals = new ArrayList<>();
        long usual = usualNanos(availabilityForecast);
        for (int i = 0; i < presentHours.length; i++) {
            Site site = availabilityForecast.sites().get(i);
            presentHours[i] = addIntervals(site, usual, spans, intervals);
        }
        return plan(intervals, availabilityForecast.tasks());
    }

    /** Whether a plan has room for all before any span begins that was left out. */
    private static boolean isSame(
            CalendarPlan plan, AvailabilityForecast availabilityForecast, int spans) {
        boolean all = plan.tasks() == availabilityForecast.tasks();
        for (Site site : availabilityForecast.sites()) {
            all &=
                    site.open().size() <= spans
                            || site.open().get(spans).fromNanos() >= plan.finish();
        }
        return all;
    }

    /** Whether it could get tasks now. */
    private boolean isDue(Site site) {
        return site.takesTasks() && free(site) > 0;
    }

    private int free(Site site) {
        return packets == Packets.ROLLING || site.tasks() == 0
                ? Math.max(0, site.workers() - site.tasks())
                : 0;
    }

    /** Of nodes of which nothing is known: as on the others. */
    private long usualNanos(AvailabilityForecast availabilityForecast) {
        long sum = 0;
        int known = 0;
        for (Site site : availabilityForecast.sites()) {
            if (site.taskNanos() != AvailabilityForecast.UNKNOWN) {
                sum += site.taskNanos();
                known++;
            }
        }
        return known == 0 ? assumedNanos : Math.max(1, sum / known);
    }

    /** Adds a node's hours; where among the intervals its present ones are, -1 for nowhere. */
    private int addIntervals(Site site, long usual, int spans, List<ClusterInterval> intervals) {
        int present = -1;
        if (site.workers() == 0) {
            return present;
        }
        long each =
                site.taskNanos() == AvailabilityForecast.UNKNOWN
                        ? usual
                        : Math.max(1, site.taskNanos());
        long begins = free(site) > 0 ? 0 : site.freeInNanos();
        for (int i = 0; i < Math.min(spans, site.open().size()); i++) {
            long from = Math.max(begins, site.open().get(i).fromNanos());
            long to = site.open().get(i).toNanos();
            if (to - from >= each) {
                present = from == 0 ? intervals.size() : present;
                intervals.add(
                        new ClusterInterval("", site.workers(), site.workers(), from, to, each));
            }
        }
        return present;
    }

    private @Nullable CalendarPlan plan(List<ClusterInterval> intervals, int tasks) {
        PlanResult planResult = CalendarPlanner.plan(intervals, tasks);
        long fits = tasks;
        if (planResult instanceof DoesNotFit no) {
            fits = no.fits();
            planResult = CalendarPlanner.plan(intervals, fits); // what does, and the rest later
        }
        CalendarPlan plan = planResult instanceof CalendarPlan done ? done : null;
        forecast = new Forecast(tasks, fits, plan == null ? 0 : plan.finish());
        return fits == 0 ? null : plan;
    }

    private Decision packets(
            AvailabilityForecast availabilityForecast,
            int[] presentHours,
            @Nullable CalendarPlan plan) {
        if (plan == null) {
            return Decision.NOTHING;
        }
        int here = 0;
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < presentHours.length; i++) {
            Site site = availabilityForecast.sites().get(i);
            if (presentHours[i] < 0 || !isDue(site)) {
                continue;
            }
            int packet = (int) Math.min(free(site), plan.shares().get(presentHours[i]).tasks());
            if (packet > 0 && i == 0) {
                here = packet;
            } else if (packet > 0) {
                shares.add(new Share(i - 1, packet));
            }
        }
        if (here == 0 && shares.isEmpty()) {
            return Decision.NOTHING;
        }
        String reason =
                String.format(
                        Locale.ROOT,
                        "planned: %d tasks, the last ends in %.1f s",
                        plan.tasks(),
                        plan.finish() / 1e9);
        return Decision.of(new Action.Dispatch(here, shares), reason);
    }

    /** That it can get a packet, and that it has one; and how many workers it has. */
    @Override
    public List<Announcement> announce(NodeView after) {
        List<Announcement> due = new ArrayList<>(0);
        List<NeighbourView> neighbours = after.neighbours();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.linked() && isDue(neighbour.announcedCounts(), after)) {
                due.add(new Announcement(index, after.state()));
            }
        }
        return due;
    }

    private boolean isDue(NeighbourView.AnnouncedCounts told, NodeView now) {
        boolean tasks =
                packets == Packets.ROLLING
                        ? told.tasks() != now.tasks()
                        : told.tasks() > 0 != now.tasks() > 0;
        return tasks || told.workers() != now.sample().workers();
    }
}
