package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.FakeDaemon;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over real connections to daemons that end and fail. */
class DaemonConnectionTest {

    @TempDir Path directory;
    private FakeDaemon first;
    private FakeDaemon second;
    private final List<String> connected = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private String next = "n1";

    private final DaemonConnection connection =
            new DaemonConnection(this::connect, failure -> failures.add(failure.getMessage()));

    @BeforeEach
    void open() throws Exception {
        first = new FakeDaemon(directory, "n1");
        second = new FakeDaemon(directory, "n2");
        first.answers(_ -> silent("as n1 says"));
        second.answers(_ -> silent("as n2 says"));
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        first.close();
        second.close();
    }

    private DaemonClient connect() throws IOException {
        connected.add(next);
        Path node = directory.resolve("nodes").resolve(next);
        return DaemonClient.connect(
                DaemonFile.read(node.resolve(DaemonFile.NAME)),
                Access.bySecret(new ClusterDirectory(directory).token()));
    }

    private static Answers silent(String node) {
        return Answers.newBuilder().addSilent(node).build();
    }

    private static Answers endConnection(Query query) {
        throw new UncheckedIOException(new IOException("it ends at " + query.getTopic()));
    }

    private String ask() throws IOException {
        return connection.ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES)).getSilent(0);
    }

    @Test
    void oneConnectionIsUsedAgain() throws Exception {
        assertThat(ask()).isEqualTo("as n1 says");
        next = "n2";
        assertThat(ask()).isEqualTo("as n1 says");
        assertThat(connection.client()).isSameAs(connection.client());
        assertThat(connected).containsExactly("n1");
        assertThat(failures).isEmpty();
    }

    @Test
    void anotherDaemonIsAskedWhereTheFirstOneGivesNoAnswer() throws Exception {
        ask();
        next = "n2";
        first.answers(DaemonConnectionTest::endConnection);
        assertThat(ask()).isEqualTo("as n2 says");
        assertThat(ask()).isEqualTo("as n2 says");
        assertThat(connected).containsExactly("n1", "n2");
        assertThat(failures).hasSize(1).first().asString().contains("n1");
    }

    @Test
    void aNewDaemonThatGivesNoAnswerIsAFailureAndTheNextQuestionConnectsAnew() throws Exception {
        first.answers(DaemonConnectionTest::endConnection);
        assertThatThrownBy(this::ask).isInstanceOf(IOException.class).hasMessageContaining("n1");
        assertThat(failures).as("it was the first to be asked").isEmpty();
        next = "n2";
        assertThat(ask()).isEqualTo("as n2 says");
        assertThat(connected).containsExactly("n1", "n2");
    }

    @Test
    void aConnectionOverWhichAQuestionFailedIsNotUsedAgain() throws Exception {
        assertThatThrownBy(() ->
                        connection.ask(daemon -> {
                            throw new IllegalStateException("it is " + daemon.node().getNode());
                        }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("said nothing of its node");
        assertThatThrownBy(() ->
                        connection.ask(_ -> {
                            throw new IllegalStateException("a mistake");
                        }))
                .isInstanceOf(IllegalStateException.class);
        ask();
        assertThat(connected).containsExactly("n1", "n1", "n1");
    }

    @Test
    void afterItsEndItConnectsAnew() throws Exception {
        ask();
        connection.close();
        ask();
        assertThat(connected).containsExactly("n1", "n1");
    }
}
