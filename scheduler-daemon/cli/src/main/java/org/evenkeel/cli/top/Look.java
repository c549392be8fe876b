package org.evenkeel.cli.top;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;

/**
 * A cluster at one moment, as its nodes told it.
 *
 * @param atNanos when, on the clock of this process
 * @param tasks those that have no outcome yet, each once
 * @param silent the nodes that did not answer, with the reason where it is known
 * @param moreJobs whether jobs exist that no node named
 * @param moreTasks whether tasks may exist that no node named
 */
public record Look(
        long atNanos,
        List<NodesAnswer> nodes,
        List<JobLine> jobs,
        List<TaskLine> tasks,
        SortedMap<String, String> silent,
        boolean moreJobs,
        boolean moreTasks) {

    /** Tasks that one node may name. */
    static final int MAX_TASKS_OF_NODE = 1_000;

    /** Tasks that all nodes of a large cluster may name, about. */
    private static final int MAX_TASKS = 10_000;

    private static final int MIN_TASKS_OF_NODE = 50;

    private static final String AWAY = "AWAY";
    private static final String DONE = "DONE";

    /**
     * Makes one of the answers to the three questions.
     *
     * @param most tasks for which each node was asked
     */
    static Look of(long atNanos, Answers nodes, Answers jobs, Answers tasks, int most) {
        SortedMap<String, String> silent = new TreeMap<>(NodeOrder.BY_NAME);
        for (Answers answers : List.of(nodes, jobs, tasks)) {
            answers.getSilentList().forEach(node -> silent.putIfAbsent(node, ""));
            answers.getRefusalsList()
                    .forEach(refusal -> silent.put(refusal.getNode(), refusal.getWhy()));
        }
        return new Look(
                atNanos,
                nodes.getNodesList(),
                JobLine.list(jobs.getJobsList()),
                tasks(tasks.getTasksList()),
                silent,
                jobs.getJobsList().stream().anyMatch(JobsAnswer::getMore),
                tasks.getTasksList().stream().anyMatch(node -> node.getTasksCount() >= most));
    }

    /** Asks one daemon, one question after the other. */
    public static Look ask(DaemonClient daemon, long atNanos) throws IOException {
        Answers nodes = daemon.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
        int most = most(nodes.getNodesCount());
        return of(
                atNanos,
                nodes,
                daemon.ask(DaemonClient.toAll(Topic.TOPIC_JOBS)),
                daemon.ask(DaemonClient.toAll(Topic.TOPIC_TASKS).setMost(most)),
                most);
    }

    /** The same without tasks, for a caller that shows none. */
    public static Look withoutTasks(DaemonClient daemon, long atNanos) throws IOException {
        return of(
                atNanos,
                daemon.ask(DaemonClient.toAll(Topic.TOPIC_NODES)),
                daemon.ask(DaemonClient.toAll(Topic.TOPIC_JOBS)),
                Answers.getDefaultInstance(),
                MAX_TASKS_OF_NODE);
    }

    /** Machines alone, as one daemon told of all. */
    public static Look ofMachines(long atNanos, Answers nodes) {
        Answers none = Answers.getDefaultInstance();
        return of(atNanos, nodes, none, none, MAX_TASKS_OF_NODE);
    }

    /** For how many tasks to ask each of so many nodes. */
    static int most(int nodes) {
        return Math.clamp(MAX_TASKS / Math.max(1, nodes), MIN_TASKS_OF_NODE, MAX_TASKS_OF_NODE);
    }

    /** Whether no node and no task is left out. */
    boolean isComplete() {
        return silent.isEmpty() && !moreTasks;
    }

    /** The owner of a task and its holder both have a record of it. */
    private static List<TaskLine> tasks(List<TasksAnswer> nodes) {
        Map<String, TaskLine> byId = new LinkedHashMap<>();
        for (TaskLine line : TaskLine.list(nodes)) {
            if (!line.task().getState().equals(DONE)) {
                byId.merge(line.task().getTask(), line, Look::nearer);
            }
        }
        return List.copyOf(byId.values());
    }

    private static TaskLine nearer(TaskLine one, TaskLine other) {
        return one.task().getState().equals(AWAY) ? other : one;
    }
}
