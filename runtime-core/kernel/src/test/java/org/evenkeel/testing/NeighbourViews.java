package org.evenkeel.testing;

import java.util.List;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;

/** Views made by hand. */
public final class NeighbourViews {

    /** A neighbour whose link is down. */
    public static final NeighbourView DOWN =
            new NeighbourView(
                    false,
                    LoadState.HIGH,
                    LoadState.HIGH,
                    0,
                    0,
                    0,
                    1,
                    Distance.UNKNOWN,
                    false,
                    AnnouncedCounts.NONE);

    private NeighbourViews() {}

    /** A linked neighbour with so many tasks and workers that knows nothing of this node. */
    public static NeighbourView with(int tasks, int workers) {
        int busy = Math.min(tasks, workers);
        LoadState state =
                busy == workers ? LoadState.HIGH : busy == 0 ? LoadState.LOW : LoadState.MODERATE;
        return new NeighbourView(
                true,
                state,
                LoadState.HIGH,
                workers - busy,
                busy,
                tasks - busy,
                workers,
                Distance.of(state),
                false,
                AnnouncedCounts.NONE);
    }

    /** A linked neighbour with one worker and so many tasks. */
    public static NeighbourView with(int tasks) {
        return with(tasks, 1);
    }

    /** A linked neighbour from which a node with room is so far, and that takes so many tasks. */
    public static NeighbourView far(int distance, int room) {
        LoadState state =
                distance == 0
                        ? LoadState.LOW
                        : distance == Distance.UNKNOWN || room == 0
                                ? LoadState.HIGH
                                : LoadState.MODERATE;
        return new NeighbourView(
                true,
                state,
                LoadState.HIGH,
                room,
                distance == 0 ? 0 : 1,
                0,
                1,
                distance,
                false,
                AnnouncedCounts.NONE);
    }

    /** The same neighbour, which was told a state and counts. */
    public static NeighbourView told(NeighbourView view, LoadState state, AnnouncedCounts counts) {
        return new NeighbourView(
                view.linked(),
                view.believed(),
                state,
                view.room(),
                view.busy(),
                view.waiting(),
                view.workers(),
                view.distance(),
                view.closed(),
                counts);
    }

    /** A linked neighbour without tasks that takes none: it drains, or holds its bound. */
    public static NeighbourView closed() {
        return new NeighbourView(
                true,
                LoadState.HIGH,
                LoadState.HIGH,
                0,
                0,
                0,
                1,
                Distance.UNKNOWN,
                true,
                AnnouncedCounts.NONE);
    }

    /** A node with so many tasks and workers under a worker-busy load. */
    public static NodeView node(int tasks, int workers, NeighbourView... neighbours) {
        int busy = Math.min(tasks, workers);
        LoadSample sample = new LoadSample(workers, busy, tasks - busy, 0, 0, 1);
        return new NodeView(
                sample, new WorkerBusyLoad().stateOf(sample), false, List.of(neighbours));
    }
}
