package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.load.RunTimes;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.kernel.policy.AvailabilityForecast.Site;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a policy that plans is told: when this node and its neighbours are open, what they have to
 * do, and how long tasks like those that wait here take on each of them. Of neighbours that is
 * learned from the results they send.
 */
final class ForecastBuilder {

    /** A node without hours is open for so long: ten years. */
    private static final long ALWAYS = 3_650L * 86_400 * 1_000_000_000;

    private static final AvailabilityForecast NOTHING = new AvailabilityForecast(0, List.of());

    /** Tasks that are next to start here, from which is concluded what waits. */
    private static final int LOOKED_AT = 16;

    private final NodeContext context;
    private final WaitingTasks waiting;
    private final Slots slots;
    private final AvailabilityWindow hours;
    private final RunTimes elsewhere = new RunTimes();
    private final RunTimes anywhere = new RunTimes();

    ForecastBuilder(
            NodeContext context, WaitingTasks waiting, Slots slots, AvailabilityWindow hours) {
        this.context = context;
        this.waiting = waiting;
        this.slots = slots;
        this.hours = hours;
    }

    /** A task of this owner ran on a neighbour. */
    void ran(NodeId where, String kind, long runNanos) {
        elsewhere.finished(key(where, kind), runNanos);
        anywhere.finished(kind, runNanos);
    }

    private static String key(NodeId where, String kind) {
        return where.name() + ' ' + kind;
    }

    /** As it is now; empty when nothing waits. */
    AvailabilityForecast now(NeighbourTable table) {
        if (waiting.isEmpty()) {
            return NOTHING;
        }
        List<HeldTask> next = waiting.nextToStart(LOOKED_AT);
        List<Site> sites = new ArrayList<>(1 + table.inOrder().length);
        sites.add(here(next));
        for (Neighbour neighbour : table.inOrder()) {
            sites.add(site(neighbour, next));
        }
        return new AvailabilityForecast(waiting.size(), sites);
    }

    private Site here(List<HeldTask> next) {
        long each = taskNanos(null, next);
        int tasks = slots.busy() + slots.prefetched();
        long end = hours.noticesEndNanos();
        boolean never = end == Long.MAX_VALUE;
        return new Site(
                hours.isOpen(),
                never ? 0 : slots.workers(),
                tasks,
                each,
                freeIn(tasks, slots.lastStartNanos(), each),
                ahead(end == Long.MIN_VALUE ? hours.spans() : after(end), each));
    }

    /** The hours from then on. */
    private List<AvailabilitySpan> after(long nanos) {
        List<AvailabilitySpan> spans = hours.spans();
        List<AvailabilitySpan> all =
                spans == null ? List.of(new AvailabilitySpan(0, Long.MAX_VALUE)) : spans;
        return all.stream()
                .filter(span -> span.toNanos() > nanos)
                .map(span ->
                        new AvailabilitySpan(Math.max(nanos, span.fromNanos()), span.toNanos()))
                .toList();
    }

    private Site site(Neighbour neighbour, List<HeldTask> next) {
        long each = taskNanos(neighbour.id, next);
        int tasks = neighbour.view().tasks();
        boolean takesTasks = neighbour.view().takesTasks();
        // One that takes nothing in its hours is full or leaves, until it announces otherwise.
        boolean counts = neighbour.isLinked() && (takesTasks || !isOpen(neighbour.hours()));
        return new Site(
                takesTasks,
                counts ? neighbour.workersWhenOpen() : 0,
                tasks,
                each,
                freeIn(tasks, neighbour.lastOfferNanos(), each),
                ahead(neighbour.hours(), each));
    }

    private boolean isOpen(@Nullable List<AvailabilitySpan> spans) {
        return spans == null
                || spans.stream()
                        .anyMatch(span ->
                                span.fromNanos() <= context.now && context.now < span.toNanos());
    }

    /** Their mean, of those kinds of which something is known. */
    private long taskNanos(@Nullable NodeId where, List<HeldTask> next) {
        long sum = 0;
        int known = 0;
        for (HeldTask task : next) {
            String kind = task.task.kind().name();
            long one =
                    where == null
                            ? slots.predictNanos(task)
                            : elsewhere.predictNanos(key(where, kind));
            one = one == RunTimes.UNKNOWN ? anywhere.predictNanos(kind) : one;
            one = one == RunTimes.UNKNOWN ? slots.predictNanos(task) : one;
            if (one != RunTimes.UNKNOWN) {
                sum += one;
                known++;
            }
        }
        return known == 0 ? AvailabilityForecast.UNKNOWN : Math.max(1, sum / known);
    }

    /** What is late by some time is taken to need as much again. */
    private long freeIn(int tasks, long sinceNanos, long each) {
        if (tasks == 0 || each == AvailabilityForecast.UNKNOWN) {
            return 0;
        }
        return Math.min(ALWAYS, Math.abs(each - (context.now - sinceNanos)));
    }

    private List<AvailabilitySpan> ahead(@Nullable List<AvailabilitySpan> spans, long each) {
        if (spans == null) {
            return List.of(new AvailabilitySpan(0, ALWAYS));
        }
        long spare =
                each == AvailabilityForecast.UNKNOWN
                        ? 0
                        : AvailabilityWindow.withMargin(each) - each;
        List<AvailabilitySpan> ahead = new ArrayList<>(spans.size());
        for (AvailabilitySpan span : spans) {
            long from = Math.max(0, span.fromNanos() - context.now);
            long to = span.toNanos() - context.now - spare;
            if (to > from) {
                ahead.add(new AvailabilitySpan(from, to));
            }
        }
        return ahead;
    }
}
