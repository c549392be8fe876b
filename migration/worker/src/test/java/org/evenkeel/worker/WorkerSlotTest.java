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
class WorkerSlotTest {
    private static final long OWN = 5;
    private static final long CLIENT = 9;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final Set<Thread.State> LOCKED =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING);

    private final Map<Long, Consumer<WorkerSlot.Runner>> bodies = new ConcurrentHashMap<>();
    private final List<String> submit = Collections.synchronizedList(new ArrayList<>());
    private final WorkerKind kind =
            new WorkerKind(
                    TaskKind.newBuilder().setName("work").build(),
                    WorkerSlotTest.class.getClassLoader(),
                    null);
    private final AtomicInteger idle = new AtomicInteger();
    private final WorkerSlot workerSlot =
            new WorkerSlot(
                    OWN,
                    new WorkerSlot.Lane(this::live),
                    WorkerSlotTest.class.getClassLoader(),
                    idle::incrementAndGet);
    private final Map<Long, Thread> threads = new ConcurrentHashMap<>();
    private long nowNanos = TimeUnit.HOURS.toNanos(1);

    private void live(WorkerSlot.Runner me) {
        for (StartedTask task = workerSlot.next(me); task != null; task = workerSlot.next(me)) {
            threads.put(task.ticket().number(), Thread.currentThread());
            Objects.requireNonNull(bodies.get(task.ticket().number())).accept(me);
            submit.add(task.ticket().number() + " ends");
        }
    }

    /** The watchdog looks, so much later than the last time. */
    private boolean isLentAfter(long nanos) {
        nowNanos += nanos;
        return workerSlot.lendPermit(nowNanos);
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

    private void offer(long number, Consumer<WorkerSlot.Runner> body) {
        bodies.put(number, body);
        Ticket ticket = new Ticket(CLIENT, number, 1, 1);
        workerSlot.offer(List.of(new StartedTask(kind, ticket, new byte[0], 0, 0, null)));
    }

    private void awaitEnds(String... ends) {
        await().untilAsserted(() -> assertThat(submit).contains(ends));
    }

    /** Waits without the run permit until the latch is open, and says when it continues. */
    private Consumer<WorkerSlot.Runner> parks(CountDownLatch until, Runnable then) {
        return me -> {
            workerSlot.releasePermit(me);
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            workerSlot.acquirePermit(me);
            then.run();
        };
    }

    @Test
    void whoIsParkedGoesOnBeforeWhatHasNotBegun() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        offer(1, parks(come, () -> submit.add("1 goes on")));
        offer(
                2,
                me -> {
                    submit.add("2 begins");
                    compute(end);
                });
        offer(3, me -> submit.add("3 begins"));
        awaitEnds("2 begins");
        come.countDown();
        await().until(workerSlot::hasSuccessor);
        assertThat(submit).as("one at a time").containsExactly("2 begins");
        end.countDown();
        awaitEnds("3 ends");
        assertThat(submit)
                .containsExactly("2 begins", "2 ends", "1 goes on", "1 ends", "3 begins", "3 ends");
    }

    @Test
    void whoWaitsWithTheRunPermitHearsThatAnotherCouldGoOn() {
        CountDownLatch come = new CountDownLatch(1);
        CountDownLatch heard = new CountDownLatch(1);
        offer(1, parks(come, () -> submit.add("1 goes on")));
        offer(
                2,
                me -> {
                    workerSlot.addSuccessorListener(heard::countDown);
                    assertThat(workerSlot.hasSuccessor()).isFalse();
                    come.countDown();
                    await().until(() -> heard.getCount() == 0);
                    assertThat(workerSlot.hasSuccessor()).isTrue();
                    workerSlot.releasePermit(me);
                    workerSlot.acquirePermit(me);
                    submit.add("2 goes on");
                });
        awaitEnds("1 ends", "2 ends");
        assertThat(submit).containsExactly("1 goes on", "1 ends", "2 goes on", "2 ends");
    }

    @Test
    void whoIsParkedGoesOnAtOnceWhereNobodyRuns() {
        CountDownLatch come = new CountDownLatch(1);
        offer(1, parks(come, () -> {}));
        await("nothing runs").until(() -> idle.get() > 0);
        assertThat(submit).isEmpty();
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
                        submit.add("2 has it");
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
                        submit.add("2 has it");
                    } finally {
                        lock.unlock();
                    }
                });
        checkLent(come);
    }

    private void checkLent(CountDownLatch come) {
        offer(3, me -> submit.add("3 begins"));
        await("2 waits for it").until(() -> LOCKED.contains(stateOf(2)));
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("no task has a reason to go on").isFalse();
        assertThat(submit).isEmpty();
        come.countDown();
        await().until(workerSlot::hasSuccessor);
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(RunPermits.LEND_AFTER_NANOS - 1)).isFalse();
        assertThat(submit).isEmpty();
        assertThat(isLentAfter(1)).isTrue();
        awaitEnds("1 ends", "2 ends", "3 ends");
        assertThat(isLentAfter(HOUR)).as("once").isFalse();
        assertThat(submit).containsSubsequence("2 has it", "2 ends", "3 begins");
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
                    submit.add("4 begins");
                    compute(end);
                });
        offer(5, me -> {});
        awaitEnds("4 begins");
        await("the other runners are idle")
                .until(() ->
                        threads.values().stream()
                                .allMatch(each ->
                                        each.equals(threads.get(4L))
                                                || LockSupport.getBlocker(each)
                                                        instanceof WorkerSlot));
        assertThat(workerSlot.waiting()).as("5 has not begun").isEqualTo(1);
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
                    submit.add("2 computes");
                    compute(end);
                });
        come.countDown();
        await().until(workerSlot::hasSuccessor);
        await().until(() -> stateOf(2) == Thread.State.TIMED_WAITING);
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("while it sleeps").isFalse();
        awake.countDown();
        Objects.requireNonNull(threads.get(2L)).interrupt();
        awaitEnds("2 computes");
        assertThat(isLentAfter(0)).isFalse();
        assertThat(isLentAfter(HOUR)).as("while it computes").isFalse();
        assertThat(submit).containsExactly("2 computes");
        end.countDown();
        awaitEnds("1 ends", "2 ends");
        assertThat(submit).startsWith("2 computes", "2 ends");
    }
}
