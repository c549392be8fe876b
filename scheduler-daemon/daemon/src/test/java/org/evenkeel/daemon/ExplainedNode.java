package org.evenkeel.daemon;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.evenkeel.daemon.peer.PeerQueries.NodeKnowledge;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** A core and what its daemon says of one task; its workers are as a test says. */
final class ExplainedNode implements NodeKnowledge, ExplainAnswers.Workers {
    static final long CLIENT = 99;

    final NodeCore core;
    private final String name;
    private final ExplainAnswers answers;
    boolean isStarting;
    @Nullable String unfit;
    private long now;

    ExplainedNode(String name, int workers) {
        this.name = name;
        NodeRef self = new NodeRef(new NodeId(name), 1, "127.0.0.1", 1);
        core =
                new NodeCore(
                        new NodeConfig(
                                self,
                                Policies.parse("auto").create(1),
                                new WorkerBusyLoad(),
                                2_000_000_000L,
                                3_000_000_000L,
                                NodeConfig.Limits.DEFAULT,
                                ProcessorQuotas.NONE,
                                NodeConfig.PhaseRole.NODE));
        on(new Event.SessionOpened(CLIENT, false));
        for (int slot = 0; slot < workers; slot++) {
            on(new Event.SlotOpened(slot, null));
        }
        answers = new ExplainAnswers(core, this, () -> now, nanos -> "T" + nanos);
    }

    void on(Event event) {
        core.handle(++now, event);
    }

    void submit(Task... tasks) {
        List<Submission> all = Arrays.stream(tasks).map(task -> new Submission(task, 1)).toList();
        on(new Event.TasksSubmitted(CLIENT, all));
    }

    static Task task(long number) {
        return task(number, Resources.NONE);
    }

    static Task task(long number, Resources resources) {
        TaskKind.Options options =
                new TaskKind.Options(
                        5,
                        0,
                        0,
                        TaskKind.Options.DEFAULT.durability(),
                        0,
                        false,
                        resources,
                        null,
                        0);
        TaskKind kind = new TaskKind(new JobId(7), "work", new Digest(1, 2, 3, 4), options);
        return new Task(new TaskId(CLIENT, number), kind, Payload.NONE, 1, null);
    }

    Answers answer(Query query) {
        return Answers.newBuilder().addExplain(answers.of(query).setNode(name)).build();
    }

    @Override
    public void answer(Query query, BiConsumer<Answers, @Nullable String> then) {
        then.accept(answer(query), null);
    }

    @Override
    public boolean waitsForWorker(TaskId task) {
        return isStarting;
    }

    @Override
    public @Nullable String whyUnfit(Resources asked) {
        return asked.isNone() ? null : unfit;
    }
}
