package org.evenkeel.kernel.policy.neighbour;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;

/**
 * The handlers of "A universal model of distributed dynamic load balancing" (1997) as printed, for
 * experiments, with two of the misprints mended: those that make it useless. The paper's {@code
 * ldsend(S')} is {@code told != MODERATE} here. Numbers in comments are the paper's steps.
 *
 * <p>The handlers speak of workers only. Under a queue-stack load they place tasks as printed, and
 * every change of the load is told to all.
 */
public final class Hybrid1997 implements Policy {

    /** What is printed wrongly. */
    enum Misprint {
        /** Step 1 of a neighbour's task: section 2 sets {@code ldsend} to false. */
        FORGETS_THE_SENDER,
        /** Step 4 of a neighbour's task: a node that has become full says LOW. */
        FULL_NODE_SAYS_LOW,
        /** Step 2 of a neighbour's task: a node that has become full says nothing. */
        FULL_NODE_IS_SILENT
    }

    private static final int NOBODY = NeighbourScan.NOBODY;
    private static final Decision START = Decision.START;
    private static final Decision WAIT =
            Decision.of(Action.Wait.HERE, "all workers are busy and no neighbour has capacity");

    private final Set<Misprint> misprints;
    private final NeighbourScan scan = new NeighbourScan(Fit.FIRST);

    public Hybrid1997() {
        this(EnumSet.of(Misprint.FULL_NODE_IS_SILENT));
    }

    /** With exactly these misprints left as printed. */
    Hybrid1997(Set<Misprint> misprints) {
        this.misprints = EnumSet.noneOf(Misprint.class);
        this.misprints.addAll(misprints);
    }

    @Override
    public String name() {
        return "hybrid-1997";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        return taskArrival.isLocal() ? localTask(view) : neighboursTask(view, taskArrival.from());
    }

    private Decision localTask(NodeView view) {
        int low = scan.find(view.neighbours(), LoadState.LOW);
        if (low != NOBODY) { // 1
            return Decision.of(new Action.Transfer(low), "neighbour is LOW");
        }
        if (view.hasIdleWorker()) { // 2
            return isLastIdle(view) ? START.announcing(toAll(view, LoadState.HIGH, LOCAL)) : START;
        }
        return moderateOrWait(view); // 3, 4
    }

    private Decision neighboursTask(NodeView view, int from) { // 1 is believedBySender()
        if (view.hasIdleWorker() && view.allIdle()) { // 2
            if (!isLastIdle(view)) {
                return START.announcing(toAll(view, LoadState.MODERATE, LOCAL));
            }
            return misprints.contains(Misprint.FULL_NODE_IS_SILENT)
                    ? START
                    : START.announcing(toAll(view, LoadState.HIGH, from));
        }
        int low = scan.find(view.neighbours(), LoadState.LOW);
        if (low != NOBODY) { // 3
            Decision transfer = Decision.of(new Action.Transfer(low), "neighbour is LOW");
            return view.hasIdleWorker() && !view.queueStack()
                    ? transfer.announcing(List.of(new Announcement(from, LoadState.MODERATE)))
                    : transfer;
        }
        if (view.hasIdleWorker()) { // 4
            if (!isLastIdle(view)) {
                return START.announcing(moderateToUntold(view));
            }
            boolean printed = misprints.contains(Misprint.FULL_NODE_SAYS_LOW);
            LoadState said = printed ? LoadState.LOW : LoadState.HIGH;
            return START.announcing(toAll(view, said, from));
        }
        return moderateOrWait(view); // 5, 6
    }

    private Decision moderateOrWait(NodeView view) {
        int moderate = scan.find(view.neighbours(), LoadState.MODERATE);
        return moderate == NOBODY
                ? WAIT
                : Decision.of(new Action.Transfer(moderate), "neighbour is MODERATE");
    }

    @Override
    public Decision onWorkerFree(NodeView view) {
        if (view.sample().waiting() > 0) { // 2 of a result
            return Decision.START_NEXT;
        }
        return Decision.NOTHING.announcing( // 3 of a result
                view.sample().busy() <= 1
                        ? toAll(view, LoadState.LOW, LOCAL)
                        : moderateToUntold(view));
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return told.hasRoom() && view.sample().waiting() > 0
                ? Decision.of(Action.Give.to(from, 1), "neighbour announced that it has capacity")
                : Decision.of(new Action.Believe(from), "neighbour announced its load");
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return after.queueStack() ? LoadAnnouncementRule.EAGER.due(after) : List.of();
    }

    @Override
    public LoadState believedBySender() {
        return misprints.contains(Misprint.FORGETS_THE_SENDER)
                ? LoadState.MODERATE
                : LoadState.HIGH;
    }

    @Override
    public boolean ignoresStaleLoads() {
        return false;
    }

    @Override
    public boolean sendsBatches() {
        return false;
    }

    private static boolean isLastIdle(NodeView view) {
        return view.sample().busy() + 1 == view.sample().workers();
    }

    private static List<Announcement> toAll(NodeView view, LoadState state, int butNotTo) {
        if (view.queueStack()) {
            return List.of();
        }
        List<Announcement> all = new ArrayList<>();
        for (int index = 0; index < view.neighbours().size(); index++) {
            if (index != butNotTo) {
                all.add(new Announcement(index, state));
            }
        }
        return all;
    }

    /** MODERATE to every neighbour with {@code ldsend}. */
    private static List<Announcement> moderateToUntold(NodeView view) {
        if (view.queueStack()) {
            return List.of();
        }
        List<Announcement> untold = new ArrayList<>();
        List<NeighbourView> neighbours = view.neighbours();
        for (int index = 0; index < neighbours.size(); index++) {
            if (neighbours.get(index).announced() != LoadState.MODERATE) {
                untold.add(new Announcement(index, LoadState.MODERATE));
            }
        }
        return untold;
    }
}
