package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;

/**
 * Scheduling phases under a master ("Runtime incremental concentrated scheduling supporting process
 * migration on NOW", corrected), and {@link Hybrid} between neighbours: as well as the phases, or,
 * where phases are those of the paper, while there is no master.
 */
public final class Nrics implements Policy {
    private final PhaseOptions options;
    private final Hybrid hybrid = new Hybrid();
    private boolean phasesAlone;

    public Nrics(PhaseOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return String.format(
                Locale.ROOT,
                "%s(eta=%s,gap=%s)",
                spelling(),
                options.eta(),
                RequestPause.fixed(options.gapNanos()).spelling());
    }

    private String spelling() {
        return (options.published() ? "nrics-1999" : "nrics")
                + (options.movesStarted() ? "" : "-no-migration");
    }

    @Override
    public PhaseOptions phases() {
        return options;
    }

    @Override
    public void onMaster(boolean there) {
        phasesAlone = there && options.published();
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        return phasesAlone ? Decision.keep(view) : hybrid.onTask(view, taskArrival);
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return phasesAlone
                ? Policy.super.onLoad(view, from, told, room)
                : hybrid.onLoad(view, from, told, room);
    }

    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        return phasesAlone
                ? Policy.super.onRequest(view, from, room)
                : hybrid.onRequest(view, from, room);
    }

    /**
     * Also where phases alone move tasks, neighbours have to know who has workers: tasks that are
     * wanted at a certain node, and those that a phase moves through their owners, are sent there.
     */
    @Override
    public List<Announcement> announce(NodeView after) {
        return phasesAlone ? Policy.super.announce(after) : hybrid.announce(after);
    }

    @Override
    public boolean handsOn() {
        return !phasesAlone;
    }

    @Override
    public void onNeighboursChanged() {
        hybrid.onNeighboursChanged();
    }
}
