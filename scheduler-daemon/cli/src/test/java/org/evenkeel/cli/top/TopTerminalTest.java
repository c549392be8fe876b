package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.cli.FakeDaemon;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Sized;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a terminal without a device: what is typed into it, and what a daemon answers. */
class TopTerminalTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final String TASK = Sample.JOB + "-1";
    private static final String ALTERNATE_SCREEN = "\033[?1049h";
    private static final String FORMER_SCREEN = "\033[?1049l";

    @TempDir Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PipedOutputStream keys = new PipedOutputStream();
    private FakeDaemon daemon;
    private Terminal terminal;
    private Asker asker;

    @BeforeEach
    void open() throws Exception {
        daemon = new FakeDaemon(directory);
        daemon.answers(TopTerminalTest::answer);
        terminal =
                new ExternalTerminal(
                        "test", "xterm", new PipedInputStream(keys), out, StandardCharsets.UTF_8);
        resize(80, 24);
        asker = new Asker(this::connect, INTERVAL_NANOS);
        asker.start();
    }

    @AfterEach
    void close() throws Exception {
        asker.close();
        terminal.close();
        daemon.close();
    }

    private void resize(int columns, int rows) {
        Sized size = Size.of(columns, rows);
        terminal.setSize(size);
    }

    private DaemonClient connect() throws IOException {
        Path node = directory.resolve("nodes").resolve(FakeDaemon.NODE);
        return DaemonClient.connect(
                DaemonFile.read(node.resolve(DaemonFile.NAME)),
                Access.bySecret(new ClusterDirectory(directory).token()));
    }

    private static Answers answer(Query query) {
        return switch (query.getTopic()) {
            case TOPIC_NODES ->
                    Answers.newBuilder()
                            .addNodes(NodesAnswer.newBuilder().setNode("n1").setWorkers(2))
                            .build();
            case TOPIC_TASKS -> {
                assertThat(query.getMost()).isBetween(1, 1_000);
                yield Answers.newBuilder()
                        .addTasks(
                                TasksAnswer.newBuilder()
                                        .setNode("n1")
                                        .addTasks(Sample.task(TASK, "a\033[2Jb", "READY", "n1")))
                        .build();
            }
            case TOPIC_EXPLAIN ->
                    Answers.newBuilder()
                            .addExplain(
                                    ExplainAnswer.newBuilder()
                                            .setNode("n1")
                                            .setNow(
                                                    ExplainAnswer.Now.newBuilder()
                                                            .setState("READY")))
                            .build();
            default -> Answers.getDefaultInstance();
        };
    }

    private CompletableFuture<Void> start() {
        TopState state = new TopState(ZoneOffset.UTC);
        TopTerminal top = new TopTerminal(terminal, state, asker, TerminalColours.PLAIN);
        return CompletableFuture.runAsync(
                top::run, task -> Thread.ofPlatform().daemon().name("top").start(task));
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Waits until something is drawn after it was not there. */
    private void await(String text) {
        Awaitility.await(text)
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(shown()).contains(text));
        out.reset();
    }

    private void type(String characters) throws IOException {
        keys.write(characters.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private static boolean is(Attributes attributes, LocalFlag flag) {
        return attributes.getLocalFlag(flag);
    }

    @Test
    void keysOpenATaskAndTheTerminalIsAsItWasBefore() throws Exception {
        String before = terminal.getAttributes().toString();
        CompletableFuture<Void> ended = start();
        Awaitility.await("a screen")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(shown()).contains("> " + TASK));
        assertThat(shown())
                .startsWith(ALTERNATE_SCREEN)
                .contains("a\\u001b[2Jb")
                .doesNotContain("a\033[2Jb");
        assertThat(is(terminal.getAttributes(), LocalFlag.ICANON)).isFalse();
        assertThat(is(terminal.getAttributes(), LocalFlag.ECHO)).isFalse();
        assertThat(is(terminal.getAttributes(), LocalFlag.ISIG)).isFalse();
        type("\r");
        await("  n1  waits");
        type("\033");
        await("> " + TASK);
        type("s");
        await("tasks by where");
        type("\033[Z");
        await("> jobs");
        type("q");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(shown()).contains(FORMER_SCREEN);
        assertThat(terminal.getAttributes().toString()).isEqualTo(before);
    }

    @Test
    void ctrlCEnds() throws Exception {
        CompletableFuture<Void> ended = start();
        await("1 machine");
        type("\003");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(shown()).contains(FORMER_SCREEN);
    }

    @Test
    void theEndOfInputEnds() throws Exception {
        CompletableFuture<Void> ended = start();
        await("1 machine");
        keys.close();
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(shown()).contains(FORMER_SCREEN);
    }

    @Test
    void aNewSizeIsDrawnAtOnce() throws Exception {
        CompletableFuture<Void> ended = start();
        await("q quit  ? keys  Tab table  s sort");
        resize(20, 10);
        terminal.raise(Terminal.Signal.WINCH);
        await("q quit  ? keys  Tab…");
        type("q");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void keysWorkWhileNoDaemonAnswers() throws Exception {
        CompletableFuture<Void> ended = start();
        await("> " + TASK);
        daemon.answers(_ -> {
            throw new IllegalArgumentException("it is leaving");
        });
        await("s old: it is leaving");
        type("?");
        await("any key back");
        daemon.answers(TopTerminalTest::answer);
        type("x");
        await("> tasks 1");
        type("q");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void aConnectionThatBreaksIsMadeAnew() throws Exception {
        CompletableFuture<Void> ended = start();
        await("> " + TASK);
        Set<Topic> broken = ConcurrentHashMap.newKeySet();
        daemon.answers(query -> {
            if (broken.add(query.getTopic())) {
                throw new UncheckedIOException(new IOException("this ends the link"));
            }
            Answers answers = answer(query);
            return query.getTopic() == Topic.TOPIC_NODES
                    ? answers.toBuilder().addNodes(NodesAnswer.newBuilder().setNode("n2")).build()
                    : answers;
        });
        Awaitility.await("a look over new connections")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(shown()).contains("2 machines"));
        assertThat(broken).contains(Topic.TOPIC_NODES, Topic.TOPIC_JOBS, Topic.TOPIC_TASKS);
        assertThat(shown()).doesNotContain("no daemon answers");
        type("q");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void keysWorkWhileADaemonIsSilent() throws Exception {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        daemon.answers(query -> {
            answer.join();
            return answer(query);
        });
        CompletableFuture<Void> ended = start();
        await("asking all nodes");
        type("?");
        await("any key back");
        answer.complete(null);
        type("xq");
        ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
