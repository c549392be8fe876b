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

    private final DaemonClient client;
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

    /**
     * Asks once; returns the next lines, none when there are no more now.
     *
     * @throws IOException also if nodes have more lines, and each of these gives none of them
     */
    public List<LoggedLine> next() throws IOException {
        answers = client.ask(question);
        List<Deque<LoggedLine>> nodes = new ArrayList<>();
        List<String> stuck = new ArrayList<>();
        more = false;
        for (LogsAnswer node : answers.getLogsList()) {
            if (node.getKnown() && node.getRefused().isEmpty()) {
                job = node.getJob();
                cut |= node.getCut();
                boolean moves = node.getNext() != question.getFromOrDefault(node.getNode(), 0);
                more |= node.getMore() && moves;
                if (node.getMore() && !moves) {
                    stuck.add(node.getNode());
                }
                question.putFrom(node.getNode(), node.getNext());
                nodes.add(lines(node));
            }
        }
        if (!more && !stuck.isEmpty()) {
            throw new IOException(damaged(stuck));
        }
        return merged(nodes);
    }

    private static String damaged(List<String> nodes) {
        return "node "
                + String.join(", ", nodes)
                + " has more lines but gives none of them: its log is damaged there. Update its "
                + "daemon: "
                + Software.OWN.version()
                + " passes over such a place";
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
