package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.Test;

/** Questions to a cluster: what is kept of answers is bounded, and what is dropped has a reason. */
class PeerQueriesTest {

    private static final int MIB = 1 << 20;
    private static final Object CONNECTION = new Object();

    private final ManualTime time = new ManualTime();
    private final Cluster cluster = new Cluster();
    private Answers own = answer("n1", 0);
    private final PeerQueries queries =
            new PeerQueries(cluster, time, (query, then) -> then.accept(own, null));
    private final List<QueryReply> replies = new ArrayList<>();

    /** Other nodes that answer when the test says so. */
    private static final class Cluster implements PeerQueries.Others {
        private final List<NodeRef> nodes = new ArrayList<>();

        /** What was asked last of each. */
        private final Map<String, Query> asked = new LinkedHashMap<>();

        private PeerQueries.Listener listener;

        void add(String... names) {
            for (String name : names) {
                nodes.add(new NodeRef(new NodeId(name), 1, "127.0.0.1", 1));
            }
        }

        @Override
        public List<NodeRef> others() {
            return nodes;
        }

        @Override
        public boolean ask(NodeRef other, Query query) {
            asked.put(other.id().name(), query);
            return true;
        }

        @Override
        public void askedBy(PeerQueries.Listener hears) {
            listener = hears;
        }

        private QueryReply.Builder to(String node) {
            return QueryReply.newBuilder().setId(asked.get(node).getId());
        }

        void answers(String node, Answers answer) {
            listener.answered(to(node).setAnswers(answer.toByteString()).setLast(true).build());
        }

        /** It says so much of an answer, which does not end. */
        void begins(String node, int bytes) {
            listener.answered(to(node).setAnswers(ByteString.copyFrom(new byte[bytes])).build());
        }

        void refuses(String node, String why) {
            listener.answered(to(node).setError(why).setLast(true).build());
        }
    }

    private static Answers answer(String node, int bytes) {
        return Answers.newBuilder()
                .addJobs(
                        JobsAnswer.newBuilder()
                                .setNode(node)
                                .addJobs(JobsAnswer.Job.newBuilder().setName("x".repeat(bytes))))
                .build();
    }

    private void ask(Object connection, boolean typed) {
        Query.Builder query = Query.newBuilder().setId(7).setCluster(true);
        if (typed) {
            query.setTopic(Topic.TOPIC_JOBS);
        } else {
            query.setWhat("jobs");
        }
        queries.query(query.build(), connection, replies::add);
    }

    private Answers only() throws Exception {
        assertThat(replies).hasSize(1);
        assertThat(replies.getFirst().getError()).isEmpty();
        return Answers.parseFrom(replies.getFirst().getAnswers());
    }

    private static Answers.Refusal refusal(String node, String why) {
        return Answers.Refusal.newBuilder().setNode(node).setWhy(why).build();
    }

    @Test
    void theAnswersOfAllAreOne() throws Exception {
        cluster.add("n2", "n3");
        ask(CONNECTION, true);
        assertThat(cluster.asked.get("n2").getCluster()).isFalse();
        cluster.answers("n3", answer("n3", 10));
        assertThat(replies).isEmpty();
        cluster.answers("n2", answer("n2", 10));
        assertThat(only().getJobsList())
                .extracting(JobsAnswer::getNode)
                .containsExactly("n1", "n3", "n2");
    }

    @Test
    void whoSaysNothingIsSilentAfterTwoSeconds() throws Exception {
        cluster.add("n2", "n3");
        ask(CONNECTION, true);
        cluster.refuses("n2", "it is too old");
        time.pass(1_999, TimeUnit.MILLISECONDS);
        assertThat(replies).isEmpty();
        time.pass(1, TimeUnit.MILLISECONDS);
        assertThat(only().getSilentList()).containsExactly("n2", "n3");
        assertThat(only().getRefusalsList()).containsExactly(refusal("n2", "it is too old"));
    }

    @Test
    void anAnswerThatIsTooLongIsSaidAtOnceWithTheReason() throws Exception {
        cluster.add("n2");
        ask(CONNECTION, true);
        for (int i = 0; i < 5; i++) {
            assertThat(replies).isEmpty();
            cluster.begins("n2", MIB);
        }
        assertThat(only().getSilentList()).containsExactly("n2");
        assertThat(only().getRefusalsList())
                .containsExactly(
                        refusal(
                                "n2",
                                "the answer exceeds " + WireLimits.MAX_ANSWER_BYTES + " bytes"));
        cluster.begins("n2", MIB); // what comes of it later is not heard
    }

    @Test
    void anAnswerOfTooManyPartsIsSaidToo() throws Exception {
        cluster.add("n2");
        ask(CONNECTION, true);
        Answers.Builder many = Answers.newBuilder();
        for (int i = 0; i <= WireLimits.MAX_FRAME_PARTS; i++) {
            many.addSilent("");
        }
        cluster.answers("n2", many.build());
        assertThat(only().getRefusals(0).getWhy())
                .isEqualTo("more than 100000 parts in one message");
    }

    @Test
    void theAnswersOfAllNodesAreBoundedTogetherThisNodesIncluded() throws Exception {
        own = answer("n1", 3 * MIB);
        cluster.add("n2", "n3", "n4", "n5", "n6");
        ask(CONNECTION, true);
        for (int i = 2; i <= 6; i++) {
            cluster.answers("n" + i, answer("n" + i, 3 * MIB));
        }
        assertThat(only().getJobsCount()).isEqualTo(5);
        assertThat(only().getRefusalsList())
                .containsExactly(
                        refusal("n6", "the answers of all nodes together exceed 16777216 bytes"));
        assertThat(replies.getFirst().getSerializedSize())
                .isLessThan(WireLimits.MAX_CLUSTER_ANSWER_BYTES);
    }

    @Test
    void whatIsUnderWayIsBoundedAndGivenFree() {
        own = answer("n1", 4 * MIB - 1_000);
        cluster.add("n2");
        for (int round = 0; round < 3; round++) {
            replies.clear();
            IntStream.range(0, 5).forEach(i -> ask("connection " + i, true));
            assertThat(replies)
                    .extracting(QueryReply::getError)
                    .containsExactly("too many requests are under way; try again");
            time.pass(2, TimeUnit.SECONDS);
            assertThat(replies).hasSize(5);
        }
    }

    @Test
    void oneConnectionHasFewQuestionsUnderWay() {
        cluster.add("n2");
        for (int i = 0; i <= PeerQueries.MAX_OPEN_OF_ONE; i++) {
            assertThat(replies).isEmpty();
            ask(CONNECTION, true);
        }
        assertThat(replies.getFirst().getError())
                .isEqualTo("more than 32 requests of one connection are under way; try again");
        ask("another", true);
        assertThat(replies).hasSize(1);
        time.pass(2, TimeUnit.SECONDS);
        replies.clear();
        ask(CONNECTION, true);
        assertThat(replies).isEmpty();
    }

    /** The answer would grow with the square of the number of nodes. */
    @Test
    void nodesNameAllOthersOnlyWhenOneIsAsked() throws Exception {
        own =
                Answers.newBuilder()
                        .addNodes(NodesAnswer.newBuilder().setNode("n1").addMembers("n2"))
                        .build();
        Query one = Query.newBuilder().setTopic(Topic.TOPIC_NODES).build();
        queries.query(one, CONNECTION, replies::add);
        assertThat(only()).isEqualTo(own);
        replies.clear();
        queries.query(one.toBuilder().setCluster(true).build(), CONNECTION, replies::add);
        assertThat(only().getNodes(0).getMembersList()).isEmpty();
        replies.clear();
        cluster.listener.asked(one, replies::add);
        assertThat(only().getNodes(0).getMembersList()).isEmpty();
    }

    @Test
    void onlyTheNodeThatIsAskedTellsWhichNodesAreGone() throws Exception {
        NodesAnswer.Departure gone = NodesAnswer.Departure.newBuilder().setNode("n3").build();
        own =
                Answers.newBuilder()
                        .addNodes(NodesAnswer.newBuilder().setNode("n1").addDeparted(gone))
                        .build();
        Query one = Query.newBuilder().setTopic(Topic.TOPIC_NODES).build();
        queries.query(one.toBuilder().setCluster(true).build(), CONNECTION, replies::add);
        assertThat(only().getNodes(0).getDepartedList()).containsExactly(gone);
        replies.clear();
        cluster.listener.asked(one, replies::add);
        assertThat(only().getNodes(0).getDepartedList()).isEmpty();
    }

    // ---- JSON for earlier builds

    @Test
    void anEarlierBuildGetsJson() {
        cluster.add("n2", "n3");
        ask(CONNECTION, false);
        cluster.answers("n2", answer("n2", 1));
        time.pass(2, TimeUnit.SECONDS);
        assertThat(replies.getFirst().getJson())
                .startsWith("{\"answers\":[{\"node\":\"n1\",\"host\":\"\"")
                .contains("},{\"node\":\"n2\",\"host\":\"\"")
                .endsWith("],\"silent\":[\"n3\"]}");
    }

    @Test
    void theJsonIsBoundedToo() {
        JobsAnswer.Builder many = JobsAnswer.newBuilder().setNode("n1");
        for (int i = 0; i < 90_000; i++) {
            many.addJobs(JobsAnswer.Job.getDefaultInstance());
        }
        own = Answers.newBuilder().addJobs(many).build();
        assertThat(own.getSerializedSize()).isLessThan(WireLimits.MAX_ANSWER_BYTES / 10);
        Query.Builder query = Query.newBuilder().setWhat("jobs");
        queries.query(query.build(), CONNECTION, replies::add);
        assertThat(replies.getFirst().getJson()).isEmpty();
        assertThat(replies.getFirst().getError())
                .startsWith("the answer exceeds 4194304 characters in the form of your version");
    }
}
