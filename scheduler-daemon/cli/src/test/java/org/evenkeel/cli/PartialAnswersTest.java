package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.QuotasAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands say what an answer leaves out. */
class PartialAnswersTest {
    private static final String TASK = "3k7x0a9q2m4fz-17";

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
        return cli.run(
                Stream.concat(Stream.of(words), Stream.of("--cluster-dir", cluster.toString()))
                        .toArray(String[]::new));
    }

    private void jobs(boolean more) {
        daemon.answers(
                Answers.newBuilder()
                        .addJobs(JobsAnswer.newBuilder().setNode("n1").setMore(more))
                        .addJobs(JobsAnswer.newBuilder().setNode("n2"))
                        .build());
    }

    @Test
    void jobsThatAreNotNamed() throws Exception {
        jobs(true);
        assertThat(run("jobs")).isZero();
        assertThat(cli.out())
                .contains("more jobs exist than are named by n1; evenkeel attach JOB --no-wait");
        assertThat(run("jobs", "--json")).isZero();
        assertThat(cli.json()).containsEntry("moreAt", List.of("n1"));
        jobs(false);
        run("jobs");
        assertThat(cli.out()).doesNotContain("more jobs exist");
        run("jobs", "--json");
        assertThat(cli.json()).containsEntry("moreAt", List.of());
    }

    @Test
    void submittersThatAreNotNamed() throws Exception {
        daemon.answers(
                Answers.newBuilder()
                        .addQuotas(QuotasAnswer.newBuilder().setNode("n1").setMore(true))
                        .build());
        assertThat(run("quotas")).isZero();
        assertThat(cli.out()).contains("more submitters exist than are named by n1");
        assertThat(run("quotas", "--json")).isZero();
        assertThat(cli.json()).containsEntry("moreAt", List.of("n1"));
    }

    @Test
    void nodesThatMayHaveKnownATask() {
        daemon.answers(Answers.newBuilder().addSilent("n2").build());
        assertThat(run("explain", TASK)).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err())
                .isEqualTo("no node has records of task " + TASK + "\nno answer from n2\n");
    }

    @Test
    void aLimitThatLeavesOutEverythingIsRefused() {
        assertThat(run("tasks", "--limit", "-5")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("--limit must be 1 or more, not -5");
        assertThat(run("tasks", "--limit", "0")).isEqualTo(ExitCode.USAGE);
    }
}
