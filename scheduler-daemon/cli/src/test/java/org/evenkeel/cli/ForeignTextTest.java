package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.LogsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What submitters and other machines say is never a command to the terminal of an operator. */
class ForeignTextTest {
    private static final String EVIL = "a\u001b[2J\u009b1m\u007f\u202eb\nforged";
    private static final String SHOWN = "a\\u001b[2J\\u009b1m\\u007f\\u202eb\\u000aforged";
    private static final String JOB = "3k7x0a9q2m4fz";
    private static final String TASK = JOB + "-17";

    @TempDir Path cluster;
    private final Cli cli = new Cli();
    private AnsweringDaemon daemon;

    @BeforeEach
    void open() throws Exception {
        daemon = new AnsweringDaemon(cluster, "n1");
    }

    @AfterEach
    void close() throws Exception {
        daemon.close();
    }

    private int run(String... words) {
        return cli.run(with(words));
    }

    /** With nothing that a terminal obeys in what is printed, but line ends. */
    private int runPrintable(String... words) {
        int exit = run(words);
        assertThat((cli.out() + cli.err()).replace("\n", ""))
                .matches("[^\\p{Cntrl}\u0080-\u009f\u202e]*");
        assertThat((cli.out() + cli.err()).lines()).noneMatch(line -> line.startsWith("forged"));
        return exit;
    }

    private String[] with(String... words) {
        return Stream.concat(Stream.of(words), Stream.of("--cluster-dir", cluster.toString()))
                .toArray(String[]::new);
    }

    private static Answers jobs() {
        JobsAnswer.Job job = JobsAnswer.Job.newBuilder().setJob(JOB).setName(EVIL).build();
        return Answers.newBuilder()
                .addJobs(JobsAnswer.newBuilder().setNode("n1").addJobs(job))
                .addRefusals(Answers.Refusal.newBuilder().setNode("n2").setWhy(EVIL))
                .build();
    }

    @Test
    void aNameIsPrintableInText() {
        daemon.answers(jobs());
        assertThat(runPrintable("jobs")).isZero();
        assertThat(cli.out()).contains(SHOWN);
        assertThat(cli.err()).isEqualTo("no answer from n2: " + SHOWN + "\n");
    }

    @Test
    void aProgramThatReadsJsonHasTheOriginalName() throws Exception {
        daemon.answers(jobs());
        assertThat(runPrintable("jobs", "--json")).isZero();
        assertThat(cli.out()).containsIgnoringCase("\\u001b[2J\\u009b1m\\u007f\\u202e");
        assertThat(cli.json().get("jobs"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .singleElement()
                .satisfies(job -> assertThat(job.get("name")).isEqualTo(EVIL));
        assertThat(cli.err()).isEqualTo("no answer from n2: " + SHOWN + "\n");
    }

    @Test
    void whyADaemonRefusesIsPrintable() {
        daemon.refuses(EVIL);
        assertThat(runPrintable("jobs")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).startsWith("evenkeel: the daemon at n1").contains(SHOWN);
    }

    @Test
    void anErrorIsPrintable() {
        daemon.fails(EVIL);
        assertThat(runPrintable("jobs")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).isEqualTo("evenkeel: " + SHOWN + "\n");
        assertThat(runPrintable("explain", TASK)).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).isEqualTo("evenkeel: " + SHOWN + "\n");
    }

    @Test
    void aTimeThatIsNoneIsPrintable() {
        daemon.answers(
                Answers.newBuilder()
                        .addLogs(
                                LogsAnswer.newBuilder()
                                        .setNode("n1")
                                        .setJob(JOB)
                                        .setKnown(true)
                                        .addParts(part("no time \u001b[2J", "x")))
                        .build());
        assertThat(run("logs", JOB)).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err())
                .startsWith("evenkeel: node n1 answered with")
                .contains("no time \\u001b[2J")
                .doesNotContain("\u001b");
    }

    /** The host begins as an address does, so that no name server is asked for it. */
    @Test
    void whyANodeWasNotForgottenIsPrintable() throws Exception {
        daemon.answers(
                Answers.newBuilder()
                        .addNodes(NodesAnswer.newBuilder().setNode("n1"))
                        .addNodes(NodesAnswer.newBuilder().setNode("n2").setHost("[" + EVIL))
                        .addForget(ForgetAnswer.newBuilder().setNode("n9").setKnows("silent"))
                        .build());
        assertThat(runPrintable("nodes", "forget", "n9")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.out())
                .as(cli.err())
                .contains("n2 was not informed: ")
                .contains("\\u001b[2J");
        assertThat(runPrintable("nodes", "forget", "n9", "--json")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.json().get("notTold")).asString().contains("a\u001b[2J\u009b1m");
    }

    private static LogsAnswer.Part.Builder part(String at, String text) {
        return LogsAnswer.Part.newBuilder()
                .setTask(TASK)
                .setNode("n1")
                .addLines(
                        LogsAnswer.Line.newBuilder()
                                .setNumber(1)
                                .setAt(at)
                                .setLevel("out")
                                .setText(text));
    }

    private void prints(String text) {
        daemon.answers(
                Answers.newBuilder()
                        .addLogs(
                                LogsAnswer.newBuilder()
                                        .setNode("n1")
                                        .setJob(JOB)
                                        .setKnown(true)
                                        .addParts(part("2026-01-31T12:00:00Z", text)))
                        .build());
    }

    @Test
    void linesOfTasksAreShownWithTabsAndWithoutCommandsToTheTerminal() {
        prints("\u001b[31mred\u001b[0m\t\\u0009 literal");
        assertThat(run("logs", TASK)).isZero();
        assertThat(cli.out()).endsWith("n1  \\u001b[31mred\\u001b[0m\t\\u0009 literal\n");
    }

    @Test
    void rawLinesAreAsTheTaskPrintedThem() throws Exception {
        prints("\u001b[31mred\u001b[0m\t\\u0009 literal");
        assertThat(run("logs", TASK, "--raw")).isZero();
        assertThat(cli.out()).isEqualTo("\u001b[31mred\u001b[0m\t\\u0009 literal\n");
        assertThat(runPrintable("logs", TASK, "--raw", "--json")).isZero();
        assertThat(cli.json()).containsEntry("text", "\u001b[31mred\u001b[0m\t\\u0009 literal");
    }
}
