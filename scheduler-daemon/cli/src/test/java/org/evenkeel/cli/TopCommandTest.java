package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel top} without a terminal. */
class TopCommandTest {
    private static final String EVIL = "a\u001b[2J\u202eb\nforged";

    @TempDir Path directory;
    private final Cli cli = new Cli();
    private FakeDaemon daemon;

    @BeforeEach
    void open() throws Exception {
        daemon = new FakeDaemon(directory);
        daemon.answers(TopCommandTest::answer);
    }

    @AfterEach
    void close() throws Exception {
        daemon.close();
    }

    private static Answers answer(Query query) {
        Answers.Builder answers = Answers.newBuilder();
        if (query.getTopic() == Topic.TOPIC_NODES) {
            answers.addNodes(NodesAnswer.newBuilder().setNode("n1").setBusy(1).setWorkers(2));
            answers.addSilent("n2");
        }
        if (query.getTopic() == Topic.TOPIC_TASKS) {
            answers.addTasks(
                    TasksAnswer.newBuilder()
                            .setNode("n1")
                            .addTasks(
                                    TasksAnswer.Task.newBuilder()
                                            .setTask("3k7x0a9q2m4fz-1")
                                            .setKind(EVIL)
                                            .setState("RUNNING")
                                            .setWhere("n1")));
        }
        return answers.build();
    }

    private int run(String... words) {
        return cli.run(daemon.command(words));
    }

    @Test
    void onceIsAScreenOfText() {
        assertThat(run("top", "--once", "--interval", "0.2")).as(cli.err()).isZero();
        assertThat(cli.out().lines())
                .contains("! no answer from n2")
                .anyMatch(line -> line.startsWith("2 machines  1 of 2 workers busy"))
                .anyMatch(line -> line.contains("a\\u001b[2J\\u202eb\\u000aforged"));
        assertThat(cli.out()).doesNotContain("\u001b", "q quit");
    }

    @Test
    void jsonHasNamesWithAllCharacters() throws Exception {
        assertThat(run("top", "--once", "--interval", "0.2", "--json")).as(cli.err()).isZero();
        assertThat(cli.out()).doesNotContain("\u001b");
        assertThat(cli.json()).containsEntry("silent", List.of("n2")).containsKey("machines");
        assertThat(cli.json().get("tasks"))
                .isEqualTo(
                        List.of(
                                Map.of(
                                        "task",
                                        "3k7x0a9q2m4fz-1",
                                        "kind",
                                        EVIL,
                                        "state",
                                        "running",
                                        "where",
                                        "n1")));
    }

    @Test
    void withoutATerminalItSaysWhatToDo() {
        assertThat(run("top")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err())
                .isEqualTo(
                        "evenkeel: standard output is not a terminal; evenkeel top --once prints"
                                + " one screen, evenkeel nodes --json is for programs\n");
    }

    @Test
    void jsonIsForOneScreen() {
        assertThat(run("top", "--json")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("--json needs --once");
    }

    @Test
    void intervalsHaveBounds() {
        for (String interval : List.of("0", "0.1", "-1", "3601", "NaN", "Infinity", "soon")) {
            assertThat(run("top", "--once", "--interval", interval)).isEqualTo(ExitCode.USAGE);
            assertThat(cli.err()).contains("--interval").contains(interval);
        }
    }
}
