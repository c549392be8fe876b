package org.evenkeel.daemon.peer;

import com.google.protobuf.InvalidProtocolBufferException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.peer.PeerQueries.NodeKnowledge;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** Nodes in this process that answer the first of them; all they say is written and read back. */
public final class QueriedCluster {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<NodeRef> others = new ArrayList<>();
    private final List<NodeKnowledge> nodes;
    private final ManualTime time = new ManualTime();
    private final Deque<Runnable> onTheWay = new ArrayDeque<>();
    private final List<QueryReply> replies = new ArrayList<>();
    private final PeerQueries queries;
    private long questions;
    private long bytes;
    private long mostOnTheWay;
    private long othersNanos;

    /**
     * @param nodes the first one asks the others
     */
    public QueriedCluster(List<NodeKnowledge> nodes) {
        this.nodes = nodes;
        for (int i = 1; i < nodes.size(); i++) {
            others.add(new NodeRef(new NodeId("n" + i), 1, "127.0.0.1", 1));
        }
        Links links = new Links();
        this.queries = new PeerQueries(links, time, nodes.getFirst());
    }

    /** Questions that other nodes were asked. */
    public long questions() {
        return questions;
    }

    /** Bytes of these questions and of their answers. */
    public long bytes() {
        return bytes;
    }

    /** Most that were asked and had not answered. */
    public long mostOnTheWay() {
        return mostOnTheWay;
    }

    /** Processor time of the nodes that answered the first one. */
    public long othersNanos() {
        return othersNanos;
    }

    /** What they answer to a question; nothing is lost, and no time passes. */
    public Answers ask(Query query) throws InvalidProtocolBufferException {
        replies.clear();
        queries.query(query, this, replies::add);
        while (!onTheWay.isEmpty()) {
            mostOnTheWay = Math.max(mostOnTheWay, onTheWay.size());
            onTheWay.remove().run();
        }
        return Answers.parseFrom(replies.getFirst().getAnswers());
    }

    /** Lets what waits for a time have it. */
    public void rest() {
        time.pass(1, TimeUnit.MINUTES);
    }

    private final class Links implements PeerQueries.Others {
        private PeerQueries.Listener listener;

        @Override
        public List<NodeRef> others() {
            return others;
        }

        @Override
        public void askedBy(PeerQueries.Listener hears) {
            listener = hears;
        }

        @Override
        public boolean ask(NodeRef other, Query query) {
            byte[] asked = query.toByteArray();
            questions++;
            bytes += asked.length;
            onTheWay.add(() -> answer(other, asked));
            return true;
        }

        private void answer(NodeRef other, byte[] asked) {
            long start = THREADS.getCurrentThreadCpuTime();
            List<byte[]> said = new ArrayList<>(1);
            try {
                Query query = Query.parseFrom(asked);
                nodes.get(Integer.parseInt(other.id().name().substring(1)))
                        .answer(query, (answers, wrong) -> said.add(reply(query, answers)));
                othersNanos += THREADS.getCurrentThreadCpuTime() - start;
                bytes += said.getFirst().length;
                listener.answered(QueryReply.parseFrom(said.getFirst()));
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
        }

        private static byte[] reply(Query query, Answers answers) {
            return QueryReply.newBuilder()
                    .setId(query.getId())
                    .setAnswers(answers.toByteString())
                    .setLast(true)
                    .build()
                    .toByteArray();
        }
    }
}
