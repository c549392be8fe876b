package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients leave their jobs, by will or by SIGKILL, and others find them again. */
@Tag("extended")
class JobsProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    @TempDir static Path state;
    @TempDir Path folder;
    private static StartedNodes nodes;
    private static Command evenkeel;

    @BeforeAll
    static void start() throws Exception {
        evenkeel = new Command(state);
        nodes = StartedNodes.start(Setup.of(2, 1).flags("--session-lease", "500ms"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    /** What tasks wait for that must not end too soon. */
    private Path gate() {
        return folder.resolve("gate");
    }

    private LeftClient client(boolean outlives, int tasks) throws IOException {
        return LeftClient.start(nodes.directory.resolve("nodes/n1"), outlives, tasks, gate());
    }

    private TaskHandle<Long> submitGated(Cluster cluster, int number) {
        return cluster.submit(new Work.GatedSquare(number, gate().toString()), LeftJob.IN_MEMORY);
    }

    private static Command.Ended run(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--cluster-dir", nodes.directory.toString()));
        return evenkeel.run(all.toArray(String[]::new));
    }

    /** Task n of LeftJob squares n - 1; the killed client had some of the first ones. */
    private static void checkSquares(List<TaskHandle<?>> handles, int tasks) throws Exception {
        AtomicInteger ends = new AtomicInteger();
        long last = 0;
        for (TaskHandle<?> handle : handles) {
            handle.onDone((result, thrown) -> ends.incrementAndGet());
            long n = Long.parseLong(handle.id().substring(handle.id().indexOf('-') + 1));
            assertThat(n).as("in the order of their numbers").isBetween(last + 1, (long) tasks);
            last = n;
            assertThat(handle.name()).contains("Square");
            assertThat(handle.get(SOON)).isEqualTo((n - 1) * (n - 1));
        }
        assertThat(ends).as("each once").hasValue(handles.size());
    }

    private static int number(String json, String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\":(\\d+)").matcher(json);
        assertThat(matcher.find()).as("%s in %s", field, json).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    @Test
    void jobThatOutlivesItsKilledClientIsFoundByAnother() throws Exception {
        LeftClient client = client(true, 60);
        client.kill();
        Command.Ended jobs = run("jobs");
        assertThat(jobs.out()).as(jobs.toString()).contains(client.job(), "left", "n1", "yes");
        Files.createFile(gate());
        Command.Ended watched = run("attach", client.job(), "--json");
        assertThat(watched.exitCode()).as(watched + nodes.logs()).isZero();
        assertThat(watched.out())
                .contains("\"done\":60", "\"failed\":0", "\"open\":0", "\"attached\":false");
        try (Cluster cluster = nodes.builder("n2").attach(client.job())) {
            assertThat(cluster.jobId()).isEqualTo(client.job());
            assertThat(cluster.info().node()).as("where the job is").isEqualTo("n1");
            assertThat(cluster.handles())
                    .hasSize(number(watched.out(), "unfetched"))
                    .as("all but the one that the killed client had got")
                    .hasSizeBetween(59, 60);
            checkSquares(cluster.handles(), 60);
            assertThat(cluster.submit(new Work.Square(100, 0), LeftJob.IN_MEMORY).get(SOON))
                    .isEqualTo(10_000L);
        }
        assertThatThrownBy(() -> nodes.builder("n1").attach(client.job()).close())
                .as("closing ended it")
                .isInstanceOf(UnknownJobException.class);
    }

    @Test
    void jobOfAKilledClientEndsAfterTheLeaseOtherwise() throws Exception {
        LeftClient client = client(false, 4);
        Command.Started watch =
                evenkeel.start("attach", client.job(), "--cluster-dir", nodes.directory.toString());
        Awaitility.await("both nodes run a task of it")
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(watch.output())
                                .as(nodes::logs)
                                .contains("client attached", "running n1 1, n2 1"));
        client.kill();
        Command.Ended watched = watch.await();
        assertThat(watched.exitCode()).as(watched + nodes.logs()).isOne();
        assertThat(watched.err()).contains("1/4", "25 %", "running n1 1, n2 1");
        assertThat(watched.out())
                .contains("its client closed it, or its client or its node was lost");
        try (Cluster cluster = nodes.connect("n1")) { // the slots are free again
            assertThat(cluster.submit(new Work.Square(3, 0)).get(SOON)).isEqualTo(9);
        }
    }

    @Test
    void jobCanBeLeftAndAttachedToAgain() throws Exception {
        String job;
        TaskHandle<Long> open;
        try (Cluster first = nodes.builder("n1").jobName("mine").detached(true).connect()) {
            job = first.jobId();
            for (int i = 0; i < 20; i++) {
                first.submit(new Work.Square(i, 1), LeftJob.IN_MEMORY);
            }
            open = submitGated(first, 20);
            first.detach();
            assertThatThrownBy(open::get)
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("Evenkeel.attach(\"" + job + "\")");
        }
        Files.createFile(gate());
        try (Cluster second = nodes.builder("n1").attach(job)) {
            List<TaskHandle<?>> handles = second.handles();
            assertThat(handles).isNotEmpty();
            assertThat(handles.getLast().id()).isEqualTo(open.id());
            assertThat(handles.getLast().get(SOON)).isEqualTo(400L);
            TaskHandle<Long> more = second.submit(new Work.Square(7, 0), LeftJob.IN_MEMORY);
            assertThat(more.get(SOON)).isEqualTo(49);
            assertThat(second.handles()).containsAll(handles).doesNotContain(more);
        }
    }

    @Test
    @LongForm
    void jobThatWasLeftSurvivesItsDaemonToo() throws Exception {
        String job;
        try (Cluster first = nodes.builder("n1").detached(true).connect()) {
            job = first.jobId();
            for (int i = 0; i < 30; i++) {
                // Level DISK, as nothing else is said.
                first.submit(new Work.GatedSquare(i, gate().toString()));
            }
            first.detach();
        }
        nodes.kill("n1");
        Files.createFile(gate());
        nodes.restart("n1");
        try (Cluster second = nodes.builder("n1").attach(job)) {
            assertThat(second.handles()).hasSize(30);
            checkSquares(second.handles(), 30);
            TaskHandle<Long> more = second.submit(new Work.Square(7, 0));
            assertThat(more.get(SOON)).as(nodes::logs).isEqualTo(49);
        }
    }

    @Test
    void jobHasOneClientAtATime() throws Exception {
        try (Cluster first = nodes.builder("n1").detached(true).connect()) {
            TaskHandle<Long> slow = submitGated(first, 5);
            assertThat(first.submit(new Work.Square(6, 0), LeftJob.IN_MEMORY).get(SOON))
                    .as("and what came before is accepted")
                    .isEqualTo(36);
            try (Cluster second = first.attach(first.jobId())) {
                assertThatThrownBy(() -> slow.get(SOON))
                        .isInstanceOf(OutcomeUnknownException.class)
                        .hasMessageContaining("another client attached");
                Files.createFile(gate());
                assertThat(second.handles().getFirst().get(SOON)).isEqualTo(25L);
            }
        }
    }

    @Test
    void jobIsEndedFromTheCommandLine() throws Exception {
        LeftClient client = client(true, 3);
        client.kill();
        Command.Ended ended = run("attach", client.job(), "--cancel");
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .contains("ended: job " + client.job() + ", 2 tasks were still open");
        Command.Ended again = run("attach", client.job());
        assertThat(again.exitCode()).isEqualTo(3);
        assertThat(again.err()).contains("no node knows job " + client.job());
    }

    @Test
    void jobThatDoesNotOutliveItsClientCannotBeLeft() throws Exception {
        try (Cluster cluster = nodes.connect("n1")) {
            assertThatThrownBy(cluster::detach)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("detached(true)");
            assertThatThrownBy(() -> cluster.attach(cluster.jobId()))
                    .hasMessageContaining("is not detached");
            assertThatThrownBy(() -> cluster.attach("no id"))
                    .isInstanceOf(UnknownJobException.class);
            assertThatThrownBy(() -> cluster.attach("3k7x0a9q2m4fz"))
                    .isInstanceOf(UnknownJobException.class)
                    .hasMessageContaining(cluster.jobId());
            assertThat(cluster.submit(new Work.Square(3, 0)).get(SOON)).isEqualTo(9);
        }
    }
}
