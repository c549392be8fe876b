package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskTraits;
import org.jspecify.annotations.Nullable;

/** What keeps tasks from running at a node, wherever they are; reads, changes nothing. */
record NodeRules(NodeDisplay node, boolean draining) {

    private static final TaskId ANY = new TaskId(0, 0);

    /**
     * What would keep a task from running here that is elsewhere; that a worker is idle if nothing
     * does.
     *
     * @param traits null if nothing is known of the task: then it counts as one of the last
     */
    List<Obstacle> ofNewcomer(@Nullable TaskTraits traits) {
        List<Obstacle> why = new ArrayList<>();
        add(traits == null ? null : like(traits), why);
        int waiting = traits == null ? node.waiting().size() : node.waiting().ahead(traits);
        int ahead = waiting + node.phaseTasks().size();
        if (ahead > 0) {
            why.add(behind(ahead));
        }
        if (node.foreignTasks().size() >= node.context().config.limits().held()) {
            why.add(new Obstacle(WaitReason.FULL, NodeCore.HOLDS_MAXIMUM));
        }
        if (node.hours().isOpen() && node.hours().isShut()) {
            why.add(new Obstacle(WaitReason.NOT_OPEN, "this node takes nothing for a moment"));
        }
        return orRoom(why);
    }

    /** A task like that, of another owner. */
    private HeldTask like(TaskTraits traits) {
        TaskKind.Options options =
                new TaskKind.Options(
                        traits.priority(),
                        0,
                        0,
                        TaskKind.Options.DEFAULT.durability(),
                        0,
                        false,
                        traits.resources(),
                        traits.node(),
                        0);
        TaskKind kind = new TaskKind(new JobId(0), traits.kind(), Digest.NONE, options);
        Task task = new Task(ANY, kind, Payload.NONE, 1, traits.spawned() ? ANY : null);
        NodeRef self = node.context().self;
        NodeRef another = new NodeRef(self.id(), self.incarnation() + 1, self.host(), self.port());
        return new HeldTask(task, Grant.first(1), 0, another);
    }

    /**
     * Adds what keeps a task from starting here.
     *
     * @param task null for any
     */
    void add(@Nullable HeldTask task, List<Obstacle> why) {
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

    /** Whether tasks can run here: what waits for no other reason is handed on else. */
    boolean canRunHere() {
        return node.hours().isOpen() && node.slots().workers() > 0;
    }

    static Obstacle behind(int ahead) {
        String words = ahead == 1 ? "1 task starts before it" : ahead + " tasks start before it";
        return new Obstacle(WaitReason.BEHIND, words, ahead, null);
    }

    static List<Obstacle> orRoom(List<Obstacle> why) {
        return why.isEmpty()
                ? List.of(new Obstacle(WaitReason.HAS_ROOM, "a worker is idle"))
                : List.copyOf(why);
    }
}
