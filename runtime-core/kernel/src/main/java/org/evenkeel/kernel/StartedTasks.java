package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.kernel.load.RunTimes;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;

/**
 * The tasks that run on this node, as scheduling phases see them: which could resume elsewhere, and
 * for which of them that is worth what it costs.
 *
 * <p>A task: {@code runs -> chosen in a phase -> asked when the phase is over here -> suspended ->
 * its owner places it at the node that lacked work}. No node waits for it in the phase. One that
 * was asked is not chosen again, whatever becomes of it; so what cannot be suspended is tried once,
 * and a kind of which three stayed rarely.
 */
final class StartedTasks {
    /** A task that has been moved runs so many times what that took before it is moved again. */
    static final int RUNS_BETWEEN = 10;

    private final NodeContext context;
    private final Slots slots;
    private final Evacuation evacuation;
    private final List<Chosen> chosen = new ArrayList<>();

    private record Candidate(Slot slot, HeldTask task) {}

    private record Chosen(Candidate what, NodeId to, long phase) {}

    StartedTasks(NodeContext context, Slots slots, Evacuation evacuation) {
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
            if (!paying || gain(one.task(), wish.speed(), waits > count) > cost(one.task())) {
                chosen.add(new Chosen(one, wish.node(), phase));
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
                evacuation.requestSuspension(what.slot(), what.task(), one.to(), one.phase());
            }
        }
        chosen.clear();
    }

    private boolean isMovable(Slot slot) {
        HeldTask running = slot.running;
        return running != null
                && !context.workersFrozen
                && slot.servesOnly == null
                && running.state() == HeldTask.State.RUNNING
                && running.askedNanos == 0
                && running.task.kind().options().node() == null
                && !evacuation.isBound(running)
                && !evacuation.isHopeless(running)
                && (!hasMoved(running) || ran(running) >= RUNS_BETWEEN * cost(running));
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
     * takes longer than its kind, for as long again as it is late.
     */
    private long remaining(HeldTask task) {
        long usual = slots.predictNanos(task);
        long ran = ran(task);
        return usual == RunTimes.UNKNOWN ? ran : Math.abs(usual - ran);
    }
}
