package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.session.QueryHandler;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions: about this node at once, about the cluster when every member has answered or
 * two seconds are over. The answer about the cluster is {@code {"answers":[...],"silent":["n3"]}},
 * each answer being what that node says of itself.
 */
public final class PeerQueries implements QueryHandler {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Questions to the cluster under way at a time. */
    private static final int MAX_OPEN = 256;

    /** Characters that one node answers, or that are kept here of all that is under way. */
    static final int MAX_CHARS = 4 << 20;

    private static final int MAX_KEPT_CHARS = 16 << 20;

    private final PeerLinks links;
    private final TimerSource timers;
    private final Answers answers;
    private final Map<Integer, Waiting> waiting = new HashMap<>();
    private int numbers;
    private int open;
    private long keptChars;

    /** What links tell of questions and answers. */
    interface Listener {
        void asked(Query query, Consumer<QueryReply> answer);

        void answered(QueryReply reply);
    }

    /** What this node knows of itself. */
    public interface Answers {
        /**
         * One JSON object.
         *
         * @throws IllegalArgumentException saying what is wrong with the question
         */
        String answer(String what, String argument);
    }

    /** Another node's answer, as far as it has come. */
    private record Waiting(Round round, String node, StringBuilder json) {}

    public PeerQueries(PeerLinks links, TimerSource timers, Answers answers) {
        this.links = links;
        this.timers = timers;
        this.answers = answers;
        links.askedBy(
                new Listener() {
                    @Override
                    public void asked(Query query, Consumer<QueryReply> answer) {
                        answer.accept(own(query));
                    }

                    @Override
                    public void answered(QueryReply reply) {
                        PeerQueries.this.answered(reply);
                    }
                });
    }

    @Override
    public void query(Query query, QueryOrigin queryOrigin) {
        QueryReply own = own(query);
        List<NodeRef> others = links.others();
        if (!query.getCluster() || !own.getError().isEmpty()) {
            queryOrigin.answer(own);
            return;
        }
        if (open >= MAX_OPEN) {
            queryOrigin.answer(error(query, "too many requests are under way"));
            return;
        }
        open++;
        Round round = new Round(query, queryOrigin, own.getJson());
        for (NodeRef other : others) {
            round.ask(other);
        }
        timers.after(LIMIT_NANOS, round::end);
        round.endIfComplete();
    }

    private QueryReply own(Query query) {
        try {
            String json = answers.answer(query.getWhat(), query.getArgument());
            if (json.length() > MAX_CHARS) {
                return error(query, "the answer exceeds " + MAX_CHARS + " characters");
            }
            return QueryReply.newBuilder().setId(query.getId()).setJson(json).setLast(true).build();
        } catch (IllegalArgumentException e) {
            return error(query, String.valueOf(e.getMessage()));
        }
    }

    private static QueryReply error(Query query, String why) {
        return QueryReply.newBuilder().setId(query.getId()).setError(why).setLast(true).build();
    }

    private void answered(QueryReply reply) {
        Waiting one = waiting.get(reply.getId());
        if (one == null) {
            return;
        }
        int more = reply.getJson().length();
        boolean tooLong =
                one.json().length() + more > MAX_CHARS || keptChars + more > MAX_KEPT_CHARS;
        if (tooLong || !reply.getError().isEmpty()) {
            forget(reply.getId());
            one.round().endIfComplete();
            return;
        }
        keptChars += more;
        one.json().append(reply.getJson());
        if (reply.getLast()) {
            waiting.remove(reply.getId());
            one.round().heard(reply.getId(), one.json().toString());
        }
    }

    /** What came of an answer that is not waited for any more. */
    private void forget(int number) {
        Waiting one = waiting.remove(number);
        if (one != null) {
            keptChars -= one.json().length();
        }
    }

    /** One question to every node. */
    private final class Round {
        private final Query query;
        private final QueryOrigin queryOrigin;
        private final List<String> heard = new ArrayList<>();
        private final Map<Integer, String> missing = new HashMap<>();
        private boolean over;

        Round(Query query, QueryOrigin queryOrigin, String own) {
            this.query = query;
            this.queryOrigin = queryOrigin;
            heard.add(own);
        }

        void ask(NodeRef other) {
            int number = ++numbers;
            missing.put(number, other.id().name());
            waiting.put(number, new Waiting(this, other.id().name(), new StringBuilder()));
            send(other, number);
        }

        /** A link may have to be opened first. */
        private void send(NodeRef other, int number) {
            if (over) {
                return;
            }
            @Nullable PeerLink link = links.linkFor(other);
            if (link == null) {
                timers.after(RETRY_NANOS, () -> send(other, number));
                return;
            }
            link.send(
                    Frame.newBuilder()
                            .setQuery(
                                    Query.newBuilder()
                                            .setId(number)
                                            .setWhat(query.getWhat())
                                            .setArgument(query.getArgument()))
                            .build());
        }

        void heard(int number, String json) {
            missing.remove(number);
            heard.add(json);
            endIfComplete();
        }

        void endIfComplete() {
            if (missing.isEmpty()) {
                end();
            }
        }

        void end() {
            if (over) {
                return;
            }
            over = true;
            open--;
            missing.keySet().forEach(PeerQueries.this::forget);
            keptChars -= heard.stream().skip(1).mapToLong(String::length).sum(); // own is not kept
            String silent =
                    String.join(
                            ",", missing.values().stream().map(name -> '"' + name + '"').toList());
            queryOrigin.answer(
                    QueryReply.newBuilder()
                            .setId(query.getId())
                            .setJson(
                                    "{\"answers\":["
                                            + String.join(",", heard)
                                            + "],\"silent\":["
                                            + silent
                                            + "]}")
                            .setLast(true)
                            .build());
        }
    }
}
