package org.evenkeel.cli.query;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.LogsAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of a job or a task with all characters, some at a time. A job that has changed its
 * node may have a log at two: their lines are put together by time, each once, and those of a task
 * in its order.
 */
public final class LogReading {

    private DaemonClient client;
    private final Query.Builder question;
    private final Map<String, LoggedLine> last = new HashMap<>();
    private Answers answers = Answers.getDefaultInstance();
    private @Nullable String job;
    private boolean cut;
    private boolean more;

    private LogReading(DaemonClient client, Query.Builder question) {
        this.client = client.raw();
        this.question = question.setTopic(Topic.TOPIC_LOGS).setCluster(true);
    }

    /** The log of a job. */
    public static LogReading ofJob(DaemonClient client, long job) {
        return new LogReading(client, Query.newBuilder().setJob(job));
    }

    /** The log of a task. */
    public static LogReading ofTask(DaemonClient client, TaskId task) {
        return new LogReading(client, Query.newBuilder().setTask(TaskIdMapper.toWire(task)));
    }

    /** Has it ask this daemon from now on; it continues where it is. */
    public LogReading at(DaemonClient daemon) {
        client = daemon.raw();
        return this;
    }

    /**
     * Asks once; returns the next lines, none when there are no more now.
     *
     * @throws IOException also if nodes have more lines, and each of these gives none of them; the
     *     next question is the same then
     */
    public List<LoggedLine> next() throws IOException {
        Answers answered = client.ask(question);
        List<LogsAnswer> nodes =
                answered.getLogsList().stream().filter(LogReading::isReadable).toList();
        List<Deque<LoggedLine>> lines = new ArrayList<>();
        for (LogsAnswer node : nodes) {
            lines.add(lines(node));
        }
        List<LogsAnswer> unfinished = nodes.stream().filter(LogsAnswer::getMore).toList();
        more = unfinished.stream().anyMatch(this::moves);
        if (!more && !unfinished.isEmpty()) {
            throw new IOException(damaged(unfinished.stream().map(LogsAnswer::getNode).toList()));
        }
        answers = answered;
        for (LogsAnswer node : nodes) {
            job = node.getJob();
            cut |= node.getCut();
            question.putFrom(node.getNode(), node.getNext());
        }
        return merged(lines);
    }

    private static boolean isReadable(LogsAnswer node) {
        return node.getKnown() && node.getRefused().isEmpty();
    }

    private boolean moves(LogsAnswer node) {
        return node.getNext() != question.getFromOrDefault(node.getNode(), 0);
    }

    private static String damaged(List<String> nodes) {
        return ("node %s has more lines but gives none of them: its log is damaged there. Update "
                        + "its daemon: %s passes over such a place")
                .formatted(String.join(", ", nodes), Software.OWN.version());
    }

    private static Deque<LoggedLine> lines(LogsAnswer node) throws IOException {
        Deque<LoggedLine> lines = new ArrayDeque<>();
        for (LogsAnswer.Part part : node.getPartsList()) {
            for (LogsAnswer.Line line : part.getLinesList()) {
                lines.add(LoggedLine.of(node.getNode(), part, line));
            }
        }
        return lines;
    }

    private List<LoggedLine> merged(List<Deque<LoggedLine>> nodes) {
        List<LoggedLine> merged = new ArrayList<>();
        for (Deque<LoggedLine> first = first(nodes); first != null; first = first(nodes)) {
            LoggedLine line = first.remove();
            LoggedLine before = last.get(line.part().getTask());
            if (line.line().getNumber() == 0) {
                merged.add(line); // of a daemon, not counted
            } else if (before == null || line.isAfter(before)) {
                last.put(line.part().getTask(), line);
                merged.add(line);
            }
        }
        return merged;
    }

    private static @Nullable Deque<LoggedLine> first(List<Deque<LoggedLine>> nodes) {
        Deque<LoggedLine> first = null;
        for (Deque<LoggedLine> each : nodes) {
            if (!each.isEmpty()
                    && (first == null || each.element().at().isBefore(first.element().at()))) {
                first = each;
            }
        }
        return first;
    }

    /** What was answered last, for the nodes that are silent. */
    public Answers answers() {
        return answers;
    }

    /** Whether there was more when it asked last. */
    public boolean hasMore() {
        return more;
    }

    /** Whether some node has such a log. */
    public boolean isKnown() {
        return job != null;
    }

    /** The job whose log it is, as soon as a node that has it has answered. */
    public @Nullable String job() {
        return job;
    }

    /** Whether the beginning was deleted, or more than was read in time. */
    public boolean isCut() {
        return cut;
    }

    /** Why who asks may not read it; null if they may. */
    public @Nullable String refused() {
        return answers.getLogsList().stream()
                .map(LogsAnswer::getRefused)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
