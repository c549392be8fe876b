package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/** One core, driven event by event, with the effects of the last event at hand. */
final class CoreFixture {
    static final long CLIENT = 99;
    static final long WORKER = 55;
    static final JobId JOB = new JobId(7);

    record Bytes(long sizeBytes) implements Payload {}

    final NodeRef self;
    final NodeCore core;
    List<Effect> effects = List.of();
    long now;

    CoreFixture(String name, int slots, NodeConfig.Limits limits) {
        this(name, slots, limits, ProcessorQuotas.NONE);
    }

    CoreFixture(String name, int slots, String policy) {
        this(name, slots, NodeConfig.Limits.DEFAULT, ProcessorQuotas.NONE, policy);
    }

    CoreFixture(String name, int slots, NodeConfig.Limits limits, ProcessorQuotas processors) {
        this(name, slots, limits, processors, "hybrid");
    }

    CoreFixture(
            String name,
            int slots,
            NodeConfig.Limits limits,
            ProcessorQuotas processors,
            String policy) {
        self = ref(name, 1);
        core =
                new NodeCore(
                        new NodeConfig(
                                self,
                                Policies.parse(policy).create(1),
                                new WorkerBusyLoad(),
                                2_000_000_000L,
                                3_000_000_000L,
                                limits,
                                processors,
                                NodeConfig.PhaseRole.NODE));
        on(new Event.SessionOpened(CLIENT, false));
        on(new Event.SessionOpened(WORKER, true));
        for (int slot = 0; slot < slots; slot++) {
            on(new Event.SlotOpened(slot, null));
        }
    }

    CoreFixture(String name, int slots) {
        this(name, slots, NodeConfig.Limits.DEFAULT);
    }

    static NodeRef ref(String name, long incarnation) {
        return new NodeRef(new NodeId(name), incarnation, "127.0.0.1", 1);
    }

    static TaskKind kind(int retries, Durability durability) {
        return new TaskKind(
                JOB,
                "work",
                new Digest(1, 2, 3, 4),
                new TaskKind.Options(5, retries, 0, durability, 0));
    }

    static Task task(long number) {
        return task(number, Durability.MEMORY);
    }

    static Task task(long number, Durability durability) {
        return new Task(new TaskId(CLIENT, number), kind(0, durability), new Bytes(10), 1, null);
    }

    /** One that a program takes itself. */
    static Task served(long number) {
        TaskKind kind = new TaskKind(JOB, "serve:work", Digest.NONE, TaskKind.Options.DEFAULT);
        return new Task(new TaskId(CLIENT, number), kind, new Bytes(10), 1, null);
    }

    /** One that its submitter wants at a certain node, null for anywhere. */
    static Task task(long origin, long number, @Nullable String wanted) {
        TaskKind.Options options =
                new TaskKind.Options(
                        5,
                        0,
                        0,
                        Durability.MEMORY,
                        0,
                        false,
                        Resources.NONE,
                        wanted == null ? null : new NodeId(wanted),
                        0);
        TaskKind kind = new TaskKind(JOB, "work", new Digest(1, 2, 3, 4), options);
        return new Task(new TaskId(origin, number), kind, new Bytes(10), 1, null);
    }

    static Task child(long number, TaskId parent) {
        return new Task(
                new TaskId(WORKER, number), kind(0, Durability.MEMORY), new Bytes(10), 1, parent);
    }

    void on(Event event) {
        effects = List.copyOf(core.handle(++now, event));
    }

    void submit(Task... tasks) {
        List<Submission> list = new ArrayList<>();
        for (Task task : tasks) {
            list.add(new Submission(task, 1));
        }
        on(new Event.TasksSubmitted(tasks[0].id().origin(), list));
    }

    void finish(int slot, TaskId task, Grant grant, Outcome outcome) {
        on(
                new Event.TasksFinished(
                        slot,
                        List.of(new Finish(task, grant, outcome, 10_000_000, Finish.NO_TAIL))));
    }

    void link(String peer, List<String> neighbours) {
        on(
                new Event.NeighboursSet(
                        neighbours.stream().map(NodeId::new).toList(), neighbours.size() + 1));
        on(new Event.PeerUp(ref(peer, 1)));
    }

    void hear(String from, PeerMessage peerMessage) {
        on(new Event.MessageReceived(new NodeId(from), peerMessage));
    }

    void hearLow(String from, long seq, long received) {
        hear(from, new PeerMessage.Load(LoadState.LOW, seq, received, 0, 0, 1, 1, 0));
    }

    static PeerMessage.Offer offer(long batch, Task task, Grant grant, int hop, NodeRef owner) {
        return new PeerMessage.Offer(
                1, batch, 0, List.of(new OfferedTask(task, grant, hop, owner)), null);
    }

    static GrantedTask granted(Task task, int number) {
        return new GrantedTask(task.id(), new Grant(1, number));
    }

    // ---- What the last event caused

    <T extends Effect> List<T> all(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<Assignment> started() {
        return all(Effect.StartTasks.class).stream().flatMap(s -> s.tasks().stream()).toList();
    }

    List<GrantedTask> askedToSuspend() {
        return all(Effect.SuspendTasks.class).stream()
                .flatMap(one -> one.tasks().stream())
                .toList();
    }

    List<Delivery> delivered(long session) {
        return all(Effect.Deliver.class).stream()
                .filter(d -> d.session() == session)
                .flatMap(d -> d.deliveries().stream())
                .toList();
    }

    <T extends PeerMessage> @Nullable T sent(Class<T> type) {
        return all(Effect.Send.class).stream()
                .map(Effect.Send::peerMessage)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
