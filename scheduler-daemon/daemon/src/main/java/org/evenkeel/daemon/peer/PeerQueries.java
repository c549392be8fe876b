package org.evenkeel.daemon.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.session.QueryHandler;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions: about this node at once, about the cluster when every member has answered or
 * two seconds are over. A build without {@code TYPED_ANSWERS} asks in text and gets JSON.
 */
public final class PeerQueries implements QueryHandler {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long FIND_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Questions to the cluster under way at a time, and those of one connection. */
    private static final int MAX_OPEN = 256;

    static final int MAX_OPEN_OF_ONE = 32;

    /** Bytes of answers that are kept here of all that is under way, this node's included. */
    static final int MAX_KEPT_BYTES = 16 << 20;

    /** Characters that are kept of why a node does not answer. */
    private static final int MAX_WHY = 300;

    private final Others others;
    private final TimerSource timers;
    private final NodeKnowledge knowledge;
    private final Map<Integer, PendingAnswer> waiting = new HashMap<>();

    /** Questions to the cluster under way, by the connection over which they came. */
    private final Map<Object, Integer> openOf = new HashMap<>();

    private int numbers;
    private int open;
    private long keptBytes;

    /** The other daemons. */
    interface Others {
        /** Every other node known of. */
        List<NodeRef> others();

        /** Asks one; false while no link to it is up, which is then opened. */
        boolean ask(NodeRef other, Query query);

        /** Who hears of questions and answers of others. */
        void askedBy(Listener listener);
    }

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
    private record PendingAnswer(Round round, AnswerAssembly answer) {}

    public PeerQueries(PeerLinks links, TimerSource timers, NodeKnowledge knowledge) {
        this((Others) links, timers, knowledge);
    }

    PeerQueries(Others others, TimerSource timers, NodeKnowledge knowledge) {
        this.others = others;
        this.timers = timers;
        this.knowledge = knowledge;
        others.askedBy(
                new Listener() {
                    @Override
                    public void asked(Query query, Consumer<QueryReply> answer) {
                        Query one = query.toBuilder().clearCluster().build();
                        askSelf(
                                one,
                                answer::accept,
                                (typed, own) -> answer.accept(reply(one, typed, partOfPeer(own))));
                    }

                    @Override
                    public void answered(QueryReply reply) {
                        PeerQueries.this.answered(reply);
                    }
                });
    }

    @Override
    public void query(Query asked, Object connection, QueryOrigin queryOrigin) {
        askSelf(
                asked,
                queryOrigin,
                (query, own) -> {
                    if (query.getCluster()) {
                        askOthers(asked, query, part(own), connection, queryOrigin);
                    } else {
                        queryOrigin.answer(reply(asked, query, own));
                    }
                });
    }

    /**
     * Asks this node.
     *
     * @param then hears the typed question and the answer, unless there is none
     */
    private void askSelf(Query asked, QueryOrigin queryOrigin, BiConsumer<Query, Answers> then) {
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
                    } else if (own.getSerializedSize() > WireLimits.MAX_ANSWER_BYTES) {
                        String why = "the answer exceeds " + WireLimits.MAX_ANSWER_BYTES + " bytes";
                        queryOrigin.answer(error(asked, why));
                    } else {
                        then.accept(query, own);
                    }
                });
    }

    /**
     * An answer as a part of that of a cluster. Its nodes do not name all others: the answer would
     * grow with the square of their number.
     */
    private static Answers part(Answers own) {
        return without(own, NodesAnswer.Builder::clearMembers);
    }

    /** The same of another node, which does not repeat what this one tells of nodes that left. */
    private static Answers partOfPeer(Answers own) {
        return without(own, node -> node.clearMembers().clearDeparted());
    }

    private static Answers without(Answers own, Consumer<NodesAnswer.Builder> clear) {
        if (own.getNodesCount() == 0) {
            return own;
        }
        Answers.Builder part = own.toBuilder();
        part.getNodesBuilderList().forEach(clear);
        return part.build();
    }

    private void askOthers(
            Query asked, Query query, Answers own, Object connection, QueryOrigin queryOrigin) {
        if (openOf.getOrDefault(connection, 0) >= MAX_OPEN_OF_ONE) {
            String why = "more than " + MAX_OPEN_OF_ONE + " requests of one connection";
            queryOrigin.answer(error(asked, why + " are under way; try again"));
        } else if (!hasRoom(own)) {
            queryOrigin.answer(error(asked, "too many requests are under way; try again"));
        } else {
            openOf.merge(connection, 1, Integer::sum);
            askOthers(
                    query,
                    own,
                    answers -> {
                        openOf.computeIfPresent(connection, (_, n) -> n > 1 ? n - 1 : null);
                        queryOrigin.answer(reply(asked, query, answers));
                    });
        }
    }

    /**
     * Asks them; those a second time that did not know the task, once another one has told of it.
     */
    private void askOthers(Query query, Answers own, Consumer<Answers> then) {
        Query first = TaskQuestions.telling(query, own);
        List<NodeRef> asked = TaskQuestions.named(query, others.others());
        Consumer<Answers> listener =
                answers -> {
                    Query again = TaskQuestions.telling(first, answers);
                    if (again.equals(first)) {
                        then.accept(answers);
                    } else {
                        askAgain(again, TaskQuestions.unknowing(answers, asked), answers, then);
                    }
                };
        new Round(first, asked, LIMIT_NANOS, own, PeerQueries::hasFoundTask, listener).begin();
    }

    /** Asks these nodes and this one, which did not know the task either. */
    private void askAgain(
            Query again, List<NodeRef> nodes, Answers before, Consumer<Answers> then) {
        knowledge.answer(
                again,
                (own, wrong) ->
                        new Round(
                                        again,
                                        nodes,
                                        FIND_LIMIT_NANOS,
                                        before.toBuilder().mergeFrom(own).build(),
                                        PeerQueries::hasFoundTask,
                                        answers -> then.accept(TaskQuestions.latest(answers)))
                                .begin());
    }

    private boolean hasRoom(Answers own) {
        return open < MAX_OPEN && keptBytes + own.getSerializedSize() <= MAX_KEPT_BYTES;
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
                    if (enough.test(own) || !hasRoom(own)) {
                        then.accept(own);
                    } else {
                        new Round(query, others.others(), FIND_LIMIT_NANOS, own, enough, then)
                                .begin();
                    }
                });
    }

    /** In the form in which it was asked: typed, or as text and JSON. */
    private static QueryReply reply(Query asked, Query query, Answers answers) {
        QueryReply.Builder reply = QueryReply.newBuilder().setId(asked.getId()).setLast(true);
        if (asked.getTopicValue() != 0) {
            return reply.setAnswers(answers.toByteString()).build();
        }
        try {
            return reply.setJson(AnswerJson.of(query, answers)).build();
        } catch (IOException e) {
            return error(asked, String.valueOf(e.getMessage()));
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
        int more = reply.getAnswers().size() + reply.getJson().length();
        Answers answers;
        try {
            if (keptBytes + more > MAX_KEPT_BYTES) {
                throw new IOException(
                        "the answers of all nodes together exceed " + MAX_KEPT_BYTES + " bytes");
            }
            keptBytes -= one.answer().size();
            try {
                answers = one.answer().add(reply);
            } finally {
                keptBytes += one.answer().size();
            }
        } catch (IOException e) {
            forget(reply.getId());
            one.round().onRefusal(reply.getId(), String.valueOf(e.getMessage()));
            return;
        }
        if (answers != null) {
            waiting.remove(reply.getId());
            one.round().onAnswer(reply.getId(), answers, one.answer().size());
        }
    }

    /** What came of an answer that is not waited for any more. */
    private void forget(int number) {
        PendingAnswer one = waiting.remove(number);
        if (one != null) {
            keptBytes -= one.answer().size();
        }
    }

    /** One question to several nodes, until an answer is enough. */
    private final class Round {
        private final Query query;
        private final Predicate<Answers> enough;
        private final Consumer<Answers> listener;
        private final Answers.Builder answers;
        private final AskingTurns turns;
        private final Map<Integer, NodeId> missing = new HashMap<>();
        private final long limitNanos;
        private long kept;
        private boolean over;

        /**
         * @param nodes who is asked
         * @param own what is known already
         */
        Round(
                Query query,
                List<NodeRef> nodes,
                long limitNanos,
                Answers own,
                Predicate<Answers> enough,
                Consumer<Answers> listener) {
            this.query = query;
            this.enough = enough;
            this.listener = listener;
            this.limitNanos = limitNanos;
            this.answers = own.toBuilder();
            this.turns = new AskingTurns(nodes, limitNanos, timers, this::ask);
            this.kept = own.getSerializedSize();
        }

        void begin() {
            open++;
            keptBytes += kept;
            if (enough.test(answers.build())) {
                end(List.of());
                return;
            }
            timers.after(limitNanos, this::endLate);
            turns.proceed();
            endIfComplete();
        }

        private void ask(NodeRef other) {
            int number = ++numbers;
            missing.put(number, other.id());
            Query one = query.toBuilder().setId(number).clearCluster().clearNodes().build();
            waiting.put(number, new PendingAnswer(this, new AnswerAssembly(one)));
            send(other, one);
        }

        /** A link may have to be opened first. */
        private void send(NodeRef other, Query one) {
            if (!over && !others.ask(other, one)) {
                timers.after(RETRY_NANOS, () -> send(other, one));
            }
        }

        void onAnswer(int number, Answers answer, int bytes) {
            kept += bytes;
            answers.mergeFrom(answer);
            if (enough.test(answer)) {
                end(List.of());
            } else {
                isAnswered(missing.remove(number));
            }
        }

        /** It counts as silent too: an earlier version that asks knows only that. */
        void onRefusal(int number, String why) {
            NodeId node = missing.remove(number);
            String name = node == null ? "" : node.name();
            answers.addSilent(name)
                    .addRefusals(
                            Answers.Refusal.newBuilder()
                                    .setNode(name)
                                    .setWhy(why.substring(0, Math.min(why.length(), MAX_WHY))));
            isAnswered(node);
        }

        private void isAnswered(@Nullable NodeId node) {
            if (node != null) {
                turns.awaitNoMore(node);
            }
            endIfComplete();
        }

        private void endIfComplete() {
            if (missing.isEmpty() && turns.unasked().isEmpty()) {
                end(List.of());
            }
        }

        private void endLate() {
            List<String> silent = new ArrayList<>();
            missing.values().forEach(node -> silent.add(node.name()));
            turns.unasked().forEach(node -> silent.add(node.id().name()));
            end(silent);
        }

        private void end(List<String> silent) {
            if (over) {
                return;
            }
            over = true;
            open--;
            keptBytes -= kept;
            turns.stop();
            missing.keySet().forEach(PeerQueries.this::forget);
            listener.accept(answers.addAllSilent(silent).build());
        }
    }
}
