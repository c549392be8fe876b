package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.peer.PeerQueries.NodeKnowledge;
import org.evenkeel.daemon.peer.QueriedCluster;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.TaskTraitsMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TaskTraits.Builder;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.Test;

/** What a node says of a task, also of one that it does not know. */
class ExplainAnswersTest {
    private static final Resources LARGE = new Resources(1L << 40, 0, 0);

    private final ExplainedNode node = new ExplainedNode("n0", 1);

    private static Query.Builder question(Task task) {
        return Query.newBuilder()
                .setTopic(Topic.TOPIC_EXPLAIN)
                .setTask(TaskIdMapper.toWire(task.id()));
    }

    private static List<String> codes(ExplainAnswer answer) {
        return answer.getNow().getReasonsList().stream()
                .map(ExplainAnswer.Reason::getCode)
                .toList();
    }

    private ExplainAnswer answer(Query.Builder query) {
        return node.answer(query.build()).getExplain(0);
    }

    @Test
    void aNodeThatKnowsTheTaskSaysWhatTheOthersHaveToKnow() {
        Task task = ExplainedNode.task(1, LARGE);
        assertThat(answer(question(task)).hasTraits()).isFalse();
        node.submit(task);
        ExplainAnswer answer = answer(question(task));
        assertThat(TaskTraitsMapper.toModel(answer.getTraits())).isEqualTo(TaskTraits.of(task));
    }

    @Test
    void whereNoWorkerMayHaveWhatTheJobAsksForThatIsTheReason() {
        Task task = ExplainedNode.task(1, LARGE);
        node.unfit = "too much memory";
        assertThat(codes(answer(question(task)))).as("not told").containsExactly("HAS_ROOM");
        Query.Builder told = question(task).setTraits(TaskTraitsMapper.toWire(TaskTraits.of(task)));
        assertThat(codes(answer(told))).containsExactly("UNFIT");
        assertThat(answer(told).getNow().getReasons(0).getWords()).isEqualTo("too much memory");
        node.submit(task);
        node.isStarting = true;
        assertThat(answer(question(task)).getNow().getState()).isEqualTo("RUNNING");
        assertThat(codes(answer(question(task)))).containsExactly("UNFIT");
        node.unfit = null;
        assertThat(codes(answer(question(task)))).containsExactly("WORKER_STARTING");
    }

    @Test
    void whyItIsNotAtALinkedNodeIsSaidWithThatNode() {
        node.on(new Event.NeighboursSet(List.of(new NodeId("n1")), 2));
        node.on(new Event.PeerUp(new NodeRef(new NodeId("n1"), 1, "127.0.0.1", 1)));
        node.submit(ExplainedNode.task(1), ExplainedNode.task(2));
        assertThat(answer(question(ExplainedNode.task(2))).getNow().getElsewhereList())
                .containsExactly(
                        ExplainAnswer.Reason.newBuilder()
                                .setCode("TAKEN_FOR_FULL")
                                .setWords("n0 takes it for full")
                                .setOther("n1")
                                .build());
    }

    @Test
    void traitsOfNoTaskAreRefused() {
        Builder traits = org.evenkeel.wire.proto.TaskTraits.newBuilder();
        for (Builder wrong :
                List.of(
                        traits.clone().setPriority(10),
                        traits.clone().setNode("a b"),
                        traits.clone().setKind("x".repeat(257)))) {
            Query query = question(ExplainedNode.task(1)).setTraits(wrong).build();
            assertThatThrownBy(() -> node.answer(query))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    // ---- Of a cluster

    /** A cluster whose node {@code owner} has three tasks for one worker. */
    private static QueriedCluster cluster(int nodes, int owner) {
        List<NodeKnowledge> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            ExplainedNode one = new ExplainedNode("n" + i, 1);
            one.unfit = "too much memory";
            if (i == owner) {
                one.submit(
                        ExplainedNode.task(1, LARGE),
                        ExplainedNode.task(2, LARGE),
                        ExplainedNode.task(3, LARGE));
            }
            all.add(one);
        }
        return new QueriedCluster(all);
    }

    private static List<String> unfitAt(Answers answers) {
        return answers.getExplainList().stream()
                .filter(each -> codes(each).contains("UNFIT"))
                .map(ExplainAnswer::getNode)
                .toList();
    }

    @Test
    void theOthersAreToldWhatTheAskedNodeKnowsOfTheTask() throws Exception {
        QueriedCluster cluster = cluster(5, 0);
        Query query = question(ExplainedNode.task(3)).setCluster(true).build();
        assertThat(unfitAt(cluster.ask(query))).containsExactly("n0", "n1", "n2", "n3", "n4");
        assertThat(cluster.questions()).isEqualTo(4);
    }

    @Test
    void whereTheAskedNodeDoesNotKnowTheTaskTheOthersAreAskedAgainOnce() throws Exception {
        QueriedCluster cluster = cluster(5, 3);
        Query query = question(ExplainedNode.task(3)).setCluster(true).build();
        Answers answers = cluster.ask(query);
        assertThat(answers.getExplainList())
                .extracting(ExplainAnswer::getNode)
                .containsExactlyInAnyOrder("n0", "n1", "n2", "n3", "n4");
        assertThat(unfitAt(answers)).containsExactlyInAnyOrder("n0", "n1", "n2", "n3", "n4");
        assertThat(cluster.questions()).isEqualTo(4 + 3);
    }

    @Test
    void onlyTheNamedNodesAreAsked() throws Exception {
        QueriedCluster cluster = cluster(5, 3);
        Query query =
                question(ExplainedNode.task(3))
                        .setCluster(true)
                        .addNodes("n3")
                        .addNodes("n4")
                        .build();
        assertThat(cluster.ask(query).getExplainList())
                .extracting(ExplainAnswer::getNode)
                .containsExactlyInAnyOrder("n0", "n3", "n4");
        assertThat(cluster.questions()).as("n4 a second time").isEqualTo(3);
    }
}
