package org.evenkeel.daemon.peer;

import com.fasterxml.jackson.jr.ob.JSON;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.session.QueryHandler;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions: about this node at once, about the cluster when every member has answered or
 * two seconds are over. A build without {@code TYPED_ANSWERS} asks in text and gets JSON, that of a
 * cluster as {@code {"answers":[...],"silent":["n3"]}}.
 */
public final class PeerQueries implements QueryHandler {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long FIND_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Questions to the cluster under way at a time. */
    private static final int MAX_OPEN = 256;

    /** Bytes that one node answers, or that are kept here of all that is under way. */
    static final int MAX_BYTES = 4 << 20;

    private static final int MAX_KEPT_BYTES = 16 << 20;

    /** Characters that are kept of why a node does not answer. */
    private static final int MAX_WHY = 300;

    private final PeerLinks links;
    private final TimerSource timers;
    private final NodeKnowledge knowledge;
    private final Map<Integer, PendingAnswer> waiting = new HashMap<>();
    private int numbers;
    private int open;
    private long keptBytes;

    /** What links tell of questions and answers. */
    interface Listener {
        void asked(Query query, Consumer<QueryReply> answer);

        void answered(QueryReply reply);
    }

    /** What this node knows of itself. */
    public interface NodeKnowledge {
        /**
         * Answers at once, or when the disk has.
         *
         * @param then hears it on the event loop, once, with what is wrong with the question, or
         *     null
         */
        void answer(Query query, BiConsumer<Answers, @Nullable String> then);
    }

    /** Another node's answer, as far as it has come. */
    private record PendingAnswer(Round round, String node, AnswerAssembly answer) {}

    public PeerQueries(PeerLinks links, TimerSource timers, NodeKnowledge knowledge) {
        this.links = links;
        this.timers = timers;
        this.knowledge = knowledge;
        links.askedBy(
                new Listener() {
                    @Override
                    public void asked(Query query, Consumer<QueryReply> answer) {
                        query(query.toBuilder().clearCluster().build(), answer::accept);
                    }

                    @Override
                    public void answered(QueryReply reply) {
                        PeerQueries.this.answered(reply);
                    }
                });
    }

    @Override
    public void query(Query asked, QueryOrigin queryOrigin) {
        Query query;
        try {
            query = Questions.typed(asked);
        } catch (IllegalArgumentException e) {
            queryOrigin.answer(error(asked, String.valueOf(e.getMessage())));
            return;
        }
        knowledge.answer(
                query,
                (own, wrong) -> {
                    if (wrong != null) {
                        queryOrigin.answer(error(asked, wrong));
                    } else if (own.getSerializedSize() > MAX_BYTES) {
                        String why = "the answer exceeds " + MAX_BYTES + " bytes";
                        queryOrigin.answer(error(asked, why));
                    } else {
                        answer(asked, query, own, queryOrigin);
                    }
                });
    }

    private void answer(Query asked, Query query, Answers own, QueryOrigin queryOrigin) {
        if (!query.getCluster()) {
            queryOrigin.answer(reply(asked, query, own));
            return;
        }
        if (open >= MAX_OPEN) {
            queryOrigin.answer(error(asked, "too many requests are under way"));
            return;
        }
        new Round(
                        query,
                        own,
                        PeerQueries::hasFoundTask,
                        answers -> queryOrigin.answer(reply(asked, query, answers)))
                .begin(LIMIT_NANOS);
    }

    /** A task runs at one node at most. */
    private static boolean hasFoundTask(Answers answer) {
        return answer.getStackList().stream()
                .anyMatch(one -> one.getThreadsCount() > 0 || !one.getRefused().isEmpty());
    }

    /**
     * Asks this node and then every other, until an answer is enough or 0.7 s are over.
     *
     * @param then hears what was answered, on the event loop, once
     */
    public void find(Query query, Predicate<Answers> enough, Consumer<Answers> then) {
        knowledge.answer(
                query,
                (own, wrong) -> {
                    if (enough.test(own) || open >= MAX_OPEN) {
                        then.accept(own);
                    } else {
                        new Round(query, own, enough, then).begin(FIND_LIMIT_NANOS);
                    }
                });
    }

    /** In the form in which it was asked: typed, or as text and JSON. */
    private static QueryReply reply(Query asked, Query query, Answers answers) {
        QueryReply.Builder reply = QueryReply.newBuilder().setId(asked.getId()).setLast(true);
        return asked.getTopicValue() != 0
                ? reply.setAnswers(answers.toByteString()).build()
                : reply.setJson(json(query, answers)).build();
    }

    private static String json(Query query, Answers answers) {
        FieldDescriptor field =
                Answers.getDescriptor().findFieldByNumber(query.getTopic().getNumber());
        List<?> nodes =
                (List<?>) MessageJson.fields(answers).getOrDefault(field.getJsonName(), List.of());
        Map<String, Object> cluster = new LinkedHashMap<>();
        cluster.put("answers", nodes);
        cluster.put("silent", answers.getSilentList());
        try {
            return JSON.std.asString(query.getCluster() ? cluster : nodes.getFirst());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static QueryReply error(Query query, String why) {
        return QueryReply.newBuilder().setId(query.getId()).setError(why).setLast(true).build();
    }

    private void answered(QueryReply reply) {
        PendingAnswer one = waiting.get(reply.getId());
        if (one == null) {
            return;
        }
        if (!reply.getError().isEmpty()) {
            forget(reply.getId());
            one.round().onRefusal(reply.getId(), reply.getError());
            return;
        }
        int before = one.answer().size();
        int more = reply.getAnswers().size() + reply.getJson().length();
        try {
            if (before + more > MAX_BYTES || keptBytes + more > MAX_KEPT_BYTES) {
                throw new IOException("too long");
            }
            Answers answers = one.answer().add(reply);
            keptBytes += more;
            if (answers != null) {
                waiting.remove(reply.getId());
                one.round().onAnswer(reply.getId(), answers, one.answer().size());
            }
        } catch (IOException e) { // it counts as silent
            keptBytes += one.answer().size() - before;
            forget(reply.getId());
            one.round().endIfComplete();
        }
    }

    /** What came of an answer that is not waited for any more. */
    private void forget(int number) {
        PendingAnswer one = waiting.remove(number);
        if (one != null) {
            keptBytes -= one.answer().size();
        }
    }

    /** One question to every node, until an answer is enough. */
    private final class Round {
        private final Query query;
        private final Predicate<Answers> enough;
        private final Consumer<Answers> listener;
        private final Answers.Builder answers;
        private final Map<Integer, String> missing = new HashMap<>();
        private long kept;
        private boolean over;

        Round(Query query, Answers own, Predicate<Answers> enough, Consumer<Answers> listener) {
            this.query = query;
            this.enough = enough;
            this.listener = listener;
            this.answers = own.toBuilder();
        }

        void begin(long limitNanos) {
            open++;
            if (enough.test(answers.build())) {
                end(List.of());
                return;
            }
            for (NodeRef other : links.others()) {
                ask(other);
            }
            timers.after(limitNanos, () -> end(missing.values()));
            endIfComplete();
        }

        private void ask(NodeRef other) {
            int number = ++numbers;
            missing.put(number, other.id().name());
            waiting.put(
                    number,
                    new PendingAnswer(
                            this, other.id().name(), new AnswerAssembly(query.getTopic())));
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
            Query one = query.toBuilder().setId(number).clearCluster().build();
            link.send(
                    Frame.newBuilder()
                            .setQuery(Questions.to(link.software().features(), one))
                            .build());
        }

        void onAnswer(int number, Answers answer, int bytes) {
            missing.remove(number);
            kept += bytes;
            answers.mergeFrom(answer);
            if (enough.test(answer)) {
                end(List.of());
            } else {
                endIfComplete();
            }
        }

        /** It counts as silent too: an earlier version that asks knows only that. */
        void onRefusal(int number, String why) {
            String node = String.valueOf(missing.remove(number));
            answers.addSilent(node)
                    .addRefusals(
                            Answers.Refusal.newBuilder()
                                    .setNode(node)
                                    .setWhy(why.substring(0, Math.min(why.length(), MAX_WHY))));
            endIfComplete();
        }

        void endIfComplete() {
            if (missing.isEmpty()) {
                end(List.of());
            }
        }

        private void end(Collection<String> silent) {
            if (over) {
                return;
            }
            over = true;
            open--;
            keptBytes -= kept;
            missing.keySet().forEach(PeerQueries.this::forget);
            listener.accept(answers.addAllSilent(silent).build());
        }
    }
}
