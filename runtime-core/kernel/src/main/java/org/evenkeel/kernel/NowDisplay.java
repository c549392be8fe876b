package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.TaskNow.Forecast;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.kernel.load.RunTimes;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Where a task is now, and why it does not run; reads, changes nothing.
 *
 * @param nowNanos on the clock of the events; not before the last one
 */
record NowDisplay(NodeDisplay node, boolean draining, long nowNanos) {

    /** The time of what has not happened, or was not written down. */
    private static final long NEVER = 0;

    /** State of a task that is kept where it was submitted, and not accepted yet. */
    private static final String QUEUED = "QUEUED";

    TaskNow of(TaskId id) {
        OwnedTask own = node.ledger().get(id);
        HeldTask copy = own == null ? node.foreignTasks().foreign(id) : own.here;
        if (copy != null && copy.state() != State.GONE) {
            return held(copy);
        }
        if (own != null) {
            return owned(own);
        }
        String notAdmitted = node.ledger().gate().whyNotAdmitted(id);
        return notAdmitted == null
                ? notHere()
                : at(
                        QUEUED,
                        new Obstacle(
                                WaitReason.JOB_NOT_ADMITTED,
                                "its job is not admitted yet: " + notAdmitted));
    }

    // ---- At an owner without a copy

    private TaskNow owned(OwnedTask own) {
        if (own.isDone()) {
            return at(TaskLines.DONE, new Obstacle(WaitReason.ENDED, "it has ended"));
        }
        NodeId other = own.successor == null ? own.holder : own.successor.id();
        if (own.isPassing) {
            String to = other == null ? "another node" : other.name();
            return at(
                    TaskLines.AWAY,
                    new Obstacle(WaitReason.BEING_PASSED, to + " becomes its owner", 0, other));
        }
        if (own.isBeingWritten()) {
            String words = "a replica of it is being written";
            return at(TaskLines.AWAY, new Obstacle(WaitReason.BEING_WRITTEN, words));
        }
        if (other == null) {
            String words = "no node has reported it yet; without a report it is granted again";
            return at(TaskLines.AWAY, new Obstacle(WaitReason.NOT_REPORTED, words));
        }
        return at(
                TaskLines.AWAY,
                new Obstacle(WaitReason.ELSEWHERE, other.name() + " has it", 0, other));
    }

    private static TaskNow at(String state, Obstacle obstacle) {
        return new TaskNow(state, TaskNow.UNKNOWN, null, List.of(obstacle), List.of());
    }

    // ---- At a node without a copy

    private TaskNow notHere() {
        List<Obstacle> why = new ArrayList<>();
        addOfNode(null, why);
        int ahead = node.waiting().size() + node.phaseTasks().size();
        if (ahead > 0) {
            why.add(behind(ahead));
        }
        if (node.foreignTasks().size() >= node.context().config.limits().held()) {
            why.add(new Obstacle(WaitReason.FULL, NodeCore.HOLDS_MAXIMUM));
        }
        if (node.hours().isOpen() && node.hours().isShut()) {
            why.add(new Obstacle(WaitReason.NOT_OPEN, "this node takes nothing for a moment"));
        }
        return new TaskNow("", TaskNow.UNKNOWN, null, orRoom(why), List.of());
    }

    private static Obstacle behind(int ahead) {
        String words = ahead == 1 ? "1 task starts before it" : ahead + " tasks start before it";
        return new Obstacle(WaitReason.BEHIND, words, ahead, null);
    }

    private static List<Obstacle> orRoom(List<Obstacle> why) {
        return why.isEmpty()
                ? List.of(new Obstacle(WaitReason.HAS_ROOM, "a worker is idle"))
                : List.copyOf(why);
    }

    private void addOfNode(@Nullable HeldTask task, List<Obstacle> why) {
        if (draining) {
            why.add(new Obstacle(WaitReason.LEAVING, "this node leaves the cluster"));
        }
        AvailabilityWindow hours = node.hours();
        if (task == null ? !hours.isOpen() : !hours.admits(task)) {
            why.add(new Obstacle(WaitReason.NOT_OPEN, hours.whyNot()));
        }
        int workers = node.slots().workers();
        int busy = node.slots().busy();
        if (workers == 0) {
            why.add(new Obstacle(WaitReason.NO_WORKERS, "this node has no worker"));
        } else if (busy >= workers) {
            String words =
                    workers == 1 ? "its worker is busy" : "all " + busy + " workers are busy";
            why.add(new Obstacle(WaitReason.BUSY, words, busy, null));
        }
        if (node.phaseTasks().isFrozen()) {
            why.add(new Obstacle(WaitReason.PHASE, "a scheduling phase is under way"));
        }
    }

    // ---- At the node that has it

    private TaskNow held(HeldTask copy) {
        return switch (copy.state()) {
            case RUNNING -> running(copy);
            case PARKED -> with(copy, NEVER, List.of(parked(copy)));
            case PREFETCHED -> with(copy, copy.placedNanos, List.of(sentAhead(copy)));
            case HANDING -> with(copy, copy.offeredNanos, List.of(handing(copy)));
            case READY -> ready(copy);
            case DELEGATED, GONE ->
                    with(
                            copy,
                            NEVER,
                            List.of(
                                    new Obstacle(
                                            WaitReason.WAITS_FOR_LAST_CHILD,
                                            "its result is that of a child that has not ended")));
        };
    }

    private TaskNow with(HeldTask copy, long sinceNanos, List<Obstacle> why) {
        return new TaskNow(copy.state().name(), since(sinceNanos), null, why, linked());
    }

    private long since(long nanos) {
        return nanos == NEVER ? TaskNow.UNKNOWN : nowNanos - nanos;
    }

    private List<NodeId> linked() {
        return node.balancer().handsOn()
                ? node.balancer().neighbours().stream()
                        .filter(Balancer.NeighbourStatus::linked)
                        .map(Balancer.NeighbourStatus::id)
                        .toList()
                : List.of();
    }

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
        long ran = nowNanos - copy.startedNanos;
        Forecast left = why.isEmpty() ? leftOf(copy) : null;
        return new TaskNow(State.RUNNING.name(), ran, left, why, linked());
    }

    /** Until a running task ends, as others of its kind did; unknown if it has run longer. */
    private @Nullable Forecast leftOf(HeldTask copy) {
        RunTimes.Known whole = node.slots().known(copy);
        long ran = nowNanos - copy.startedNanos;
        return whole.nanos() == RunTimes.UNKNOWN || copy.wentOn || ran >= whole.nanos()
                ? null
                : new Forecast(whole.nanos() - ran, whole.spreadNanos(), whole.runs());
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

    private TaskNow ready(HeldTask copy) {
        List<Obstacle> why = new ArrayList<>();
        List<HeldTask> before = List.of();
        if (node.quotaQueue().isQueued(copy)) {
            why.add(new Obstacle(WaitReason.QUOTA, Balancer.QUOTA_USED_UP));
        } else if (node.phaseTasks().isKept(copy)) {
            why.add(new Obstacle(WaitReason.WAITS_FOR_PHASE, PhaseTasks.PLACED_NEXT));
        } else {
            before = node.waiting().before(copy);
            if (!before.isEmpty()) {
                why.add(behind(before.size()));
            }
        }
        addOfNode(copy, why);
        if (why.isEmpty() && node.context().config.policy().plansStarts()) {
            why.add(new Obstacle(WaitReason.PLANNED, "its time in the plan has not come"));
        }
        boolean onlyBusy =
                why.stream()
                        .allMatch(each ->
                                each.reason() == WaitReason.BEHIND
                                        || each.reason() == WaitReason.BUSY);
        Forecast expected = onlyBusy ? untilStart(before) : null;
        return new TaskNow(
                State.READY.name(),
                since(copy.placedNanos),
                expected,
                withStay(copy, orRoom(why)),
                linked());
    }

    /** Also why it does not start elsewhere; that does not keep it from starting here. */
    private List<Obstacle> withStay(HeldTask copy, List<Obstacle> here) {
        List<Obstacle> why = new ArrayList<>(here);
        if (node.context().self.id().equals(copy.task().kind().options().node())) {
            why.add(new Obstacle(WaitReason.WANTED_HERE, "its submitter asked for this node"));
        } else if (!node.balancer().handsOn()) {
            String policy = node.context().config.policy().name();
            String words = "policy " + policy + " hands no waiting tasks on";
            why.add(new Obstacle(WaitReason.NOT_HANDED_ON, words));
        }
        return List.copyOf(why);
    }

    /** If the workers share what runs and what is before it; unknown if one kind is. */
    private @Nullable Forecast untilStart(List<HeldTask> before) {
        Sum work = new Sum();
        for (Slot slot : node.slots().all()) {
            HeldTask running = slot.runsInWorker();
            if (running == null) {
                continue;
            }
            Forecast left = leftOf(running);
            if (left == null) {
                return null;
            }
            work.add(left.nanos(), left.spreadNanos(), left.runs());
        }
        for (HeldTask each : before) {
            RunTimes.Known whole = node.slots().known(each);
            if (whole.nanos() == RunTimes.UNKNOWN) {
                return null;
            }
            work.add(whole.nanos(), whole.spreadNanos(), whole.runs());
        }
        return work.sharedBy(Math.max(1, node.slots().workers()));
    }

    /** Of several tasks one after the other; their distances from the mean partly cancel out. */
    private static final class Sum {
        private long nanos;
        private double squares;
        private long runs = Long.MAX_VALUE;

        void add(long oneNanos, long spreadNanos, long oneRuns) {
            nanos += oneNanos;
            squares += (double) spreadNanos * spreadNanos;
            runs = Math.min(runs, oneRuns);
        }

        @Nullable Forecast sharedBy(int workers) {
            return runs == Long.MAX_VALUE
                    ? null
                    : new Forecast(nanos / workers, (long) Math.sqrt(squares) / workers, runs);
        }
    }
}
