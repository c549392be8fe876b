package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node as displays show it; reads, changes nothing. */
record NodeDisplay(
        NodeContext context,
        WaitingTasks waiting,
        QuotaQueue quotaQueue,
        PhaseTasks phaseTasks,
        ProgramTasks programTasks,
        Slots slots,
        AvailabilityWindow hours,
        Balancer balancer,
        OwnerLedger ledger,
        ForeignTasks foreignTasks,
        PeerLinkTable links) {

    /** The node as it is now. */
    NodeStatus status(boolean draining) {
        Counters c = context.counters;
        int parked = slots.all().stream().mapToInt(slot -> slot.parked.size()).sum();
        return new NodeStatus(
                context.self,
                context.config.policy().name(),
                context.config.loadModel().name(),
                balancer.state(),
                draining,
                slots.workers(),
                slots.busy(),
                waiting.size()
                        + quotaQueue.size()
                        + phaseTasks.size()
                        + programTasks.size()
                        + slots.prefetched(),
                slots.prefetched(),
                parked,
                ledger.size(),
                foreignTasks.size(),
                availability(),
                context.config.policy().forecast(),
                new NodeStatus.Totals(
                        c.accepted,
                        c.finished,
                        c.failed,
                        c.stolenIn,
                        c.givenAway,
                        c.committed,
                        c.delivered,
                        c.regranted,
                        c.superseded,
                        c.cancelled,
                        c.runNanos,
                        c.offersSent,
                        c.resultsSent,
                        c.loadsSent,
                        c.requestsSent,
                        c.otherSent,
                        c.movedToSave,
                        c.savedNanos),
                balancer.neighbours().stream()
                        .map(n ->
                                new NodeStatus.Neighbour(
                                        n.id().name(),
                                        n.linked(),
                                        n.believed(),
                                        n.announced(),
                                        n.room()))
                        .toList());
    }

    /** Tasks in this node's records: its own first, then other owners' in its hands. */
    List<NodeStatus.TaskLine> tasks(int atMost) {
        List<NodeStatus.TaskLine> lines = new ArrayList<>();
        for (OwnedTask own : ledger.all()) {
            if (lines.size() >= atMost) {
                return lines;
            }
            lines.add(TaskLines.of(own, context.self));
        }
        for (HeldTask copy : foreignTasks.foreign()) {
            if (lines.size() >= atMost) {
                return lines;
            }
            lines.add(TaskLines.of(copy, context.self));
        }
        return lines;
    }

    /** For how long the task that has waited here longest has waited; 0 if none waits. */
    long longestWaitNanos(long nowNanos) {
        long since = nowNanos;
        for (OwnedTask own : ledger.all()) {
            since = Math.min(since, waitsSince(own.here, nowNanos));
        }
        for (HeldTask copy : foreignTasks.foreign()) {
            since = Math.min(since, waitsSince(copy, nowNanos));
        }
        return nowNanos - since;
    }

    private static long waitsSince(@Nullable HeldTask copy, long nowNanos) {
        if (copy == null || copy.placedNanos == 0) {
            return nowNanos;
        }
        return switch (copy.state()) {
            case READY, PREFETCHED -> copy.placedNanos;
            default -> nowNanos;
        };
    }

    private NodeStatus.@Nullable Hours availability() {
        Notice notice = hours.notice();
        if (notice == null || hours.isClosed() && !hours.isClosedByNotice()) {
            return hours.isLimited()
                    ? new NodeStatus.Hours(
                            !hours.isClosed(), false, false, hours.changesAtNanos(), "")
                    : null;
        }
        boolean closed = hours.isClosed() || slots.busy() == 0; // nothing starts here any more
        boolean onHold = !closed && hours.isOnHold();
        long changesAt = closed ? hours.opensAtNanos() : hours.changesAtNanos();
        return new NodeStatus.Hours(
                !closed,
                onHold,
                onHold && hours.isFrozen(),
                onHold ? hours.movesAtNanos() : changesAt,
                notice.reason());
    }
}
