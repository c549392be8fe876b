package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.MigrationLine;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;

/** The tasks of a node that gives them up: what has moved, and why the others are still there. */
final class LeavingTasks {
    private static final int MOST_TASKS = 1_000;

    private final Output output;
    private final String node;
    private final Set<MigrationLine> before = new LinkedHashSet<>();
    private final Map<String, MigrationLine> moved = new LinkedHashMap<>();

    /** Why each task stays that was seen to, by its id. */
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /** What was seen to run, by its id. */
    private final Map<String, TaskLine> seen = new LinkedHashMap<>();

    private List<TaskLine> left = List.of();
    private boolean awaited;

    /** Notes what has moved before. */
    LeavingTasks(Output output, String node, DaemonClient client) throws IOException {
        this.output = output;
        this.node = node;
        before.addAll(moves(client));
    }

    /** Asks once, and prints what is new. */
    void look(DaemonClient client) throws IOException {
        Query.Builder tasks = Query.newBuilder().setTopic(Topic.TOPIC_TASKS).setMost(MOST_TASKS);
        left =
                TaskLine.list(client.ask(tasks).getTasksList()).stream()
                        .filter(LeavingTasks::isThere)
                        .toList();
        for (TaskLine line : left) {
            String stays = line.task().getStays();
            if (!stays.isEmpty() && !stays.equals(reasons.put(line.task().getTask(), stays))) {
                output.line("  deferred " + words(line));
            }
        }
        running().forEach(line -> seen.put(line.task().getTask(), line));
        awaited = false;
        for (MigrationLine line : moves(client)) {
            boolean known = line.nanos().containsKey("file");
            boolean isNew = !before.contains(line) && !moved.containsKey(line.task());
            awaited |= isNew && !known;
            if (isNew && known) {
                moved.put(line.task(), line);
                output.line(
                        Numbers.format(
                                "  moved  %s: %,d bytes, suspended in %.1f ms, owner informed %.1f ms later",
                                line.task(),
                                line.bytes(),
                                line.nanos().getOrDefault("out", 0L) / 1e6,
                                line.nanos().getOrDefault("file", 0L) / 1e6));
            }
        }
    }

    /** What has left the node, also where its owner has not acknowledged that yet. */
    private List<MigrationLine> moves(DaemonClient client) throws IOException {
        Answers answers = client.ask(Query.newBuilder().setTopic(Topic.TOPIC_MIGRATIONS));
        return MigrationLine.list(answers.getMigrationsList()).stream()
                .filter(line -> line.from().equals(node))
                .toList();
    }

    /** Whether an owner has still to acknowledge that a task has left. */
    boolean isAwaited() {
        return awaited;
    }

    /** The tasks that were seen to run and that the node has stopped, each with the reason. */
    List<String> stopped(DaemonClient client) throws IOException {
        List<String> stopped = new ArrayList<>();
        for (TaskLine line : seen.values()) {
            if (moved.containsKey(line.task().getTask())) {
                continue;
            }
            TaskId task = TaskId.parse(line.task().getTask());
            Query.Builder question = StoryLine.question(task).setCluster(false);
            client.ask(question).getExplainList().stream()
                    .flatMap(story -> story.getStoryList().stream())
                    .filter(step -> step.getKind().equals("DROPPED"))
                    .map(step -> line.task().getTask() + ": " + step.getReason())
                    .reduce((_, last) -> last)
                    .ifPresent(stopped::add);
        }
        return stopped;
    }

    private static boolean isThere(TaskLine line) {
        return !line.task().getState().equals("DONE") && !line.task().getState().equals("AWAY");
    }

    /** What was there when it was asked last. */
    List<TaskLine> left() {
        return left;
    }

    private List<TaskLine> running() {
        return left.stream().filter(line -> line.task().getState().equals("RUNNING")).toList();
    }

    /** Why tasks were seen to stay, by their ids. */
    Map<String, String> reasons() {
        return reasons;
    }

    /** For JSON. */
    List<Map<String, Object>> movedFields() {
        return new ArrayList<>(moved.values().stream().map(MigrationLine::fields).toList());
    }

    /** A task with its kind, its state and what keeps it. */
    static String words(TaskLine line) {
        TasksAnswer.Task task = line.task();
        return "%s (%s, %s)%s"
                .formatted(
                        task.getTask(),
                        task.getKind(),
                        task.getState().toLowerCase(Locale.ROOT),
                        task.hasStays() ? ": " + task.getStays() : "");
    }
}
