package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.evenkeel.cli.FakeDaemon;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.StatsAnswer;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of which nodes, over a real connection. */
class MachinePagesTest {

    @TempDir Path directory;
    private FakeDaemon daemon;
    private final List<Query> asked = new CopyOnWriteArrayList<>();
    private final MachinePages pages = new MachinePages(this::connect);

    @BeforeEach
    void open() throws Exception {
        daemon = new FakeDaemon(directory);
    }

    @AfterEach
    void close() throws Exception {
        daemon.close();
    }

    private DaemonClient connect() throws IOException {
        Path node = directory.resolve("nodes").resolve(FakeDaemon.NODE);
        return DaemonClient.connect(
                DaemonFile.read(node.resolve(DaemonFile.NAME)),
                Access.bySecret(new ClusterDirectory(directory).token()));
    }

    /** A cluster of these nodes, and of n99, which does not answer. */
    private void answer(List<String> nodes) {
        daemon.answers(query -> {
            asked.add(query);
            Answers.Builder answers = Answers.newBuilder();
            for (String node : nodes) {
                if (query.getTopic() == Topic.TOPIC_NODES) {
                    answers.addNodes(NodesAnswer.newBuilder().setNode(node).setWorkers(2));
                } else {
                    answers.addStats(StatsAnswer.newBuilder().setNode(node).setHeapUsedBytes(80));
                }
            }
            return answers.addSilent("n99").build();
        });
    }

    private static List<Map<String, Object>> rows(byte[] page) throws IOException {
        List<?> machines = (List<?>) JSON.std.mapFrom(page).get("machines");
        return machines.stream().map(MachinePagesTest::row).toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> row(Object row) {
        return (Map<String, Object>) row;
    }

    @Test
    void figuresAreAskedOfThoseThatHaveAnswered() throws Exception {
        answer(List.of("n1", "n2"));
        List<Map<String, Object>> rows = rows(pages.all());
        assertThat(rows).extracting(row -> row.get("machine")).containsExactly("n1", "n2", "n99");
        assertThat(rows.getFirst().get("facts")).asString().contains("heapUsed=80");
        assertThat(rows.getLast()).doesNotContainKey("facts");
        assertThat(asked).hasSize(2).allMatch(Query::getCluster);
        assertThat(asked.getFirst().getTopic()).isEqualTo(Topic.TOPIC_NODES);
        assertThat(asked.getFirst().getNodesList()).isEmpty();
        assertThat(asked.getLast().getTopic()).isEqualTo(Topic.TOPIC_STATS);
        assertThat(asked.getLast().getNodesList()).containsExactly("n1", "n2");
        assertThat(pages.one("n98")).isNull();
    }

    /** A daemon takes no longer frame of a question. */
    @Test
    void namesOfVeryManyNodesAreNotInTheQuestion() throws Exception {
        List<String> many = IntStream.range(0, 1_200).mapToObj(i -> "n".repeat(60) + i).toList();
        assertThat(String.join("", many).length())
                .isGreaterThan(WireLimits.MAX_CONTROL_FRAME_BYTES);
        answer(many);
        assertThat(rows(pages.all())).hasSize(1_201);
        assertThat(asked.getLast().getTopic()).isEqualTo(Topic.TOPIC_STATS);
        assertThat(asked.getLast().getNodesList()).isEmpty();
    }

    @Test
    void noPageIsMadeOfOneAnswerAlone() {
        daemon.answers(query -> {
            if (query.getTopic() == Topic.TOPIC_STATS) {
                throw new UncheckedIOException(new IOException("its process ends"));
            }
            return Answers.newBuilder().addNodes(NodesAnswer.newBuilder().setNode("n1")).build();
        });
        assertThatThrownBy(pages::all).isInstanceOf(IOException.class).hasMessageContaining("n1");
        assertThatThrownBy(() -> pages.one("n1")).isInstanceOf(IOException.class);
    }
}
