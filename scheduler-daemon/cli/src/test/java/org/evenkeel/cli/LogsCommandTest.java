package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.LogsAnswer;
import org.evenkeel.wire.proto.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of what is there, of what is not, and of what does not say; no command reads for ever. */
class LogsCommandTest {

    private static final String JOB = "3k7x0a9q2m4fz";
    private static final String TASK = JOB + "-17";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir Path directory;
    private final Cli cli = new Cli();
    private FakeDaemon daemon;

    @BeforeEach
    void start() throws Exception {
        daemon = new FakeDaemon(directory);
    }

    @AfterEach
    void stop() throws Exception {
        daemon.close();
    }

    private int logs(String... words) {
        List<String> all = new ArrayList<>(List.of("logs"));
        all.addAll(List.of(words));
        return assertTimeoutPreemptively(
                LIMIT, () -> cli.run(daemon.command(all.toArray(String[]::new))));
    }

    private static LogsAnswer.Builder page(String... lines) {
        LogsAnswer.Part.Builder part = LogsAnswer.Part.newBuilder().setTask(TASK).setNode("n2");
        for (int i = 0; i < lines.length; i++) {
            part.addLines(
                    LogsAnswer.Line.newBuilder()
                            .setNumber(i + 1)
                            .setAt("2026-11-27T10:00:00Z")
                            .setLevel("out")
                            .setText(lines[i]));
        }
        return LogsAnswer.newBuilder().setNode("n1").setKnown(true).setJob(JOB).addParts(part);
    }

    /** Of nodes that know neither job nor task. */
    private static Answers.Builder nothing(Query query) {
        Answers.Builder answers = Answers.newBuilder();
        return switch (query.getTopic()) {
            case TOPIC_LOGS -> answers.addLogs(LogsAnswer.newBuilder().setNode("n1"));
            case TOPIC_JOBS -> answers.addJobs(JobsAnswer.newBuilder().setNode("n1"));
            case TOPIC_EXPLAIN ->
                    answers.addExplain(
                            ExplainAnswer.newBuilder()
                                    .setNode("n1")
                                    .setTask(TASK)
                                    .setNow(ExplainAnswer.Now.newBuilder()));
            default -> throw new IllegalArgumentException("unexpected " + query.getTopic());
        };
    }

    private static Answers state(String state) {
        return Answers.newBuilder()
                .addExplain(
                        ExplainAnswer.newBuilder()
                                .setNode("n1")
                                .setNow(ExplainAnswer.Now.newBuilder().setState(state)))
                .build();
    }

    private static Answers job() {
        return Answers.newBuilder()
                .addJobs(
                        JobsAnswer.newBuilder()
                                .setNode("n1")
                                .addJobs(JobsAnswer.Job.newBuilder().setJob(JOB).setOpen(1)))
                .build();
    }

    // ---- What no node knows

    @Test
    void anUnknownTaskIsSaidAtOnceWithWhatToDo() {
        daemon.answers(query -> nothing(query).build());
        assertThat(logs(TASK)).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err()).contains("no node", TASK, "misspelt", "evenkeel explain " + TASK);
        assertThat(logs(TASK, "-f")).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err()).contains("no node knows task " + TASK, "misspelt", "evenkeel tasks");
    }

    @Test
    void anUnknownJobIsNotOneThatHasEnded() {
        daemon.answers(query -> nothing(query).build());
        for (String[] words : new String[][] {{JOB}, {JOB, "-f"}}) {
            assertThat(logs(words)).isEqualTo(ExitCode.NOTHING);
            assertThat(cli.err())
                    .contains("no node knows job " + JOB)
                    .doesNotContain("has ended\n");
        }
    }

    @Test
    void aTaskThatHasNotPrintedYetIsFollowedUntilItHasEnded() {
        AtomicInteger looks = new AtomicInteger();
        daemon.answers(query ->
                switch (query.getTopic()) {
                    case TOPIC_EXPLAIN -> state(looks.incrementAndGet() < 3 ? "QUEUED" : "DONE");
                    default -> nothing(query).build();
                });
        assertThat(logs(TASK, "-f")).isZero();
        assertThat(cli.err()).contains("task " + TASK + " has ended and printed nothing");
    }

    // ---- Nodes that do not answer

    @Test
    void aJobWhoseNodeIsSilentHasNotEnded() {
        AtomicInteger looks = new AtomicInteger();
        daemon.answers(query ->
                switch (query.getTopic()) {
                    case TOPIC_LOGS -> Answers.newBuilder().addLogs(page("one")).build();
                    default ->
                            looks.incrementAndGet() > 2
                                    ? nothing(query).build()
                                    : nothing(query).addSilent("n3").build();
                });
        assertThat(logs(JOB, "-f")).isZero();
        assertThat(looks).hasValue(3);
        assertThat(cli.out()).contains("one");
        assertThat(cli.err()).containsOnlyOnce("no answer from n3").endsWith("the job has ended\n");
    }

    @Test
    void aJobThatANodeMayKnowIsFollowed() {
        AtomicInteger looks = new AtomicInteger();
        daemon.answers(query ->
                switch (query.getTopic()) {
                    case TOPIC_JOBS ->
                            looks.incrementAndGet() < 2
                                    ? nothing(query).addSilent("n3").build()
                                    : nothing(query).build();
                    default -> nothing(query).build();
                });
        assertThat(logs(JOB, "-f")).isZero();
        assertThat(cli.err()).containsOnlyOnce("no answer from n3").contains("the job has ended");
    }

    // ---- Daemons that end

    /** One that answers the first question, and with this from then on. */
    private void answersOnce(Runnable next) {
        AtomicInteger asked = new AtomicInteger();
        daemon.answers(_ -> {
            if (asked.incrementAndGet() > 1) {
                next.run();
                throw new UncheckedIOException(new IOException("it has ended"));
            }
            return Answers.newBuilder().addLogs(page("one")).build();
        });
    }

    private void end() {
        try {
            daemon.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anotherDaemonIsAskedWhereTheFirstOneHasEnded() throws Exception {
        answersOnce(this::end);
        try (FakeDaemon other = new FakeDaemon(directory, "n2")) {
            other.answers(query ->
                    switch (query.getTopic()) {
                        case TOPIC_LOGS -> Answers.newBuilder().addLogs(page("one", "two")).build();
                        default -> nothing(query).build();
                    });
            assertThat(logs(JOB, "-f", "--raw")).isZero();
        }
        assertThat(cli.out()).as("each line once").isEqualTo("one\ntwo\n");
        assertThat(cli.err())
                .containsOnlyOnce("no answer: ")
                .contains("closed before it answered; asking another daemon\n")
                .endsWith("the job has ended\n");
    }

    @Test
    void aDaemonThatGivesNoAnswerTwiceEndsTheCommand() {
        answersOnce(() -> {});
        assertThat(logs(JOB, "-f")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.out()).contains("one");
        assertThat(cli.err()).containsOnlyOnce("asking another daemon").contains("\nevenkeel: n1 ");
    }

    @Test
    void withoutAnotherDaemonTheCommandEnds() {
        answersOnce(this::end);
        assertThat(logs(JOB, "-f")).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err()).contains("asking another daemon\n", "is running here");
    }

    // ---- Nodes that answer nonsense

    @Test
    void aNodeThatGivesNoneOfWhatItHasIsNamed() {
        AtomicInteger asked = new AtomicInteger();
        daemon.answers(query ->
                switch (query.getTopic()) {
                    case TOPIC_JOBS -> job();
                    default -> {
                        asked.incrementAndGet();
                        yield Answers.newBuilder()
                                .addLogs(page().clearParts().setNext(7).setMore(true))
                                .build();
                    }
                });
        for (String[] words : new String[][] {{JOB}, {TASK}, {JOB, "-f"}, {JOB, "--failed"}}) {
            asked.set(0);
            assertThat(logs(words)).isEqualTo(ExitCode.FAILED);
            assertThat(cli.err()).contains("node n1 has more lines", "gives none of them");
            assertThat(asked).hasValueLessThan(5);
        }
    }

    @Test
    void aTimeThatIsNoneIsReported() {
        LogsAnswer.Builder page = page("one");
        page.getPartsBuilder(0).getLinesBuilder(0).setAt("yesterday");
        daemon.answers(_ -> Answers.newBuilder().addLogs(page).build());
        assertThat(logs(JOB)).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err())
                .isEqualTo("evenkeel: node n1 answered with \"yesterday\", which is no time\n");
    }

    // ---- Times

    @Test
    void olderLinesThanAskedForAreLeftOut() {
        Instant now = Instant.now();
        LogsAnswer.Builder page = page("an hour ago", "five minutes ago", "now");
        LogsAnswer.Part.Builder part = page.getPartsBuilder(0);
        part.getLinesBuilder(0).setAt(now.minus(Duration.ofHours(1)).toString());
        part.getLinesBuilder(1).setAt(now.minus(Duration.ofMinutes(5)).toString());
        part.getLinesBuilder(2).setAt(now.toString());
        daemon.answers(_ -> Answers.newBuilder().addLogs(page).build());
        assertThat(logs(JOB, "--since", "10m")).isZero();
        assertThat(cli.out()).contains("five minutes ago", "now").doesNotContain("an hour ago");
        assertThat(logs(JOB, "--since", "1m")).isZero();
        assertThat(cli.out()).contains("now").doesNotContain("ago");
        assertThat(logs(JOB, "--since", "soon")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("--since").contains("soon");
    }

    // ---- Patterns

    @Test
    void aPatternThatExplodesInManyLinesEndsTheCommand() {
        String[] lines = new String[1_000];
        Arrays.fill(lines, "x".repeat(300));
        daemon.answers(_ -> Answers.newBuilder().addLogs(page(lines)).build());
        assertThat(logs(JOB, "--grep", "(x+x+)+y")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err())
                .as("on a slow machine one line takes too long already")
                .containsPattern("takes too long on (all lines together|a line of 300 characters)")
                .contains("(x+x+)+y", "without nested repetitions");
    }
}
