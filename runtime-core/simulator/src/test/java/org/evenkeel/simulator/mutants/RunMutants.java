package org.evenkeel.simulator.mutants;

import java.util.List;

/** Bugs of what runs and waits on one node. */
final class RunMutants {
    private static final String EXECUTION = "kernel/Execution";
    private static final String SLOTS = "kernel/Slots";

    private RunMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "park-wakes-nobody",
                        "a slot whose task waits for children starts nothing",
                        "I1",
                        EXECUTION,
                        "if (slots.park(slot, copy, open, event.any(), satisfied)) {"
                                + " slotFreed(slot);",
                        "if (slots.park(slot, copy, open, event.any(), satisfied)) {"),
                new Mutant(
                        "children-outlive-worker",
                        "children of a dead worker's tasks are kept",
                        "S14",
                        EXECUTION,
                        "ledger.close(event.session(), \"the worker of its parent task"
                                + " died\");",
                        ""),
                new Mutant(
                        "given-back-forgotten",
                        "a task that a worker gave back is not placed again",
                        "L1",
                        EXECUTION,
                        "place(copy, null); } if (freed",
                        "} if (freed"),
                new Mutant(
                        "stopped-still-waits",
                        "a stopped task goes on waiting",
                        "S11",
                        EXECUTION,
                        "case READY -> waiting.remove(copy);",
                        "case READY -> {}"),
                new Mutant(
                        "stopped-leaks",
                        "the bytes of a stopped task of another owner are kept",
                        "S11",
                        EXECUTION,
                        "stop(copy, why); context.out.release(copy.task);",
                        "stop(copy, why);"),
                new Mutant(
                        "loss-unsaid",
                        "the owner is not told that a worker died with its task",
                        "R2",
                        EXECUTION,
                        "context.out.send(copy.owner, new PeerMessage.Lost(copy.id(), copy.grant, diedRunning, why));",
                        ""),
                new Mutant(
                        "prefetched-dies-too",
                        "what was sent ahead to a worker is lost with it",
                        "L1",
                        SLOTS,
                        "tasks.addAll(slot.prefetched);",
                        ""),
                new Mutant(
                        "slot-stays-busy",
                        "a slot that has nothing to run counts as busy",
                        "S14",
                        SLOTS,
                        "countBusy(slot, -1); return false;",
                        "if (slot.parked.isEmpty()) { countBusy(slot, -1); } return false;"),
                new Mutant(
                        "one-child-is-enough",
                        "a parent is taken to go on at its first child's end",
                        "L1",
                        SLOTS,
                        "parked.any || parked.awaited.isEmpty()",
                        "parked.any || parked.awaited.size() <= 1"),
                new Mutant(
                        "parent-runs-uncounted",
                        "a parent that goes on in an idle slot is not counted as busy",
                        "I1",
                        SLOTS,
                        "countBusy(slot, 1); slot.next();",
                        "slot.next();"),
                new Mutant(
                        "removed-from-one-lane",
                        "a spawned task that waits cannot be taken out",
                        "S11",
                        "kernel/WaitingTasks",
                        "lane(task, lanes).byId.remove(task.id(), task)",
                        "(task.task.isSpawned() ? lanes.submitted : lane(task, lanes)).byId.remove(task.id(), task)"),
                new Mutant(
                        "bound-not-checked",
                        "a node takes more of other owners' tasks than its bound",
                        "S15",
                        "kernel/NodeCore",
                        "foreignTasks.size() >= context.config.limits().held()",
                        "foreignTasks.size() < 0"));
    }
}
