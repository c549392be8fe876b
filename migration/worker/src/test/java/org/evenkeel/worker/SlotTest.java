package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.wire.proto.TaskKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who runs in a worker, and when. */
@Timeout(120)
class SlotTest {
    private static final long OWN = 5;
    private static final long CLIENT = 9;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final Set<Thread.State> LOCKED =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING);

    private final Map<Long, Consumer<Slot.Runner>> bodies = new ConcurrentHashMap<>();
    private final List<String> happened = Collections.synchronizedList(new ArrayList<>());
    private final WorkerKind kind =
            new WorkerKind(
                    TaskKind.newBuilder().setName("work").build(),
                    SlotTest.class.getClassLoader(),
                    null);
    private final AtomicInteger idle = new AtomicInteger();
    private final Slot slot =
            new Slot(
                    OWN,
                    new Slot.Lane(this::live),
                    SlotTest.class.getClassLoader(),
                    idle::incrementAndGet);
    private final Map<Long, Thread> threads = new ConcurrentHashMap<>();
    private long nowNanos = TimeUnit.HOURS.toNanos(1);

    private void live(Slot.Runner me) {
        for (StartedTask task = slot.next(me); task != null; task = slot.next(me)) {
            threads.put(task.ticket().number(), Thread.currentThread());
            Objects.requireNonNull(bodies.get(task.ticket().number())).accept(me);
            happened.add(task.ticket().number() + " ends");
        }
    }

    /** The watchdog looks, so much later than the last time. */
    private boolean isLentAfter(long nanos) {
        nowNanos += nanos;
        return slot.lend(nowNanos);
    }

    /** Runs, and waits for no lock, until the latch is open. */
    private static void compute(CountDownLatch until) {
        while (until.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            // It goes on.
        }
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
                    compute(end);
                });
        offer(3, me -> happened.add("3 begins"));
        awaitEnds("2 begins");
        come.countDown();
        await().until(slot::hasSuccessor);
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
        await("nothing runs").until(() -> idle.get() > 0);
        assertThat(happened).isEmpty();
        come.countDown();
        awaitEnds("1 ends");
        offer(2, me -> {});
        awaitEnds("2 ends");
        assertThat(isLentAfter(HOUR)).isFalse();
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
                        parks(come, () -> {}).accept(me);
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
                        parks(come, () -> {}).accept(me);
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
        await("2 waits for it").until(() -> LOCKED.contains(stateOf(2)));
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("no task has a reason to go on").isFalse();
        assertThat(happened).isEmpty();
        come.countDown();
        await().until(slot::hasSuccessor);
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(Batons.LEND_AFTER_NANOS - 1)).isFalse();
        assertThat(happened).isEmpty();
        assertThat(isLentAfter(1)).isTrue();
        awaitEnds("1 ends", "2 ends", "3 ends");
        assertThat(isLentAfter(HOUR)).as("once").isFalse();
        assertThat(happened).containsSubsequence("2 has it", "2 ends", "3 begins");
        onlyOneRunsAgain();
    }

    private Thread.@Nullable State stateOf(long task) {
        Thread thread = threads.get(task);
        return thread == null ? null : thread.getState();
    }

    private void onlyOneRunsAgain() {
        CountDownLatch end = new CountDownLatch(1);
        offer(
                4,
                me -> {
                    happened.add("4 begins");
                    compute(end);
                });
        offer(5, me -> {});
        awaitEnds("4 begins");
        await("the other runners are idle")
                .until(() ->
                        threads.values().stream()
                                .allMatch(each ->
                                        each.equals(threads.get(4L))
                                                || LockSupport.getBlocker(each) instanceof Slot));
        assertThat(slot.waiting()).as("5 has not begun").isEqualTo(1);
        end.countDown();
        awaitEnds("4 ends", "5 ends");
    }

    @Test
    void whoSleepsOrComputesIsNotDisturbed() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch awake = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        offer(1, parks(come, () -> {}));
        offer(
                2,
                me -> {
                    while (awake.getCount() > 0) {
                        sleep(60_000); // until it is interrupted
                    }
                    happened.add("2 computes");
                    compute(end);
                });
        come.countDown();
        await().until(slot::hasSuccessor);
        await().until(() -> stateOf(2) == Thread.State.TIMED_WAITING);
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("while it sleeps").isFalse();
        awake.countDown();
        Objects.requireNonNull(threads.get(2L)).interrupt();
        awaitEnds("2 computes");
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("while it computes").isFalse();
        assertThat(happened).containsExactly("2 computes");
        end.countDown();
        awaitEnds("1 ends", "2 ends");
        assertThat(happened).startsWith("2 computes", "2 ends");
    }
}
