package org.evenkeel.migration.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.evenkeel.session.FinishedTask.Ticket;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who runs in a worker, and when. */
@Timeout(30)
class SlotTest {
    private static final long OWN = 5;
    private static final long CLIENT = 9;

    private final Map<Long, Consumer<Slot.Runner>> bodies = new ConcurrentHashMap<>();
    private final List<String> happened = Collections.synchronizedList(new ArrayList<>());
    private final WorkerKind kind =
            new WorkerKind(
                    TaskKind.newBuilder().setName("work").build(),
                    SlotTest.class.getClassLoader(),
                    null);
    private final Slot slot =
            new Slot(OWN, new Slot.Lane(this::live), SlotTest.class.getClassLoader(), () -> {});
    private volatile boolean watched = true;
    private final Thread watchdog = Thread.ofPlatform().daemon().start(this::watch);

    private void live(Slot.Runner me) {
        for (StartedTask task = slot.next(me); task != null; task = slot.next(me)) {
            Objects.requireNonNull(bodies.get(task.ticket().number())).accept(me);
            happened.add(task.ticket().number() + " ends");
        }
    }

    private void watch() {
        while (watched) {
            if (slot.lend(System.nanoTime())) {
                happened.add("lent");
            }
            sleep(1);
        }
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        watched = false;
        watchdog.join();
    }

    private void offer(long number, Consumer<Slot.Runner> body) {
        bodies.put(number, body);
        Ticket ticket = new Ticket(CLIENT, number, 1, 1);
        slot.offer(List.of(new StartedTask(kind, ticket, new byte[0], 0, 0, null)));
    }

    private void awaitEnds(String... ends) {
        await().untilAsserted(() -> assertThat(happened).contains(ends));
    }

    /** Waits without the baton until the latch is open, and says when it goes on. */
    private Consumer<Slot.Runner> parks(CountDownLatch until, Runnable then) {
        return me -> {
            slot.layDown(me);
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            slot.takeUp(me);
            then.run();
        };
    }

    @Test
    void whoIsParkedGoesOnBeforeWhatHasNotBegun() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        offer(1, parks(come, () -> happened.add("1 goes on")));
        offer(
                2,
                me -> {
                    happened.add("2 begins");
                    while (end.getCount() > 0) {
                        sleep(1);
                    }
                });
        offer(3, me -> happened.add("3 begins"));
        awaitEnds("2 begins");
        come.countDown();
        sleep(100);
        assertThat(happened).as("one at a time").containsExactly("2 begins");
        end.countDown();
        awaitEnds("3 ends");
        assertThat(happened)
                .containsExactly("2 begins", "2 ends", "1 goes on", "1 ends", "3 begins", "3 ends");
    }

    @Test
    void whoWaitsWithTheBatonHearsThatAnotherCouldGoOn() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch heard = new CountDownLatch(1);
        offer(1, parks(come, () -> happened.add("1 goes on")));
        offer(
                2,
                me -> {
                    slot.tellOfSuccessor(heard::countDown);
                    assertThat(slot.hasSuccessor()).isFalse();
                    come.countDown();
                    await().until(() -> heard.getCount() == 0);
                    assertThat(slot.hasSuccessor()).isTrue();
                    slot.layDown(me);
                    slot.takeUp(me);
                    happened.add("2 goes on");
                });
        awaitEnds("1 ends", "2 ends");
        assertThat(happened).containsExactly("1 goes on", "1 ends", "2 goes on", "2 ends");
    }

    @Test
    void whoIsParkedGoesOnAtOnceWhereNobodyRuns() {
        CountDownLatch come = new CountDownLatch(1);
        offer(1, parks(come, () -> {}));
        sleep(50);
        assertThat(happened).isEmpty();
        come.countDown();
        awaitEnds("1 ends");
        offer(2, me -> {});
        awaitEnds("2 ends");
        assertThat(happened).doesNotContain("lent");
    }

    /** A monitor, in the midst of which it waits. */
    @Test
    void whoHoldsTheMonitorThatTheOtherWaitsForGoesOn() {
        Object monitor = new Object();
        CountDownLatch come = new CountDownLatch(1);
        offer(
                1,
                me -> {
                    synchronized (monitor) {
                        parks(come, () -> sleep(20)).accept(me);
                    }
                });
        offer(
                2,
                me -> {
                    synchronized (monitor) {
                        happened.add("2 has it");
                    }
                });
        checkLent(come);
    }

    @Test
    void whoHoldsTheLockThatTheOtherWaitsForGoesOn() {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch come = new CountDownLatch(1);
        offer(
                1,
                me -> {
                    lock.lock();
                    try {
                        parks(come, () -> sleep(20)).accept(me);
                    } finally {
                        lock.unlock();
                    }
                });
        offer(
                2,
                me -> {
                    lock.lock();
                    try {
                        happened.add("2 has it");
                    } finally {
                        lock.unlock();
                    }
                });
        checkLent(come);
    }

    private void checkLent(CountDownLatch come) {
        offer(3, me -> happened.add("3 begins"));
        sleep(300);
        assertThat(happened).as("nobody has a reason to go on").isEmpty();
        come.countDown();
        awaitEnds("1 ends", "2 ends", "3 ends");
        assertThat(happened)
                .startsWith("lent")
                .containsSubsequence("2 has it", "2 ends", "3 begins");
        assertThat(happened.stream().filter("lent"::equals)).as("once").hasSize(1);
        onlyOneRunsAgain();
    }

    private void onlyOneRunsAgain() {
        CountDownLatch end = new CountDownLatch(1);
        offer(
                4,
                me -> {
                    while (end.getCount() > 0) {
                        sleep(1);
                    }
                });
        offer(5, me -> {});
        sleep(100);
        assertThat(happened).doesNotContain("5 ends");
        end.countDown();
        awaitEnds("4 ends", "5 ends");
    }

    @Test
    void whoSleepsOrComputesIsNotDisturbed() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        offer(1, parks(come, () -> {}));
        offer(
                2,
                me -> {
                    sleep(300);
                    while (end.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                });
        come.countDown();
        sleep(600);
        assertThat(happened).isEmpty();
        end.countDown();
        awaitEnds("1 ends", "2 ends");
        assertThat(happened).startsWith("2 ends").doesNotContain("lent");
    }
}
