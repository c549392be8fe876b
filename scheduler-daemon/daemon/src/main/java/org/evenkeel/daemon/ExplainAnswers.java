package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.TaskNow;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.TaskTraitsMapper;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.ExplainAnswer.Reason;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** What a node says of one task: its story, where it is now and why it does not run. */
record ExplainAnswers(
        NodeCore core, Workers workers, LongSupplier nanoClock, LongFunction<String> timeOfDay) {
    /** What the daemon knows of its workers beside the core. */
    interface Workers {
        /** Whether a task was given to a worker that has not started yet. */
        boolean waitsForWorker(TaskId task);

        /** Why no worker here may have what a job asks for; null if one may. */
        @Nullable String whyUnfit(Resources asked);
    }

    /**
     * The answer, without the name of the node.
     *
     * @throws IllegalArgumentException saying what is wrong with the question
     */
    ExplainAnswer.Builder of(Query query) {
        TaskId task = TaskIdMapper.toModel(query.getTask());
        TaskTraits own = core.traits(task);
        TaskTraits told = query.hasTraits() ? TaskTraitsMapper.toModel(query.getTraits()) : null;
        ExplainAnswer.Builder answer = ExplainAnswer.newBuilder().setTask(task.toString());
        answer.addAllStory(StorySteps.of(core.trace().story(task), timeOfDay));
        TaskTraits known = own == null ? told : own;
        TaskNow now = core.now(task, known, nanoClock.getAsLong());
        answer.setNow(now(now, ofWorkers(task, now, known)));
        if (own != null) {
            answer.setTraits(TaskTraitsMapper.toWire(own));
        }
        return answer;
    }

    /** What keeps it from running that only the daemon knows; null for nothing. */
    private @Nullable Reason ofWorkers(TaskId task, TaskNow now, @Nullable TaskTraits traits) {
        boolean runs = now.state().equals(HeldTask.State.RUNNING.name());
        boolean given = runs && workers.waitsForWorker(task);
        boolean ended = now.obstacles().stream().anyMatch(ExplainAnswers::hasEnded);
        boolean counts = !ended && (!runs || given);
        String unfit = counts && traits != null ? workers.whyUnfit(traits.resources()) : null;
        if (unfit != null) {
            return reason(WaitReason.UNFIT, unfit);
        }
        return given ? reason(WaitReason.WORKER_STARTING, "its worker is starting") : null;
    }

    private static boolean hasEnded(TaskNow.Obstacle each) {
        return each.reason() == WaitReason.ENDED || each.reason() == WaitReason.RESULT_SENT;
    }

    private static Reason reason(WaitReason reason, String words) {
        return Reason.newBuilder().setCode(reason.name()).setWords(words).build();
    }

    private static ExplainAnswer.Now.Builder now(TaskNow task, @Nullable Reason ofWorkers) {
        ExplainAnswer.Now.Builder now = ExplainAnswer.Now.newBuilder().setState(task.state());
        if (task.forNanos() != TaskNow.UNKNOWN) {
            now.setForNanos(task.forNanos());
        }
        TaskNow.Forecast expected = task.expected();
        if (expected != null && ofWorkers == null) {
            now.setExpectedNanos(expected.nanos())
                    .setSpreadNanos(expected.spreadNanos())
                    .setRuns(expected.runs());
        }
        List<TaskNow.Obstacle> obstacles = new ArrayList<>(task.obstacles());
        if (ofWorkers != null) {
            obstacles.removeIf(each -> each.reason() == WaitReason.HAS_ROOM);
        }
        obstacles.forEach(each -> now.addReasons(reason(each)));
        if (ofWorkers != null) {
            now.addReasons(ofWorkers);
        }
        task.linked().forEach(node -> now.addLinked(node.name()));
        task.elsewhere().forEach(each -> now.addElsewhere(reason(each)));
        return now;
    }

    private static Reason reason(TaskNow.Obstacle obstacle) {
        NodeId other = obstacle.other();
        return Reason.newBuilder()
                .setCode(obstacle.reason().name())
                .setWords(obstacle.words())
                .setCount(obstacle.count())
                .setOther(other == null ? "" : other.name())
                .build();
    }
}
