package org.evenkeel.cli.top;

import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.TasksAnswer;

/** Answers of a cluster, and what is shown of them. */
final class Sample {
    static final long SECOND = 1_000_000_000L;
    static final String JOB = "3k7x0a9q2m4fz";

    private final Answers.Builder nodes = Answers.newBuilder();
    private final Answers.Builder jobs = Answers.newBuilder();
    private final Answers.Builder tasks = Answers.newBuilder();
    private int most = Look.MAX_TASKS_OF_NODE;

    /** A node that has been up for 100 seconds, and ran ten tasks. */
    static NodesAnswer.Builder node(String name, int busy, int workers) {
        NodesAnswer.Builder node =
                NodesAnswer.newBuilder()
                        .setNode(name)
                        .setIncarnation(1)
                        .setState(busy < workers ? "low" : "high")
                        .setBusy(busy)
                        .setWorkers(workers);
        return later(node, 100, 10);
    }

    /** The same node when it has been up for so long. */
    static NodesAnswer.Builder later(NodesAnswer.Builder node, int seconds, int run) {
        node.getTotalsBuilder().setRun(run);
        return node.setUptimeNanos(seconds * SECOND);
    }

    /** A node that is gone, as another one tells. */
    static NodesAnswer.Departure.Builder departure(String name, String since, String how) {
        return NodesAnswer.Departure.newBuilder().setNode(name).setSince(since).setHow(how);
    }

    static JobsAnswer.Job.Builder job(String job, String name, int succeeded, int open) {
        return JobsAnswer.Job.newBuilder()
                .setJob(job)
                .setName(name)
                .setSucceeded(succeeded)
                .setOpen(open);
    }

    static TasksAnswer.Task.Builder task(String id, String kind, String state, String where) {
        return TasksAnswer.Task.newBuilder()
                .setTask(id)
                .setKind(kind)
                .setState(state)
                .setWhere(where);
    }

    Sample node(NodesAnswer.Builder node) {
        nodes.addNodes(node);
        return this;
    }

    Sample jobs(String node, JobsAnswer.Builder answer) {
        jobs.addJobs(answer.setNode(node));
        return this;
    }

    Sample tasks(String node, TasksAnswer.Task.Builder... named) {
        TasksAnswer.Builder answer = TasksAnswer.newBuilder().setNode(node);
        for (TasksAnswer.Task.Builder task : named) {
            answer.addTasks(task);
        }
        tasks.addTasks(answer);
        return this;
    }

    Sample silent(String node, String why) {
        nodes.addSilent(node);
        if (!why.isEmpty()) {
            nodes.addRefusals(Answers.Refusal.newBuilder().setNode(node).setWhy(why));
        }
        return this;
    }

    /** Each node was asked for so many tasks. */
    Sample most(int tasksOfNode) {
        most = tasksOfNode;
        return this;
    }

    Look at(long seconds) {
        return Look.of(seconds * SECOND, nodes.build(), jobs.build(), tasks.build(), most);
    }

    /** Four machines of which one is silent, two jobs, five tasks. */
    static Sample office() {
        return office(100, 10);
    }

    /** The same when its machines have been up for so long, and the first one ran so many. */
    static Sample office(int seconds, int run) {
        NodesAnswer.Builder frozen = later(node("n4", 0, 4), seconds, 10);
        frozen.getHoursBuilder()
                .setOpen(true)
                .setOnHold(true)
                .setFrozen(true)
                .setUntil("2026-11-20T17:28:46Z")
                .setNotice("in use by its owner");
        NodesAnswer.Builder first = later(node("n1", 2, 2), seconds, run);
        first.setWaiting(1_200).setParked(1);
        first.getTotalsBuilder().setMovedToSave(3).setSavedNanos(12 * SECOND);
        return new Sample()
                .node(first)
                .node(later(node("n2", 1, 2), seconds, 10))
                .node(frozen)
                .silent("n3", "")
                .jobs(
                        "n1",
                        JobsAnswer.newBuilder()
                                .addJobs(job(JOB, "render", 120, 280).setFailed(4))
                                .addJobs(
                                        job("5c9d2b7r8w1qe", "", 0, 64)
                                                .setAdmission("waits")
                                                .setWhy("16 workers are not there yet")
                                                .setSubmitter("alice"))
                                .addCopies(
                                        JobsAnswer.Copies.newBuilder()
                                                .setJob(JOB)
                                                .setRunning(3)
                                                .setWaiting(277)))
                .tasks(
                        "n1",
                        task(JOB + "-1", "com.acme.Render", "RUNNING", "n1"),
                        task(JOB + "-2", "com.acme.Render", "AWAY", "n2"),
                        task(JOB + "-3", "com.acme.Render", "READY", "n1"),
                        task(JOB + "-10", "com.acme.Scene", "PARKED", "n1"),
                        task(JOB + "-4", "com.acme.Render", "DONE", ""),
                        task(JOB + "-5", "com.acme.Render", "AWAY", "n3"))
                .tasks("n2", task(JOB + "-2", "com.acme.Render", "RUNNING", "n2"));
    }

    static TopState state(Look... looks) {
        TopState state = new TopState(ZoneOffset.UTC);
        List.of(looks).forEach(look -> state.accept(new LookUpdate(look, "")));
        return state;
    }

    /** The whole screen as text, five seconds after the epoch of looks. */
    static String screen(TopState state, int columns, int rows) {
        return TopScreen.lines(state, columns, rows, 5 * SECOND).stream()
                .map(Line::text)
                .collect(Collectors.joining("\n"));
    }
}
