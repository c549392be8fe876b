package org.evenkeel.recorder.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the traces of all nodes: what to ask next, which records are new, which are missing.
 *
 * <p>Each record has a number, so that a question can be asked again at any time: an answer that
 * did not come is asked for again, and a record that came twice is taken once. Times are
 * microseconds since 1970. For one thread.
 */
public final class TraceFollower {

    /** Records of one node in an answer. */
    static final int MOST_OF_ONE = 8_192;

    /** Records of all nodes in an answer: about a third of what one may have. */
    static final int MOST_TOGETHER = 200_000;

    /** Fewer are not asked for, whatever is refused. */
    static final int FEWEST_OF_ONE = 64;

    /** Nodes whose positions are known, those that have left included. */
    static final int MAX_NODES = 10_000;

    /** Positions of earlier processes of one node that are known. */
    private static final int MAX_EARLIER = 4;

    /** A node that has not answered for so long is not named in questions. */
    private static final long NAMED_MICROS = 3_600_000_000L;

    private final Map<String, Followed> nodes = new LinkedHashMap<>();
    private int answered = 1;
    private int bound = MOST_OF_ONE;

    /** What is known of a node. */
    private static final class Followed {
        private Position now;
        private final List<Position> earlier = new ArrayList<>();
        private long heard;

        /** When it answered last, and everything was read; 0 if it has not. */
        private long answered;

        /** The newest row of its gaps says that it is silent. */
        private boolean isMissed;

        /** Perhaps an earlier recorder has said so. */
        private boolean isPerhapsMissed;

        Followed(Position now, long heard) {
            this.now = now;
            this.heard = heard;
        }

        @Nullable Position of(long incarnation) {
            for (Position each : earlier) {
                if (each.incarnation() == incarnation) {
                    return each;
                }
            }
            return null;
        }

        /** The position, with the time until which nothing is missing. */
        Position known() {
            Long time = now.time();
            return answered == 0 || time != null && time > answered
                    ? now
                    : new Position(now.incarnation(), now.next(), answered);
        }

        void change(Position to) {
            earlier.removeIf(each -> each.incarnation() == to.incarnation());
            earlier.add(now);
            if (earlier.size() > MAX_EARLIER) {
                earlier.removeFirst();
            }
            now = to;
        }
    }

    /**
     * What an answer brought.
     *
     * @param rows of records and of gaps
     * @param problems answers that were not taken, by node
     * @param more whether some node has more now
     */
    public record Taken(List<Row> rows, Map<String, String> problems, boolean more) {}

    /**
     * @param stored how far an earlier recorder came, by node: the newest node last, and of each
     *     node the newest process
     * @param now when this one begins
     */
    public TraceFollower(Map<String, List<Position>> stored, long now) {
        stored.entrySet().stream()
                .skip(Math.max(0, stored.size() - MAX_NODES))
                .forEach(entry -> know(entry.getKey(), entry.getValue(), now));
    }

    private void know(String node, List<Position> processes, long now) {
        if (!processes.isEmpty()) {
            Followed followed = new Followed(processes.getFirst(), now);
            processes.stream().skip(1).forEach(followed::change);
            followed.isPerhapsMissed = true;
            nodes.put(node, followed);
        }
    }

    /** What to ask next, of the whole cluster. */
    public Query.Builder question(long now) {
        Query.Builder query =
                Query.newBuilder()
                        .setTopic(Topic.TOPIC_TRACE)
                        .setCluster(true)
                        .setMost(
                                Math.min(bound, Math.max(FEWEST_OF_ONE, MOST_TOGETHER / answered)));
        nodes.forEach((node, followed) -> {
            if (now - followed.heard < NAMED_MICROS) {
                query.putFrom(node, followed.now.next());
            }
        });
        return query;
    }

    /** Takes an answer to the last question. */
    public Taken take(Answers answers, long now) {
        List<Row> rows = new ArrayList<>();
        Map<String, String> problems = new HashMap<>();
        boolean more = false;
        answered = Math.max(1, answers.getTraceCount());
        for (TraceAnswer answer : answers.getTraceList()) {
            try {
                more |= take(answer, rows, now);
            } catch (IllegalArgumentException e) {
                problems.put(answer.getNode(), "its answer is not kept: " + e.getMessage());
            }
        }
        boolean large = false;
        for (Answers.Refusal refusal : answers.getRefusalsList()) {
            large |= refusal.getWhy().contains("exceed");
            problems.put(refusal.getNode(), refusal.getWhy());
        }
        bound = large ? Math.max(FEWEST_OF_ONE, bound / 2) : Math.min(MOST_OF_ONE, bound * 2);
        return new Taken(rows, problems, more || large);
    }

    /** Takes the answer of one node; whether it has more now. */
    private boolean take(TraceAnswer answer, List<Row> rows, long now) {
        List<Row> read = TraceRows.of(answer);
        String node = answer.getNode();
        Followed followed = nodes.get(node);
        if (followed == null) {
            if (nodes.size() >= MAX_NODES) {
                nodes.values().removeIf(one -> now - one.heard > NodeWatch.FORGOTTEN_MICROS);
            }
            if (nodes.size() >= MAX_NODES) {
                throw new IllegalArgumentException(
                        "a recorder follows at most "
                                + MAX_NODES
                                + " nodes that have answered within a day");
            }
            followed = new Followed(new Position(answer.getIncarnation(), 0, null), now);
            nodes.put(node, followed);
        }
        followed.heard = now;
        if (followed.now.incarnation() != answer.getIncarnation()
                && !isOfNewProcess(followed, answer, rows, now)) {
            return true;
        }
        Position before = followed.now;
        followed.now = read(before, answer, read, rows, now);
        if (answer.getWritten() <= followed.now.next()) {
            followed.answered = now;
        }
        if (followed.isMissed || followed.isPerhapsMissed) {
            followed.isMissed = false;
            followed.isPerhapsMissed = false;
            if (answer.getFirst() <= before.next()) {
                rows.add(Gap.closed(now, node, before));
            }
        }
        return answer.getWritten() > followed.now.next() && followed.now.next() > before.next();
    }

    /**
     * Another process of the node answers.
     *
     * @return whether its answer can be taken; if not, it was asked for numbers of the former one
     */
    private static boolean isOfNewProcess(
            Followed followed, TraceAnswer answer, List<Row> rows, long now) {
        Position former = followed.now;
        rows.add(Gap.restarted(now, answer.getNode(), followed.known()));
        Position known = followed.of(answer.getIncarnation());
        followed.change(known == null ? new Position(answer.getIncarnation(), 0, null) : known);
        followed.isMissed = false;
        followed.isPerhapsMissed = false;
        return answer.getFirst() < former.next() || former.next() == 0;
    }

    private static Position read(
            Position before, TraceAnswer answer, List<Row> read, List<Row> rows, long now) {
        Long firstTime = read.isEmpty() ? null : time(read.getFirst());
        if (answer.getFirst() > before.next()) {
            rows.add(Gap.overwritten(now, answer.getNode(), before, answer.getFirst(), firstTime));
        }
        int known = Math.clamp(before.next() - answer.getFirst(), 0, read.size());
        rows.addAll(read.subList(known, read.size()));
        return new Position(
                before.incarnation(),
                Math.max(before.next(), answer.getNext()),
                read.isEmpty() ? before.time() : time(read.getLast()));
    }

    private static @Nullable Long time(Row record) {
        return (Long) record.get("time");
    }

    /** A node does not answer any more; the rows that say so. */
    public List<Row> missed(String node, long now) {
        Followed followed = nodes.get(node);
        if (followed == null || followed.isMissed) {
            return List.of();
        }
        followed.isMissed = true;
        return List.of(Gap.silent(now, node, followed.known()));
    }
}
