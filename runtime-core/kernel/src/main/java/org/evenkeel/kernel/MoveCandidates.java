package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.load.RunTimes;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;

/**
 * The tasks that run on this node: which could resume elsewhere, and for which of them that is
 * worth what it costs. Scheduling phases and nodes with idle workers ask.
 *
 * <p>A task of a phase: {@code runs -> chosen in a phase -> asked when the phase is over here ->
 * suspended -> its owner places it at the node that lacked work}. No node waits for it in the
 * phase. One that was asked is not chosen again, whatever becomes of it; so what cannot be
 * suspended is tried once, and a kind of which three stayed rarely.
 */
final class MoveCandidates {
    /** A task that has been moved runs so many times what that took before it is moved again. */
    static final int RUNS_BETWEEN = 10;

    private static final long NO_PHASE = 0;
    private static final double SECOND = 1e9;

    /** A move is to save something, be it little. */
    private static final double MARGIN = 1.05;

    private final NodeContext context;
    private final Slots slots;
    private final Suspensions evacuation;
    private final List<Chosen> chosen = new ArrayList<>();

    private record Candidate(Slot slot, HeldTask task) {}

    private record Chosen(Candidate what, NodeId to, long phase, long savesNanos) {}

    MoveCandidates(NodeContext context, Slots slots, Suspensions evacuation) {
        this.context = context;
        this.slots = slots;
        this.evacuation = evacuation;
    }

    /** How many could be moved, if that was worth it. */
    int movable() {
        int movable = 0;
        for (Slot slot : slots.all()) {
            movable += isMovable(slot) ? 1 : 0;
        }
        return movable;
    }

    /**
     * Chooses tasks to resume at a node, those first that have the longest way to go.
     *
     * @param wish to whom, and how fast that is
     * @param atMost how many
     * @param phase that wants it
     * @param waits tasks that wait here and start when these have left
     * @param paying only those for which what is gained is predicted to exceed what it costs
     * @return how many were chosen
     */
    int choose(MasterCommand.Part wish, int atMost, long phase, int waits, boolean paying) {
        int before = chosen.size();
        for (Candidate one : candidates()) {
            int count = chosen.size() - before;
            if (count >= atMost) {
                break;
            }
            long saves = (long) saved(one.task(), wish.speed(), waits > count);
            if (!paying || saves > 0) {
                chosen.add(new Chosen(one, wish.node(), phase, saves));
            }
        }
        return chosen.size() - before;
    }

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (Slot slot : slots.all()) {
            HeldTask running = slot.running;
            if (running != null && isMovable(slot) && !isChosen(running)) {
                candidates.add(new Candidate(slot, running));
            }
        }
        candidates.sort(Comparator.comparingLong((Candidate one) -> -remaining(one.task())));
        return candidates;
    }

    private boolean isChosen(HeldTask task) {
        return chosen.stream().anyMatch(one -> one.what().task() == task);
    }

    /** The phase is over here: those that still run are asked to leave. */
    void sendOff() {
        for (Chosen one : chosen) {
            Candidate what = one.what();
            if (what.slot().running == what.task() && isMovable(what.slot())) {
                what.task().savesNanos = one.savesNanos();
                evacuation.requestSuspension(what.slot(), what.task(), one.to(), one.phase());
            }
        }
        chosen.clear();
    }

    /**
     * What moving each task to an idle worker would save after its cost, in nanoseconds: the
     * greatest first.
     *
     * @param speed of that worker: so many times as fast as one here
     * @param waits tasks that wait here and start when these have left
     */
    List<Long> gains(double speed, int waits) {
        List<Long> gains = new ArrayList<>();
        for (Candidate one : candidates()) {
            long gain = (long) saved(one.task(), speed, waits > gains.size());
            if (gain > 0) {
                gains.add(gain);
            }
        }
        gains.sort(Comparator.reverseOrder());
        return gains;
    }

    /**
     * In how many nanoseconds a move of one of them may pay, if it still runs then; 0 when that is
     * not foreseen.
     */
    long paysAfterNanos(double speed) {
        long soonest = Long.MAX_VALUE;
        for (Slot slot : slots.all()) {
            HeldTask running = slot.running;
            if (running != null && isMovableLater(slot)) {
                long at = hasMoved(running) ? RUNS_BETWEEN * cost(running) - ran(running) : 0;
                if (running.wentOn || slots.predictNanos(running) == RunTimes.UNKNOWN) {
                    double pays = MARGIN * cost(running) / (1 - 1 / speed);
                    at = Math.max(at, (long) pays - ran(running));
                }
                soonest = at > 0 ? Math.min(soonest, at) : soonest;
            }
        }
        return soonest == Long.MAX_VALUE ? 0 : soonest;
    }

    /**
     * Asks those to leave that gain most.
     *
     * @param to where they are to resume: so many times as fast as this node
     * @return how many were asked
     */
    int sendTo(NodeId to, double speed, int waits, int atMost) {
        List<Candidate> sorted = candidates();
        sorted.sort(
                Comparator.comparingDouble((Candidate one) -> -saved(one.task(), speed, false)));
        int sent = 0;
        for (Candidate one : sorted) {
            long saves = (long) saved(one.task(), speed, waits > sent);
            if (sent < atMost && saves > 0) {
                one.task().savesNanos = saves;
                context.trace(
                        one.task().id(), TraceKind.MOVE_REQUESTED, to, why(one.task(), speed));
                evacuation.requestSuspension(one.slot(), one.task(), to, NO_PHASE);
                sent++;
            }
        }
        return sent;
    }

    private String why(HeldTask task, double speed) {
        double remaining = remaining(task);
        return String.format(
                Locale.ROOT,
                "a worker is idle there: about %.1f s left here, %.1f s there, "
                        + "moving takes about %.1f s",
                remaining / SECOND,
                remaining / speed / SECOND,
                cost(task) / SECOND);
    }

    private double saved(HeldTask task, double speed, boolean waits) {
        return gain(task, speed, waits) - cost(task);
    }

    private boolean isMovable(Slot slot) {
        HeldTask running = slot.running;
        return running != null
                && isMovableLater(slot)
                && (!hasMoved(running) || ran(running) >= RUNS_BETWEEN * cost(running));
    }

    /** Whether it can be moved, be it too early to move it once more. */
    private boolean isMovableLater(Slot slot) {
        HeldTask running = slot.running;
        return running != null
                && !context.workersFrozen
                && slot.servesOnly == null
                && running.state() == HeldTask.State.RUNNING
                && running.askedNanos == 0
                && running.task.kind().options().node() == null
                && !evacuation.isBound(running)
                && !evacuation.isHopeless(running);
    }

    /**
     * Whether it resumes from a checkpoint. Its worker says so when it has read that; until then
     * each that does not run under its first grant may be one. Asked meanwhile, one that waits for
     * something would be suspended as soon as it resumes, and come back from where it was sent.
     */
    private static boolean hasMoved(HeldTask running) {
        return running.wentOn || running.grant.number() > 1;
    }

    /** What is saved when it resumes at once on a worker so many times as fast. */
    private double gain(HeldTask task, double speed, boolean waits) {
        double remaining = remaining(task);
        return remaining - remaining / speed + (waits ? remaining : 0);
    }

    private long cost(HeldTask task) {
        return context.migrations.predictNanos(
                task.task.kind().name(), context.config.phases().moveNanos());
    }

    private long ran(HeldTask task) {
        return context.now - task.startedNanos;
    }

    /**
     * How long it will still run here: as its kind usually does. One of a kind of which nothing is
     * known is taken to continue for as long again, as half of all old processes do (Harchol-Balter
     * and Downey, "Exploiting process lifetime distributions for dynamic load balancing"); one that
     * takes longer than its kind, for as long again as it is late. What one that has moved did
     * before is not known here either.
     */
    private long remaining(HeldTask task) {
        long usual = slots.predictNanos(task);
        long ran = ran(task);
        return usual == RunTimes.UNKNOWN || task.wentOn ? ran : Math.abs(usual - ran);
    }
}
