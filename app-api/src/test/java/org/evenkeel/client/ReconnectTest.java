package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.fake.FakeRunner;
import org.evenkeel.model.Grant;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rule R8 and the resuming of sessions: what a lost link costs, and that no task is lost with it.
 */
@Timeout(120)
class ReconnectTest extends ClientTestBase {

    private static long openAt(FakeDaemon daemon) {
        synchronized (daemon.lock) {
            return daemon.sessions.values().stream()
                    .mapToLong(session -> session.tasks.size())
                    .sum();
        }
    }

    private static int epochs(FakeDaemon daemon) {
        synchronized (daemon.lock) {
            return daemon.sessions.values().stream()
                    .flatMap(session -> session.tasks.values().stream())
                    .mapToInt(task -> Math.max(1, task.item.getEpoch()))
                    .max()
                    .orElse(0);
        }
    }

    private List<TaskHandle<Integer>> submit(Cluster cluster, int count) {
        List<TaskHandle<Integer>> handles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handles.add(cluster.submit(new Work.Square(i)));
        }
        return handles;
    }

    private static void check(List<TaskHandle<Integer>> handles) throws InterruptedException {
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get()).isEqualTo(i * i);
        }
    }

    /** All links of the daemon break each time that so many tasks have run. */
    private static AtomicInteger cutWhenEveryNthRan(FakeDaemon daemon, int each) {
        Function<FakeDaemon.FakeTask, OutcomeItem.Builder> runner = daemon.runner;
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger cuts = new AtomicInteger();
        daemon.runner =
                task -> {
                    if (ran.incrementAndGet() % each == 0) {
                        daemon.cutLinks();
                        cuts.incrementAndGet();
                    }
                    return runner.apply(task);
                };
        return cuts;
    }

    @Test
    void sessionGoesOnWithTheSameProcess() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 100);
        await().until(() -> openAt(daemon) == 100);
        daemon.cutLinks();
        List<TaskHandle<Integer>> more = submit(cluster, 100);
        await().until(() -> openAt(daemon) == 200);
        daemon.runs = true;
        daemon.kick();
        check(handles);
        check(more);
        assertThat(epochs(daemon)).isEqualTo(1);
    }

    @Test
    void outcomesThatWereOnTheirWayComeAgain() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 1000);
        await().until(() -> openAt(daemon) == 1000);
        AtomicInteger ends = new AtomicInteger();
        handles.forEach(handle ->
                handle.onDone((value, error) -> {
                    if (ends.incrementAndGet() % 200 == 0) {
                        daemon.cutLinks();
                    }
                }));
        daemon.runs = true;
        daemon.kick();
        check(handles);
        assertThat(ends).hasValue(1000);
        await().untilAsserted(() -> {
            synchronized (daemon.lock) {
                assertThat(daemon.sessions.values())
                        .allSatisfy(session -> assertThat(session.undelivered).isEmpty());
            }
        });
    }

    @Test
    void daemonThatForgotTheSessionGetsEverythingAgainUnderAHigherEpoch() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.resumes = false;
        daemon.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 50);
        await().until(() -> openAt(daemon) == 50);
        daemon.cutLinks();
        await().until(() -> epochs(daemon) == 1 + Grant.CLIENT_STRIDE);
        await().until(() -> openAt(daemon) == 50);
        daemon.runs = true;
        daemon.kick();
        check(handles);
    }

    @Test
    void daemonWhoseDiskKeptTheSessionGetsEveryTaskUnderARaisedEpoch() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.resumes = false;
        daemon.recovers = true;
        daemon.runs = false;
        daemon.recordFrames = true;
        Cluster cluster = client();
        TaskHandle<Integer> inMemory = cluster.submit(new Work.Square(2));
        TaskHandle<Integer> onDisk =
                cluster.submit(
                        new Work.Square(3), TaskOptions.DEFAULT.withDurability(Durability.DISK));
        await().until(() -> openAt(daemon) == 2);
        daemon.cutLinks();
        await().until(() -> epochs(daemon) == 1 + Grant.CLIENT_STRIDE);
        await().untilAsserted(() ->
                assertThat(submissions(daemon))
                        .containsExactlyInAnyOrder(
                                "1 in memory, epoch 1",
                                "2 on disk, epoch 1",
                                "1 in memory, epoch 1025",
                                "2 on disk, epoch 1025"));
        daemon.runs = true;
        daemon.kick();
        assertThat(inMemory.get()).isEqualTo(4);
        assertThat(onDisk.get()).isEqualTo(9);
    }

    private static List<String> submissions(FakeDaemon daemon) {
        List<String> lines = new ArrayList<>();
        for (Frame frame : daemon.seen) {
            for (SubmitGroup group : frame.getSubmit().getGroupsList()) {
                for (SubmitItem item : group.getItemsList()) {
                    lines.add(
                            "%d %s, epoch %d"
                                    .formatted(
                                            item.getNumber(),
                                            group.getKind().getOnDisk() ? "on disk" : "in memory",
                                            Math.max(1, item.getEpoch())));
                }
            }
        }
        return lines;
    }

    @Test
    void clientTellsWhereItWasBefore() throws Exception {
        FakeDaemon first = daemon("n1");
        first.runs = false;
        Cluster cluster = client();
        TaskHandle<Integer> handle = cluster.submit(new Work.Square(2));
        await().until(() -> openAt(first) == 1);
        FakeDaemon second = daemon("n2");
        second.runs = false;
        first.close();
        await().until(() -> openAt(second) == 1);
        Hello hello = second.links.getFirst().hello;
        assertThat(hello.getLeft(0).getName()).isEqualTo("n1");
        assertThat(hello.getAttachments()).isEqualTo(2);
        assertThat(hello.getClient()).isNotZero();
        second.runs = true;
        second.kick();
        assertThat(handle.get()).isEqualTo(4);
    }

    @Test
    void anotherDaemonTakesOver() throws Exception {
        FakeDaemon first = daemon("n1");
        first.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 50);
        await().until(() -> openAt(first) == 50);
        FakeDaemon second = daemon("n2");
        first.close();
        check(handles);
        assertThat(epochs(second)).isEqualTo(1 + Grant.CLIENT_STRIDE);
        assertThat(cluster.info().node()).isEqualTo("n2");
        assertThat(handles.getFirst().where()).isEqualTo("n2");
    }

    /** As one does that is leaving. */
    @Test
    void daemonThatRejectsWhatWasAcceptedBeforeIsNotTheOneToGoOnWith() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.resumes = false;
        daemon.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 5);
        await().until(() -> openAt(daemon) == 5);
        var usual = daemon.runner;
        daemon.runner =
                task ->
                        task.item.getNumber() <= 5
                                ? null
                                : OutcomeItem.newBuilder().setStatus(Status.CANCELLED);
        daemon.runs = true;
        assertThatThrownBy(cluster.submit(new Work.Square(6))::get) // the others are accepted
                .isInstanceOf(TaskCancelledException.class);
        AtomicInteger rejected = new AtomicInteger();
        daemon.accepts = false;
        daemon.runner =
                task -> {
                    rejected.incrementAndGet();
                    daemon.links
                            .getLast()
                            .send(
                                    Frame.newBuilder()
                                            .setRejected(
                                                    Rejected.newBuilder()
                                                            .setNumber(task.item.getNumber())
                                                            .setReason("this node is draining"))
                                            .build());
                    return null;
                };
        daemon.cutLinks();
        await().until(() -> rejected.get() >= 5);
        daemon.runner = usual;
        daemon.accepts = true;
        daemon.cutLinks();
        check(handles);
    }

    @Test
    void smallerWindowOfTheNextDaemonIsKept() throws Exception {
        FakeDaemon first = daemon("n1");
        first.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 500);
        await().until(() -> openAt(first) == 500);
        FakeDaemon second = daemon("n2");
        second.window = 10;
        second.runs = false;
        first.close();
        await().until(() -> openAt(second) == 10);
        second.runs = true;
        second.kick();
        check(handles);
    }

    @Test
    void tasksCancelledMeanwhileAreNotSubmittedAgain() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.resumes = false;
        daemon.runs = false;
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 10);
        await().until(() -> openAt(daemon) == 10);
        daemon.close();
        await().until(() -> !cluster.info().connected());
        handles.subList(0, 9).forEach(TaskHandle::cancel);
        FakeDaemon second = daemon("n2");
        assertThat(handles.get(9).get()).isEqualTo(81);
        assertThat(openAt(second)).isEqualTo(1);
        assertThatThrownBy(handles.getFirst()::get).isInstanceOf(TaskCancelledException.class);
        await().until(() -> cluster.info().openTasks() == 0);
    }

    @Test
    void openTasksEndWhenNoDaemonComesBack() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster cluster = client(Duration.ofMillis(200));
        TaskHandle<Integer> handle = cluster.submit(new Work.Square(1));
        await().until(() -> openAt(daemon) == 1);
        daemon.close();
        assertThatThrownBy(handle::get)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("evenkeel up");
        assertThatThrownBy(() -> cluster.submit(new Work.Square(1)))
                .isInstanceOf(ClusterUnavailableException.class);
    }

    @Test
    void linksThatBreakAllTheTimeLoseNothing() throws Exception {
        FakeDaemon daemon = daemon("n1");
        Map<Long, Integer> runs = new ConcurrentHashMap<>();
        FakeRunner runner = new FakeRunner();
        daemon.runner =
                task -> {
                    runs.merge(task.item.getNumber(), 1, Integer::sum);
                    return runner.apply(task);
                };
        AtomicInteger cuts = cutWhenEveryNthRan(daemon, 1_000);
        Cluster cluster = client();
        List<TaskHandle<Integer>> handles = submit(cluster, 20_000);
        check(handles);
        assertThat(cuts).hasValue(20);
        assertThat(runs).hasSize(20_000);
        assertThat(runs.values()).allMatch(count -> count == 1); // one process: no task runs twice
    }
}
