package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients that submit as fast as they can share what one small daemon has room for: nobody is
 * refused, everybody gets on, and the daemon stays within its heap.
 */
@Alone
@Timeout(180)
@LongForm
class CrowdProcessIT {

    private static final String SMALL_HEAP = "48m";
    private static final int CLIENTS = 6;
    private static final int ENOUGH = 20;

    /** A client that submits for ever. */
    private static final class Flood implements AutoCloseable {
        private final Cluster cluster;
        private final Thread thread;
        private final AtomicLong submitted = new AtomicLong();
        private final AtomicLong done = new AtomicLong();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private volatile boolean over;

        Flood(Cluster cluster, int payloadBytes) {
            this.cluster = cluster;
            this.thread = Thread.ofPlatform().daemon().start(() -> run(payloadBytes));
        }

        private void run(int payloadBytes) {
            try {
                while (!over) {
                    cluster.submit(new Work.Echo(new byte[payloadBytes])).onDone(this::ended);
                    submitted.incrementAndGet();
                }
            } catch (EvenkeelException e) {
                note(e);
            }
        }

        private void ended(byte[] result, Throwable thrown) {
            if (thrown == null) {
                done.incrementAndGet();
            } else {
                note(thrown);
            }
        }

        private void note(Throwable thrown) {
            if (!over) {
                failure.compareAndSet(null, thrown);
            }
        }

        boolean isBlocked() {
            return thread.getState() == Thread.State.WAITING;
        }

        @Override
        public void close() {
            over = true;
            cluster.close();
        }
    }

    private static void check(StartedNodes nodes, List<Flood> floods) {
        assertThat(nodes.daemon("n1").isAlive()).as(nodes::logs).isTrue();
        for (Flood flood : floods) {
            assertThat(flood.failure.get()).as(nodes::logs).isNull();
        }
    }

    @Test
    void manySmallPayloadsFitInTheHeapOfADaemon() throws IOException {
        List<Flood> floods = new ArrayList<>();
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1).heap(SMALL_HEAP))) {
            for (int i = 0; i < CLIENTS; i++) {
                floods.add(new Flood(nodes.connect("n1"), 900));
                await(nodes, floods, floods.getLast()::isBlocked);
            }
            await(nodes, floods, () -> floods.stream().allMatch(f -> f.done.get() >= ENOUGH));
        } finally {
            floods.forEach(Flood::close);
        }
    }

    @Test
    void whoComesWhileAnotherHasFilledItsWindowIsNotRefused() throws IOException {
        List<Flood> floods = new ArrayList<>();
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1).heap(SMALL_HEAP))) {
            for (int i = 0; i < 3; i++) {
                floods.add(new Flood(nodes.connect("n1"), 0));
                await(nodes, floods, floods.getLast()::isBlocked);
            }
            await(nodes, floods, () -> floods.stream().allMatch(f -> f.done.get() >= 1_000));
        } finally {
            floods.forEach(Flood::close);
        }
    }

    /** Else nearly every task starts a worker: of another job than the task before it. */
    @Test
    void jobsThatTakeTurnsInASlotKeepTheirWorkers() throws Exception {
        List<Cluster> clients = new ArrayList<>();
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1))) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(nodes.connect("n1"));
            }
            List<TaskHandle<Long>> handles = new ArrayList<>();
            for (int round = 0; round < 30; round++) {
                for (Cluster client : clients) {
                    handles.add(client.submit(new Work.Pid()));
                }
            }
            Set<Long> workers = new TreeSet<>();
            for (TaskHandle<Long> handle : handles) {
                workers.add(handle.get(Duration.ofSeconds(60)));
            }
            assertThat(workers).as(nodes::logs).hasSize(CLIENTS);
        } finally {
            clients.forEach(Cluster::close);
        }
    }

    private static void await(StartedNodes nodes, List<Flood> floods, Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .failFast(() -> check(nodes, floods))
                .until(condition);
        check(nodes, floods);
    }
}
