package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands about one node ask that node, those that have the tasks, and no other. A cluster of
 * 1,000 nodes; n1 owns the tasks, n2 has them, n3 is idle.
 */
class FewQuestionsTest {
    private static final String TASK = "3k7x0a9q2m4fz-17";
    private static final int NODES = 1_000;

    @TempDir Path directory;
    private final Cli cli = new Cli();
    private final ConcurrentLinkedQueue<Query> asked = new ConcurrentLinkedQueue<>();
    private FakeDaemon daemon;

    @BeforeEach
    void start() throws Exception {
        daemon = new FakeDaemon(directory);
    }

    @AfterEach
    void stop() throws Exception {
        daemon.close();
    }

    private int run(String... words) {
        return cli.run(daemon.command(words));
    }

    private static ExplainAnswer says(String node, String holder) {
        ExplainAnswer.Now.Builder now = ExplainAnswer.Now.newBuilder();
        if (node.equals(holder)) {
            now.setState("READY")
                    .addReasons(reason("BUSY", "its worker is busy", ""))
                    .addLinked("n3")
                    .addElsewhere(reason("TAKEN_FOR_FULL", holder + " takes it for full", "n3"));
        } else if (node.equals("n1")) {
            now.setState("AWAY").addReasons(reason("ELSEWHERE", "n2 has it", "n2"));
        } else {
            now.addReasons(reason("HAS_ROOM", "a worker is idle", ""));
        }
        return ExplainAnswer.newBuilder().setNode(node).setNow(now).build();
    }

    private static ExplainAnswer.Reason reason(String code, String words, String other) {
        return ExplainAnswer.Reason.newBuilder()
                .setCode(code)
                .setWords(words)
                .setOther(other)
                .build();
    }

    /** Answers of the nodes that a question goes to. */
    private Answers answers(Query query, String holder) {
        asked.add(query);
        Set<String> named = Set.copyOf(query.getNodesList());
        List<String> nodes =
                IntStream.rangeClosed(1, query.getCluster() ? NODES : 1)
                        .mapToObj(i -> "n" + i)
                        .filter(node ->
                                named.isEmpty() || named.contains(node) || node.equals("n1"))
                        .toList();
        Answers.Builder answers = Answers.newBuilder();
        for (String node : nodes) {
            switch (query.getTopic()) {
                case TOPIC_EXPLAIN -> answers.addExplain(says(node, holder));
                case TOPIC_NODES ->
                        answers.addNodes(
                                NodesAnswer.newBuilder()
                                        .setNode(node)
                                        .setWorkers(1)
                                        .setWaiting(node.equals(holder) ? 700 : 0));
                case TOPIC_TASKS ->
                        answers.addTasks(
                                TasksAnswer.newBuilder().setNode(node).addAllTasks(tasks(node)));
                default -> throw new IllegalArgumentException("unexpected " + query.getTopic());
            }
        }
        return answers.build();
    }

    private static List<TasksAnswer.Task> tasks(String node) {
        return IntStream.range(0, node.equals("n2") ? 700 : 0)
                .mapToObj(i ->
                        TasksAnswer.Task.newBuilder()
                                .setTask("3k7x0a9q2m4fz-" + (i + 1))
                                .setState("READY")
                                .build())
                .toList();
    }

    private List<Query> of(Topic topic) {
        return asked.stream().filter(query -> query.getTopic() == topic).toList();
    }

    @Test
    void ofOneNodeOnlyThatOneAndTheHolderAreAsked() throws Exception {
        daemon.answers(query -> answers(query, "n2"));
        assertThat(run("explain", TASK, "--on", "n3", "--json")).isZero();
        assertThat(of(Topic.TOPIC_EXPLAIN)).hasSize(2);
        assertThat(of(Topic.TOPIC_EXPLAIN).getFirst().getCluster()).isFalse();
        assertThat(of(Topic.TOPIC_EXPLAIN).getLast().getNodesList()).containsExactly("n2", "n3");
        Map<?, ?> now = (Map<?, ?>) ((List<?>) cli.json().get("now")).getFirst();
        assertThat(now.get("reasons").toString())
                .contains("code=TAKEN_FOR_FULL", "words=n2 takes it for full", "code=HAS_ROOM");
    }

    @Test
    void whereTheTaskHasMovedOnAllAreAsked() {
        daemon.answers(query -> answers(query, "n9"));
        assertThat(run("explain", TASK, "--on", "n3")).isZero();
        assertThat(of(Topic.TOPIC_EXPLAIN)).hasSize(3);
        assertThat(of(Topic.TOPIC_EXPLAIN).getLast().getNodesList()).isEmpty();
        assertThat(cli.out()).contains("n3", "n9 takes it for full");
    }

    @Test
    void aNodeThatDoesNotAnswerIsNamedWithThoseThatDo() {
        daemon.answers(query -> answers(query, "n2"));
        assertThat(run("explain", TASK, "--on", "m3")).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err()).contains("node m3 did not answer", "n1, n2, n3, ");
    }

    @Test
    void whyANodeIsIdleIsAskedOfThatNodeAndOfThoseThatHaveTasks() throws Exception {
        daemon.answers(query -> answers(query, "n2"));
        assertThat(run("why-idle", "n3")).isZero();
        assertThat(cli.out())
                .contains("n3: 1 of 1 workers idle; 700 tasks are waiting at other nodes")
                .contains("  n2 takes it for full");
        assertThat(of(Topic.TOPIC_TASKS))
                .singleElement()
                .satisfies(query -> assertThat(query.getNodesList()).containsExactly("n2"));
        assertThat(of(Topic.TOPIC_EXPLAIN))
                .hasSizeBetween(1, 50)
                .allSatisfy(query -> assertThat(query.getNodesList()).containsExactly("n2", "n3"));
    }
}
