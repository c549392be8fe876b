package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of a node that does not answer has not ended. */
class AttachCommandTest {

    private static final String JOB = "3k7x0a9q2m4fz";

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

    private int attach(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "attach";
        all[1] = JOB;
        System.arraycopy(words, 0, all, 2, words.length);
        return assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> cli.run(daemon.command(all)));
    }

    /** Answers each look at the job, from the first on. */
    private AtomicInteger looks(IntFunction<Answers> looks) {
        AtomicInteger count = new AtomicInteger();
        daemon.answers(query ->
                switch (query.getTopic()) {
                    case TOPIC_JOBS ->
                            query.getJob() == 0
                                    ? Answers.getDefaultInstance()
                                    : looks.apply(count.getAndIncrement());
                    default -> throw new IllegalArgumentException("" + query.getTopic());
                });
        return count;
    }

    private static Answers open(int tasks) {
        return open(FakeDaemon.NODE, tasks);
    }

    private static Answers open(String node, int tasks) {
        return Answers.newBuilder()
                .addJobs(
                        JobsAnswer.newBuilder()
                                .setNode(node)
                                .addJobs(
                                        JobsAnswer.Job.newBuilder()
                                                .setJob(JOB)
                                                .setOpen(tasks)
                                                .setSucceeded(5 - tasks)))
                .build();
    }

    private static Answers nothing(String node) {
        return Answers.newBuilder().addJobs(JobsAnswer.newBuilder().setNode(node)).build();
    }

    private static Answers silent(String... nodes) {
        return Answers.newBuilder()
                .addJobs(JobsAnswer.newBuilder().setNode(FakeDaemon.NODE))
                .addAllSilent(List.of(nodes))
                .build();
    }

    @Test
    void aNodeThatIsSilentForAWhileEndsNoJob() {
        AtomicInteger looks =
                looks(look -> look == 0 ? open(2) : look < 4 ? silent("n3") : open(0));
        assertThat(attach()).isZero();
        assertThat(looks).hasValue(5);
        assertThat(cli.err())
                .containsOnlyOnce("no answer from n3: whether the job has ended is unknown");
        assertThat(cli.out()).contains("done: 5 succeeded").doesNotContain("ended early");
    }

    @Test
    void aJobThatNoNodeHasAnyMoreEndedEarly() {
        looks(look -> look == 0 ? open(2) : silent());
        assertThat(attach()).isEqualTo(ExitCode.FAILED);
        assertThat(cli.out()).contains("the job ended early");
    }

    private Answers end() {
        try {
            daemon.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new UncheckedIOException(new IOException("it has ended"));
    }

    /** The node that is asked had the job and ends; the job comes back at another one. */
    @Test
    void aJobIsWatchedAtItsNextNode() throws Exception {
        looks(look -> look == 0 ? open(2) : end());
        AtomicInteger looks = new AtomicInteger();
        try (FakeDaemon other = new FakeDaemon(directory, "n2")) {
            other.answers(_ -> {
                int look = looks.getAndIncrement();
                return look < 2 ? nothing("n2") : open("n2", 3 - look);
            });
            assertThat(attach()).isZero();
        }
        assertThat(looks).hasValue(4);
        assertThat(cli.err())
                .contains("closed before it answered; asking another daemon\n")
                .containsOnlyOnce("no answer from n1: whether the job has ended is unknown")
                .containsOnlyOnce("the job is at node n2 now");
        assertThat(cli.out()).contains("done: 5 succeeded").doesNotContain("ended early");
    }

    @Test
    void aReplicaOfAJobWaitsForAProgram() {
        Answers.Builder replica = open("n2", 2).toBuilder();
        replica.getJobsBuilder(0).getJobsBuilder(0).setReplica(true);
        looks(look -> look == 0 ? open(2) : look == 1 ? replica.build() : open("n2", 0));
        assertThat(attach()).isZero();
        assertThat(cli.err())
                .containsOnlyOnce("node n1, which had the job, is gone; node n2 keeps a replica")
                .contains("Evenkeel.attach(\"" + JOB + "\")");
    }

    @Test
    void aJobOfASilentNodeIsNotCalledMisspelt() {
        looks(_ -> silent("n3"));
        assertThat(attach()).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err())
                .contains(
                        "no node that answered knows job " + JOB, "no answer from n3", "try again")
                .doesNotContain("misspelt");
        looks(_ -> silent());
        assertThat(attach()).isEqualTo(ExitCode.NOTHING);
        assertThat(cli.err()).contains("no node knows job " + JOB, "misspelt");
    }

    @Test
    void aJobThatIsCancelledHasEndedWhenItsNodeSaysSo() {
        AtomicInteger looks =
                looks(look ->
                        look == 0 ? open(2) : look < 3 ? silent(FakeDaemon.NODE) : silent("n3"));
        assertThat(attach("--cancel")).isZero();
        assertThat(looks).hasValue(4);
        assertThat(cli.out()).contains("ended: job " + JOB);
    }
}
