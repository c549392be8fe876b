package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.TaskNow.Forecast;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** What a task waits for at the node that has it; reads, changes nothing. */
record HeldNow(NodeDisplay node, NodeRules rules, long nowNanos) {

    /** The time of what has not happened, or was not written down. */
    private static final long NEVER = 0;

    TaskNow of(HeldTask copy) {
        return switch (copy.state()) {
            case RUNNING -> running(copy);
            case PARKED -> with(copy, NEVER, parked(copy));
            case PREFETCHED -> with(copy, copy.placedNanos, sentAhead(copy));
            case HANDING -> with(copy, copy.offeredNanos, handing(copy));
            case READY -> ready(copy);
            case DELEGATED, GONE ->
                    with(
                            copy,
                            NEVER,
                            new Obstacle(
                                    WaitReason.WAITS_FOR_LAST_CHILD,
                                    "its result is that of a child that has not ended"));
        };
    }

    private TaskNow with(HeldTask copy, long sinceNanos, Obstacle why) {
        return now(copy, since(sinceNanos), null, List.of(why), List.of());
    }

    private TaskNow now(
            HeldTask copy,
            long forNanos,
            @Nullable Forecast expected,
            List<Obstacle> why,
            List<Obstacle> elsewhere) {
        List<NodeId> linked =
                node.balancer().handsOn()
                        ? node.balancer().neighbours().stream()
                                .filter(Balancer.NeighbourStatus::linked)
                                .map(Balancer.NeighbourStatus::id)
                                .toList()
                        : List.of();
        return new TaskNow(copy.state().name(), forNanos, expected, why, linked, elsewhere);
    }

    private long since(long nanos) {
        return nanos == NEVER ? TaskNow.UNKNOWN : nowNanos - nanos;
    }

    // ---- Started

    private TaskNow running(HeldTask copy) {
        List<Obstacle> why = new ArrayList<>();
        Slot slot = node.slots().get(copy.slot);
        if (slot != null && slot.running != copy) {
            String words = "its slot runs another task until that one ends or waits";
            why.add(new Obstacle(WaitReason.SLOT_IN_USE, words));
        }
        if (node.hours().isFrozen()) {
            why.add(
                    new Obstacle(
                            WaitReason.FROZEN, "its worker is frozen: " + node.hours().whyNot()));
        }
        Forecast left = why.isEmpty() ? forecasts().leftOf(copy) : null;
        return now(copy, nowNanos - copy.startedNanos, left, List.copyOf(why), List.of());
    }

    private Obstacle parked(HeldTask copy) {
        Slot slot = node.slots().get(copy.slot);
        Slot.Parked parked = slot == null ? null : slot.parked.get(copy.id());
        int children = parked == null ? 0 : parked.awaited.size();
        if (parked == null || children == 0) {
            return new Obstacle(WaitReason.WAITS_FOR_OTHERS, "it waits for other tasks of its job");
        }
        String words =
                (parked.any ? "it waits for one of " : "it waits for ")
                        + (children == 1 ? "1 child" : children + " children");
        return new Obstacle(WaitReason.WAITS_FOR_CHILDREN, words, children, null);
    }

    // ---- Sent ahead or offered

    private Obstacle sentAhead(HeldTask copy) {
        Slot slot = node.slots().get(copy.slot);
        int ahead = slot == null || slot.running == null ? 0 : 1;
        if (slot != null) {
            ahead += slot.ready.size();
            for (HeldTask each : slot.prefetched) {
                if (each == copy) {
                    break;
                }
                ahead++;
            }
        }
        String words = "its worker runs " + ahead + " more before it";
        return new Obstacle(WaitReason.SENT_AHEAD, words, ahead, null);
    }

    private static Obstacle handing(HeldTask copy) {
        NodeId to = copy.handingTo;
        String words =
                (to == null ? "another node" : to.name()) + " has not answered an offer of it";
        return new Obstacle(WaitReason.BEING_HANDED, words, 0, to);
    }

    // ---- Waiting

    private TaskNow ready(HeldTask copy) {
        if (copy.task().kind().isServed()) {
            return with(copy, copy.placedNanos, program(copy));
        }
        List<Obstacle> why = new ArrayList<>();
        List<HeldTask> before = List.of();
        boolean beyondQuota = node.quotaQueue().isQueued(copy);
        if (beyondQuota) {
            why.add(new Obstacle(WaitReason.QUOTA, Balancer.QUOTA_USED_UP));
        } else if (node.phaseTasks().isKept(copy)) {
            why.add(new Obstacle(WaitReason.WAITS_FOR_PHASE, PhaseTasks.PLACED_NEXT));
        } else {
            before = node.waiting().before(copy);
            if (!before.isEmpty()) {
                why.add(NodeRules.behind(before.size()));
            }
        }
        rules.add(copy, why);
        if (why.isEmpty() && node.context().config.policy().plansStarts()) {
            why.add(new Obstacle(WaitReason.PLANNED, "its time in the plan has not come"));
        }
        boolean onlyBusy =
                why.stream()
                        .allMatch(each ->
                                each.reason() == WaitReason.BEHIND
                                        || each.reason() == WaitReason.BUSY);
        Forecast expected = onlyBusy ? forecasts().untilStart(before) : null;
        List<Obstacle> here = new ArrayList<>(NodeRules.orRoom(why));
        StayRules stay = new StayRules(node, rules, beyondQuota);
        Obstacle stays = stay.of(copy);
        if (stays != null) {
            here.add(stays);
        }
        return now(
                copy,
                since(copy.placedNanos),
                expected,
                List.copyOf(here),
                stays == null ? stay.elsewhere(copy) : List.of());
    }

    private Obstacle program(HeldTask copy) {
        int slots = node.slots().attachedOf(copy.task().kind().job());
        String words =
                switch (slots) {
                    case 0 -> "its program takes it itself, and is not here";
                    case 1 -> "its program takes it here itself, and is busy";
                    default -> "its program takes it here itself, and is busy with " + slots;
                };
        WaitReason reason = slots == 0 ? WaitReason.PROGRAM_AWAY : WaitReason.PROGRAM_BUSY;
        return new Obstacle(reason, words, slots, null);
    }

    private StartForecast forecasts() {
        return new StartForecast(node.slots(), nowNanos);
    }
}
