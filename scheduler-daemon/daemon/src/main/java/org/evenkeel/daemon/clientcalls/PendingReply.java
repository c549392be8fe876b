package org.evenkeel.daemon.clientcalls;

import java.util.function.Consumer;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;

/**
 * A question and who is to hear its answer, once.
 *
 * @param ask as it came, with its job
 */
record PendingReply(FileAsk ask, Consumer<FileAnswer> asker) implements ClientCallRouter.LogAsker {

    /** As the client's and the worker's {@code FileReply.Problem}. */
    static final int AWAY = 1;

    static final int STALE = 2;
    static final int OTHER = 10;

    private static final int HEAP_BYTES = 512;

    JobId job() {
        return new JobId(ask.getJob());
    }

    TaskId task() {
        return new TaskId(ask.getTask().getOrigin(), ask.getTask().getNumber());
    }

    Grant grant() {
        Granted task = ask.getTask();
        return new Grant(task.getEpoch(), task.getGrant());
    }

    /** Whether it may have to wait for what another task does. */
    boolean waits() {
        return ask.getTalk().getWaits();
    }

    /** Whether it is a part of a log, for the node that has the job. */
    boolean isLog() {
        return ask.hasLog();
    }

    /** It is done. */
    @Override
    public void done() {
        asker.accept(answer(FileAnswer.getDefaultInstance()));
    }

    /** It cannot be done, and need not be asked again. */
    @Override
    public void failed(String why) {
        asker.accept(problem(OTHER, why));
    }

    /** What it takes here, bytes. */
    long cost() {
        return (long) ask.getSerializedSize() + HEAP_BYTES;
    }

    /** Who has to answer could not be asked; the worker asks again. */
    @Override
    public void away(String why) {
        asker.accept(problem(AWAY, why));
    }

    /** The same; this node was the wrong one to ask. */
    void notHere(String why) {
        asker.accept(problem(AWAY, why).toBuilder().setNotHere(true).build());
    }

    /** The copy of the task was given up, or has ended. */
    void over() {
        asker.accept(
                problem(
                        STALE,
                        "grant %s is over: the task has ended or was resumed elsewhere"
                                .formatted(grant())));
    }

    private FileAnswer problem(int problem, String why) {
        return answer(FileAnswer.newBuilder().setProblem(problem).setWhy(why).build());
    }

    /** Passes an answer on. */
    void answered(FileAnswer answer) {
        asker.accept(answer(answer));
    }

    private FileAnswer answer(FileAnswer answer) {
        return answer.toBuilder()
                .setTask(ask.getTask())
                .setNumber(ask.getNumber())
                .setRoute(ask.getRoute())
                .setNotHere(false)
                .build();
    }
}
