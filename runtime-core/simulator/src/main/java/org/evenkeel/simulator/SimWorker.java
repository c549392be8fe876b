package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.simulator.work.SimWork;
import org.jspecify.annotations.Nullable;

/**
 * A worker process: one task runs at a time, tasks that wait for others are parked, those whose
 * wait is over go before those sent ahead.
 */
final class SimWorker {

    /** What daemons take a move for before they have seen one: no time passes in workers. */
    static final long MOVE_NANOS = 100_000;

    private final SimCluster simCluster;
    private final SimNode node;
    private final SimWorkerPool pool;
    private final int slot;
    private final JobId job;
    private final long session;
    private final ArrayDeque<SimRun> queue = new ArrayDeque<>(2);
    private final ArrayDeque<SimRun> ready = new ArrayDeque<>(0);
    private final Map<Long, SimRun> waitsFor = new LinkedHashMap<>(0);
    private final List<SimRun> talking = new ArrayList<>(0);
    private @Nullable SimRun running;
    private long children;
    private long lastSaidNanos;
    private int unheard;
    private boolean dead;

    SimWorker(SimCluster simCluster, SimNode node, SimWorkerPool pool, int slot, JobId job) {
        this.simCluster = simCluster;
        this.node = node;
        this.pool = pool;
        this.slot = slot;
        this.job = job;
        this.session = simCluster.newSession();
    }

    int slot() {
        return slot;
    }

    JobId job() {
        return job;
    }

    /** Its number as submitter of what its tasks spawn. */
    long session() {
        return session;
    }

    boolean isRunning() {
        return running != null;
    }

    /** Tasks that would die with it, those included whose end the daemon has not heard of. */
    int tasks() {
        return all().size() + unheard;
    }

    void die() {
        dead = true;
    }

    /** Says something to the daemon: later perhaps, but in order. */
    private void say(Event event) {
        long takes = simCluster.network().localNanos();
        if (takes == 0) {
            heard(event);
            return;
        }
        lastSaidNanos = Math.max(lastSaidNanos, simCluster.now() + takes);
        simCluster
                .eventQueue()
                .at(
                        lastSaidNanos,
                        () -> {
                            if (!dead) {
                                heard(event);
                            }
                        });
    }

    private void heard(Event event) {
        if (event instanceof Event.TasksFinished) {
            unheard--;
        }
        node.handle(event);
    }

    // ---- Running

    void assign(Assignment assignment) {
        SimRun run = new SimRun(assignment, simCluster);
        queue.addLast(run);
        long takes = simCluster.network().localNanos();
        if (takes == 0) {
            next();
        } else {
            simCluster.eventQueue().after(takes, this::next);
        }
    }

    void next() {
        if (running != null || dead || pool.isFrozen()) {
            return;
        }
        SimRun run = ready.isEmpty() ? queue.pollFirst() : ready.pollFirst();
        if (run == null) {
            return;
        }
        running = run;
        SimWork work = run.record.work;
        if (!run.spawned && !run.waited) {
            run.record.starts++;
            simCluster.meter().executed();
            simCluster.checks().executed(node, run.what.task().id(), run.what.grant());
            if (run.doneNanos > 0) {
                TaskId task = run.what.task().id();
                say(new Event.TaskContinued(slot, new GrantedTask(task, run.what.grant()), 0));
            }
        }
        long left = run.spawned ? work.afterNanos() : work.beforeNanos() - run.doneNanos;
        left = run.isYetToWait() ? left / 2 : left;
        long nanos = node.runNanos(left);
        run.begunNanos = simCluster.now();
        run.takesNanos = run.isYetToWait() ? 2 * nanos : nanos;
        simCluster.eventQueue().after(nanos, () -> pool.unlessFrozen(() -> ran(run, nanos)));
    }

    private void ran(SimRun run, long nanos) {
        if (dead || running != run) {
            return;
        }
        long left = run.begunNanos + nanos - simCluster.now();
        if (left > 0) { // it was frozen meanwhile
            simCluster.eventQueue().after(left, () -> pool.unlessFrozen(() -> ran(run, nanos)));
            return;
        }
        node.ran(nanos);
        run.ranNanos += nanos;
        SimWork work = run.record.work;
        simCluster.observerCalls().ran(work, node.index, run.begunNanos);
        if (run.isYetToWait()) {
            run.doneNanos = work.beforeNanos() / 2;
            talk(run);
        } else if (!run.spawned && !work.children().isEmpty()) {
            run.spawned = true;
            spawn(run);
        } else if (run.record.failed < work.failures()) {
            run.record.failed++;
            simCluster.failedAttempt();
            finish(run, new Outcome(Outcome.Status.FAILED, null, "told to fail"), null);
        } else {
            TaskRecord.Result result =
                    new TaskRecord.Result(run.record.id, run.record.work.resultBytes());
            finish(run, Outcome.succeeded(result), null);
        }
    }

    private void spawn(SimRun run) {
        List<SimWork> works = run.record.work.children();
        List<Submission> submissions = new ArrayList<>(works.size());
        long[] numbers = new long[works.size()];
        TaskId last = Finish.NO_TAIL;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = ++children;
            last = new TaskId(session, numbers[i]);
            TaskRecord child = new TaskRecord(last, works.get(i), simCluster.now(), false);
            Task parent = run.what.task();
            submissions.add(
                    new Submission(
                            new Task(
                                    last,
                                    simCluster.kind(job, works.get(i)),
                                    child,
                                    works.get(i).weight(),
                                    parent.id()),
                            1));
            simCluster.spawned();
        }
        say(new Event.TasksSubmitted(session, submissions));
        if (run.record.work.tail()) {
            finish(run, new Outcome(Outcome.Status.SUCCEEDED, null, ""), last);
            return;
        }
        run.open = numbers.length;
        for (long number : numbers) {
            waitsFor.put(number, run);
        }
        running = null;
        say(new Event.TaskParked(slot, run.what.task().id(), session, numbers, false));
        next();
    }

    /** It was frozen for so long: what runs has done nothing meanwhile. */
    void stoodStill(long nanos) {
        SimRun run = running;
        if (run != null) {
            run.begunNanos += nanos;
        }
    }

    /** It waits for others of its job; what they do is not modelled, but for the time it takes. */
    private void talk(SimRun run) {
        run.waited = true;
        running = null;
        talking.add(run);
        say(new Event.TaskParked(slot, run.what.task().id(), session, new long[0], false));
        simCluster
                .eventQueue()
                .after(run.waitsNanos, () -> pool.unlessFrozen(() -> heardFromOthers(run)));
        next();
    }

    private void heardFromOthers(SimRun run) {
        if (!dead && talking.remove(run)) {
            say(new Event.TaskResumed(slot, run.what.task().id()));
            ready.addLast(run);
            next();
        }
    }

    private void finish(SimRun run, Outcome outcome, @Nullable TaskId tailChild) {
        run.done = true;
        if (running == run) {
            running = null;
        }
        Finish finish =
                new Finish(
                        run.what.task().id(),
                        run.what.grant(),
                        outcome,
                        run.ranNanos,
                        tailChild == null ? Finish.NO_TAIL : tailChild);
        unheard++;
        say(new Event.TasksFinished(slot, List.of(finish)));
        next();
    }

    // ---- What the daemon says

    void delivered(List<Delivery> deliveries) {
        long[] numbers = new long[deliveries.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = deliveries.get(i).number();
            childDone(numbers[i]);
        }
        say(new Event.OutcomesAcknowledged(session, numbers));
        next();
    }

    /** A child was not accepted: nothing will come of it. */
    void rejected(long number) {
        childDone(number);
        next();
    }

    private void childDone(long number) {
        SimRun parent = waitsFor.remove(number);
        if (parent != null && --parent.open == 0 && !parent.done) {
            ready.addLast(parent);
        }
    }

    /**
     * Returns what has not started, out of all workers of a slot. What is sent ahead is of one job:
     * its worker answers, and with it the answer is lost.
     */
    static void answerRecall(SimNode node, Effect.RecallTasks recall, List<SimWorker> inSlot) {
        List<GrantedTask> given = new ArrayList<>();
        List<GrantedTask> started = new ArrayList<>();
        SimWorker answers = inSlot.isEmpty() ? null : inSlot.getFirst();
        for (GrantedTask task : recall.tasks()) {
            boolean there = false;
            for (SimWorker worker : inSlot) {
                if (worker.queue.removeIf(run -> run.is(task))) {
                    there = true;
                    answers = worker;
                }
            }
            (there ? given : started).add(task);
        }
        Event answer = new Event.RecallAnswered(recall.slot(), given, started);
        if (answers == null) {
            node.handle(answer);
        } else {
            answers.say(answer);
        }
    }

    void stop(List<GrantedTask> tasks, String why) {
        for (GrantedTask task : tasks) {
            for (SimRun run : all()) {
                if (run.is(task) && !run.done) {
                    if (run == running) {
                        simCluster.meter().stopped(simCluster.now() - run.begunNanos);
                    }
                    queue.remove(run);
                    ready.remove(run);
                    talking.remove(run);
                    waitsFor.values().removeIf(waiting -> waiting == run);
                    finish(run, Outcome.cancelled(why), null);
                }
            }
        }
    }

    /**
     * Suspends tasks: those that run, have no children, and come to a checkpoint; and if they may
     * leave before their children, those that wait for them.
     */
    void suspend(List<GrantedTask> tasks, boolean withChildren) {
        for (GrantedTask task : tasks) {
            if (leavesTalking(task)) {
                continue;
            }
            SimRun parent = waiting(task);
            if (parent != null) {
                leave(parent, task, withChildren);
                continue;
            }
            SimRun run = running;
            if (run == null || run.done || !run.is(task)) {
                continue;
            }
            if (run.spawned || !simCluster.comesToCheckpoints(run.record)) {
                say(new Event.SuspensionDeferred(slot, task, "it has not reached a checkpoint"));
                continue;
            }
            long ran = simCluster.now() - run.begunNanos;
            node.ran(ran);
            run.ranNanos += ran;
            simCluster.observerCalls().ran(run.record.work, node.index, run.begunNanos);
            run.doneNanos = doneBy(run, ran);
            simCluster.meter().suspended();
            finish(
                    run,
                    Outcome.suspended(new TaskRecord.Checkpoint(run.record, run.doneNanos)),
                    null);
        }
    }

    /** One that waits for others of its job leaves at once, and does not wait where it resumes. */
    private boolean leavesTalking(GrantedTask task) {
        for (SimRun run : talking) {
            if (run.is(task) && simCluster.comesToCheckpoints(run.record)) {
                talking.remove(run);
                say(new Event.TaskResumed(slot, task.task()));
                finish(
                        run,
                        Outcome.suspended(new TaskRecord.Checkpoint(run.record, run.doneNanos)),
                        null);
                return true;
            }
        }
        return false;
    }

    private @Nullable SimRun waiting(GrantedTask task) {
        return waitsFor.values().stream()
                .filter(run -> run.is(task) && !run.done)
                .findFirst()
                .orElse(null);
    }

    /** It resumes elsewhere from behind its own work, and spawns its children there once more. */
    private void leave(SimRun parent, GrantedTask task, boolean withChildren) {
        if (!withChildren || !simCluster.comesToCheckpoints(parent.record)) {
            say(new Event.SuspensionDeferred(slot, task, "its children have not ended"));
            return;
        }
        long[] open =
                waitsFor.entrySet().stream()
                        .filter(one -> one.getValue() == parent)
                        .mapToLong(Map.Entry::getKey)
                        .toArray();
        for (long number : open) {
            waitsFor.remove(number);
        }
        long done = parent.record.work.beforeNanos();
        finish(parent, Outcome.suspended(new TaskRecord.Checkpoint(parent.record, done)), null);
        say(new Event.CancelRequested(session, open, "its parent resumes elsewhere"));
    }

    /** Makes checkpoints of tasks that run, have no children, and come to one; they run on. */
    void checkpoint(List<GrantedTask> tasks) {
        for (GrantedTask task : tasks) {
            SimRun run = running;
            if (run == null
                    || run.done
                    || !run.is(task)
                    || run.spawned
                    || !simCluster.comesToCheckpoints(run.record)) {
                continue;
            }
            long ran = simCluster.now() - run.begunNanos;
            Finish made =
                    new Finish(
                            task.task(),
                            task.grant(),
                            Outcome.checkpoint(
                                    new TaskRecord.Checkpoint(run.record, doneBy(run, ran))),
                            run.ranNanos + ran,
                            Finish.NO_TAIL);
            unheard++;
            say(new Event.TasksFinished(slot, List.of(made)));
        }
    }

    /** How much of its work is behind a task that has run so long since it began here. */
    private static long doneBy(SimRun run, long ranNanos) {
        double share = run.takesNanos == 0 ? 1 : (double) ranNanos / run.takesNanos;
        long left = run.record.work.beforeNanos() - run.doneNanos;
        return run.doneNanos + (long) (left * Math.min(1, share));
    }

    private List<SimRun> all() {
        List<SimRun> all = new ArrayList<>();
        if (running != null) {
            all.add(running);
        }
        all.addAll(queue);
        all.addAll(ready);
        all.addAll(talking);
        for (SimRun run : waitsFor.values()) {
            if (!all.contains(run)) {
                all.add(run);
            }
        }
        return all;
    }
}
