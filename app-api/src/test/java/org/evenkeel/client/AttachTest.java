package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.fake.FakeDaemon.FakeSession;
import org.evenkeel.fake.FakeJobs;
import org.evenkeel.fake.FakeLink;
import org.evenkeel.model.Ids;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client leaves its job, another takes it over: nothing is lost and nothing comes twice. */
@Timeout(120)
class AttachTest extends ClientTestBase {

    private static final TaskOptions MEMORY = TaskOptions.DEFAULT.withDurability(Durability.MEMORY);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<Thread.State> WAITS =
            EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private static void submit(Cluster cluster, int count) {
        for (int i = 1; i <= count; i++) {
            cluster.submit(new Work.Square(i));
        }
    }

    private static void runAll(FakeDaemon daemon) {
        daemon.runs = true;
        daemon.kick();
    }

    private static FakeSession sessionOf(FakeDaemon daemon, String job) {
        synchronized (daemon.lock) {
            return daemon.jobs.get(Ids.parse(job));
        }
    }

    @Test
    void allTasksOfTheJobAreFoundAndMoreCanBeSubmitted() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster first = lastingClient();
        submit(first, 5);
        first.detach();
        Cluster second = attach(first.jobId());
        List<TaskHandle<?>> found = second.handles();
        assertThat(found)
                .extracting(TaskHandle::name)
                .hasSize(5)
                .containsOnly(Work.Square.class.getName());
        TaskHandle<Integer> more = second.submit(new Work.Square(6));
        assertThat(more.id()).isEqualTo(found.getLast().id().replace("-5", "-6"));
        runAll(daemon);
        for (int i = 1; i <= 5; i++) {
            assertThat(found.get(i - 1).get()).isEqualTo(i * i);
        }
        assertThat(more.get()).isEqualTo(36);
        await().until(() -> second.info().openTasks() == 0);
        assertThat(second.handles()).as("the program can still ask for them").isEqualTo(found);
        await().untilAsserted(
                        () -> assertThat(sessionOf(daemon, first.jobId()).undelivered).isEmpty());
    }

    @Test
    void outcomesThatWaitedAreThereAtOnce() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster first = lastingClient();
        submit(first, 3);
        first.detach();
        runAll(daemon);
        Cluster second = attach(first.jobId());
        assertThat(second.handles()).hasSize(3);
        assertThat(second.handles().get(2).get()).isEqualTo(9);
    }

    @Test
    void ofTwoNodesWithTheJobTheOneItsClientWentToLastIsTaken() throws Exception {
        FakeDaemon first = daemon("n1");
        first.runs = false;
        Cluster client = lastingClient();
        submit(client, 2);
        await().until(() -> sessionOf(first, client.jobId()).tasks.size() == 2);
        first.attachment = 4;
        FakeDaemon second = daemon("n2"); // it asks the first, which answers for both
        first.alsoSays =
                JobsAnswer.newBuilder()
                        .setNode("n2")
                        .addJobs(FakeJobs.job(Ids.parse(client.jobId()), 3))
                        .build();
        assertThat(attach(client.jobId()).info().node()).isEqualTo("n1");
        assertThat(first.links.getLast().hello.getAttachments()).isEqualTo(5);
        assertThat(second.links).isEmpty();
    }

    @Test
    void outcomesOfOtherJobsAreLeftAlone() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster first = lastingClient();
        submit(first, 1);
        submit(first.job("other"), 2);
        submit(first, 1);
        first.detach();
        Cluster second = attach(first.jobId());
        assertThat(second.handles()).hasSize(2);
        runAll(daemon);
        second.handles().getLast().get();
        await().untilAsserted(() ->
                assertThat(sessionOf(daemon, first.jobId()).undelivered).containsOnlyKeys(2L, 3L));
    }

    @Test
    void leavingWaitsUntilEverythingIsAccepted() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        daemon.accepts = false;
        Cluster first = lastingClient();
        submit(first, 3);
        Thread leaving =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                first.detach();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        await().until(() -> WAITS.contains(leaving.getState()));
        assertThat(leaving.isAlive()).isTrue();
        daemon.acceptAll();
        assertThat(leaving.join(LIMIT)).isTrue();
        assertThat(sessionOf(daemon, first.jobId()).tasks).hasSize(3);
    }

    @Test
    void whoLeavesWithoutLookingAtHandlesIsToldThatTasksWereRejected() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.accepts = false;
        daemon.runner =
                task -> {
                    long number = task.item.getNumber();
                    if (number != 2) {
                        task.session.tasks.remove(number);
                        daemon.links
                                .getFirst()
                                .send(
                                        Frame.newBuilder()
                                                .setRejected(
                                                        Rejected.newBuilder()
                                                                .setNumber(number)
                                                                .setReason("no room " + number))
                                                .build());
                    }
                    return null;
                };
        Cluster first = lastingClient();
        TaskHandle<Integer> seen = first.submit(new Work.Square(1));
        assertThatThrownBy(seen::get).isInstanceOf(TaskRejectedException.class);
        submit(first, 3);
        await().until(() -> sessionOf(daemon, first.jobId()).highest == 4);
        daemon.acceptAll();
        assertThatThrownBy(first::detach)
                .isInstanceOf(TaskRejectedException.class)
                .hasMessageStartingWith("2 tasks were not accepted, because: no room 4. ");
        first.detach();
        assertThat(attach(first.jobId()).handles()).hasSize(1);
    }

    @Test
    void clientThatWasTakenOverDoesNotComeBack() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster first = lastingClient();
        TaskHandle<Integer> handle = first.submit(new Work.Square(1));
        await().until(() -> sessionOf(daemon, first.jobId()).tasks.size() == 1);
        CompletableFuture<Thread> reader = new CompletableFuture<>();
        handle.onDone((value, error) -> reader.complete(Thread.currentThread()));
        FakeLink link = daemon.links.getFirst();
        synchronized (daemon.lock) {
            link.send(
                    Frame.newBuilder()
                            .setRefused(Refused.newBuilder().setReason("taken").setTakenOver(true))
                            .build());
        }
        assertThatThrownBy(handle::get)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("another client attached");
        assertThat(reader.get().join(LIMIT)).as("what would connect again has ended").isTrue();
        await().until(() -> daemon.links.isEmpty());
    }

    @Test
    void foundTasksEndWhenTheirDaemonForgotThem() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        daemon.resumes = false;
        Cluster first = lastingClient();
        first.submit(new Work.Square(1), MEMORY);
        first.detach();
        Cluster second = attach(first.jobId());
        TaskHandle<?> found = second.handles().getFirst();
        daemon.cutLinks();
        assertThatThrownBy(found::get)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("durability DISK");
    }

    @Test
    void foundTasksThatADiskKeptGoOnAfterARestart() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        daemon.resumes = false;
        daemon.recovers = true;
        Cluster first = lastingClient();
        submit(first, 1);
        first.detach();
        Cluster second = attach(first.jobId());
        FakeLink before = daemon.links.getFirst();
        daemon.cutLinks();
        await().until(() -> !daemon.links.isEmpty() && daemon.links.getFirst() != before);
        runAll(daemon);
        assertThat(second.handles().getFirst().get()).isEqualTo(1);
    }

    @Test
    void namesOfTheJobsOfOthersAreNoCommandsToATerminal() throws Exception {
        daemon("n1").alsoSays =
                JobsAnswer.newBuilder()
                        .addJobs(FakeJobs.job(5, 1).toBuilder().setName("a\u001b[2J\nb"))
                        .build();
        assertThatThrownBy(() -> attach("3k7x0a9q2m4fz"))
                .isInstanceOf(UnknownJobException.class)
                .hasMessageContaining("(a\\u001b[2J\\u000ab)");
    }

    @Test
    void namesOfNodesAreNoCommandsToATerminal() throws Exception {
        daemon("n1").alsoSays =
                JobsAnswer.newBuilder()
                        .setNode("n\u001b[2J")
                        .addJobs(FakeJobs.job(5, 1).toBuilder().setGoingTo("n\u202e"))
                        .build();
        assertThatThrownBy(() -> attach(Ids.text(5)))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContaining("from n\\u001b[2J to n\\u202e when");
    }

    @Test
    void unknownJobNamesTheKnownOnes() throws Exception {
        daemon("n1");
        Cluster cluster = lastingClient();
        assertThatThrownBy(() -> attach("3k7x0a9q2m4fz"))
                .isInstanceOf(UnknownJobException.class)
                .hasMessageContainingAll("3k7x0a9q2m4fz", cluster.jobId(), "evenkeel jobs");
        assertThatThrownBy(() -> attach("look!"))
                .isInstanceOf(UnknownJobException.class)
                .hasMessageContaining("is not a job id");
    }
}
