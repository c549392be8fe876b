package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.model.submission.OpenSubmission;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.model.submission.SubmissionMachine;
import org.evenkeel.model.submission.SubmissionOutput;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated program has submitted and not yet got back: the machine that programs have,
 * without a bound of its window. Its effects are events for the daemon of the moment, which wait
 * here until they are sent.
 */
final class SimSubmissions implements SubmissionOutput<SimSubmissions.Open> {

    /** An open task. */
    static final class Open extends OpenSubmission {
        private final Task task;

        private Open(Task task) {
            super(task.kind().options().durability() != Durability.MEMORY);
            this.task = task;
        }

        private TaskId id() {
            return task.id();
        }

        /** It as the simulation knows it. */
        TaskRecord record() {
            return (TaskRecord) task.payload();
        }
    }

    private final long session;
    private final Consumer<TaskId> abandoned;
    private final SubmissionMachine<Open> machine = new SubmissionMachine<>(this);
    private final ArrayDeque<Event> events = new ArrayDeque<>(0);

    /** Of the next event. */
    private List<Submission> together = new ArrayList<>(0);

    private boolean heir;

    /**
     * @param abandoned takes tasks for which no outcome will come
     */
    SimSubmissions(long session, Consumer<TaskId> abandoned) {
        this.session = session;
        this.abandoned = abandoned;
        machine.window(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    // ---- What happens

    /** The id of the task that is submitted next. */
    TaskId nextId() {
        return new TaskId(session, machine.lastNumber() + 1);
    }

    void submit(Task task) {
        machine.submit(new Open(task), 0);
    }

    /**
     * There is a connection.
     *
     * @param returns whether the daemon is told when all that it needs again has left
     * @param asHeir whether this is another process than the one that submitted
     */
    void attached(SessionContinuity continuity, boolean returns, boolean asHeir) {
        heir = asHeir;
        machine.attached(continuity, returns);
    }

    /** The connection is gone, with what was to be sent. */
    void detached() {
        machine.detached();
        events.clear();
        together = new ArrayList<>(0);
    }

    void accepted(long upTo) {
        machine.accepted(upTo);
    }

    /** The outcome of this task came; {@link #acknowledge} follows. */
    void ended(long number) {
        machine.outcome(number);
    }

    void acknowledge() {
        machine.acknowledge();
    }

    /** The program lives without this open task. */
    void giveUp(TaskId id) {
        machine.rejected(id.number());
        abandoned.accept(id);
    }

    /** The same for all of these. */
    void giveUp(Predicate<TaskId> which) {
        open().stream().filter(which).forEach(this::giveUp);
    }

    /** Wants the first of its open tasks stopped. */
    void cancelFirst(int count, String why) {
        machine.cancel(machine.open().subList(0, count), why);
    }

    // ---- Effects

    /** Takes what is to be sent next; null when there is nothing. */
    @Nullable Event next() {
        if (events.isEmpty()) {
            endSubmission();
        }
        return events.pollFirst();
    }

    private void endSubmission() {
        if (!together.isEmpty()) {
            events.addLast(new Event.TasksSubmitted(session, together));
            together = new ArrayList<>(0);
        }
    }

    private void add(Event event) {
        endSubmission();
        events.addLast(event);
    }

    @Override
    public void submit(Open open) {
        together.add(new Submission(open.task, open.epoch()));
    }

    @Override
    public void acknowledge(long[] numbers, int count) {
        add(new Event.OutcomesAcknowledged(session, Arrays.copyOf(numbers, count)));
    }

    @Override
    public void cancel(List<Open> tasks, String why) {
        long[] numbers = tasks.stream().mapToLong(Open::number).toArray();
        add(new Event.CancelRequested(session, numbers, why));
    }

    @Override
    public void submittedAgain(long upTo) {
        add(new Event.SubmittedAgain(session, upTo, heir));
    }

    @Override
    public void dropped(Open open) {
        abandoned.accept(open.id());
    }

    @Override
    public void lost(Open open) {
        abandoned.accept(open.id());
    }

    // ---- Questions

    /** An open task as the simulation knows it; null when it is not open. */
    @Nullable TaskRecord record(long number) {
        Open open = machine.open(number);
        return open == null ? null : open.record();
    }

    /** The ids of the open tasks, in the order of their numbers. */
    List<TaskId> open() {
        return machine.open().stream().map(Open::id).toList();
    }

    int openTasks() {
        return machine.openTasks();
    }

    /** Every task up to this number that was not rejected is accepted. */
    long acceptedUpTo() {
        return machine.acceptedUpTo();
    }
}
