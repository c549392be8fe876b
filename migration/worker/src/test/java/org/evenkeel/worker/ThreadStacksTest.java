package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.StackThread;
import org.evenkeel.wire.proto.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadStacksTest {
    private static final TaskId TASK = TaskId.newBuilder().setOrigin(7).setNumber(3).build();

    /** Ids of threads from here on are those of tasks. */
    private static final long OF_TASKS = 100_000;

    @TempDir Path directory;

    private final Object lock = new Object();

    private void locks(CountDownLatch open) {
        synchronized (lock) {
            await(open);
        }
    }

    private static void await(CountDownLatch open) {
        while (open.getCount() > 0) {
            LockSupport.park(open);
        }
    }

    private static StackThread named(StackTaken.Builder taken, String name) {
        return taken.getThreadsList().stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + taken));
    }

    private static void awaitState(Thread thread, Thread.State state) {
        Awaitility.await().until(() -> thread.getState() == state);
    }

    @Test
    void virtualThreadsAndLocksAreToldAndThreadsThatAreAlikeOnce() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        Thread holder = Thread.ofPlatform().name("holder").start(() -> locks(open));
        awaitState(holder, Thread.State.WAITING);
        Thread blocked = Thread.ofPlatform().name("blocked").start(() -> locks(open));
        awaitState(blocked, Thread.State.BLOCKED);
        Thread own = Thread.ofPlatform().name("evenkeel-own").start(() -> await(open));
        for (int i = 0; i < 5; i++) {
            all.add(Thread.ofVirtual().name("virtual").start(() -> await(open)));
        }
        all.forEach(thread -> awaitState(thread, Thread.State.WAITING));
        Thread task = Thread.ofVirtual().name("evenkeel-runner").start(() -> await(open));
        awaitState(task, Thread.State.WAITING);
        all.addAll(List.of(holder, blocked, own, task));
        try {
            StackTaken.Builder taken =
                    new ThreadStacks(directory, TASK, Map.of(task.threadId(), TASK), List.of())
                            .take();

            StackThread first = taken.getThreads(0);
            assertThat(first.getTask()).isEqualTo(TASK);
            assertThat(first.getId()).isEqualTo(task.threadId());
            assertThat(first.getVirtual()).isTrue();
            assertThat(String.join("\n", first.getLinesList()))
                    .contains("LockSupport.park(")
                    .doesNotContain("VirtualThread.run(");
            assertThat(named(taken, "virtual").getAlike()).isEqualTo(4);
            assertThat(named(taken, "blocked").getState()).isEqualTo("BLOCKED");
            assertThat(named(taken, "blocked").getLinesList())
                    .anyMatch(line -> line.startsWith("- waiting to lock <java.lang.Object@"));
            assertThat(named(taken, "holder").getLinesList())
                    .anyMatch(line -> line.startsWith("- locked <java.lang.Object@"))
                    .anyMatch(line -> line.startsWith("- parking to wait for <"));
            assertThat(taken.getThreadsList())
                    .extracting(StackThread::getName)
                    .doesNotContain("evenkeel-own", "Finalizer", "Reference Handler");
            try (var files = Files.list(directory)) {
                assertThat(files).as("the file that Java wrote").isEmpty();
            }
        } finally {
            open.countDown();
            all.forEach(LockSupport::unpark);
            for (Thread thread : all) {
                thread.join();
            }
        }
    }

    @Test
    void whatDoesNotFitIsCounted() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append("#%d \"t%d\" WAITING 2026-11-27T10:00:00Z\n".formatted(i, i));
            text.append("    at com.acme.Some%d.method(Some.java:1)\n".formatted(i).repeat(50));
            text.append('\n');
        }
        StackTaken taken = read(text.toString());
        assertThat(taken.getLeftOut()).isPositive();
        assertThat(taken.getThreadsCount() + taken.getLeftOut()).isEqualTo(1_000);
        assertThat(taken.getThreads(0).getTask()).as("the last of the dump").isEqualTo(TASK);
        assertThat(taken.getSerializedSize()).isLessThan(512 << 10);
    }

    /** The thread that was asked for is reported in any case, but not whole. */
    @Test
    void theWholeAnswerIsBoundedInBytesWhateverNamesHave() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            text.append(
                    "#%d \"ü%d\" WAITING 2026-11-27T10:00:00Z\n    at a%d.b\n".formatted(i, i, i));
        }
        for (int i = 0; i < 700; i++) {
            text.append("#%d \"%s\" WAITING\n".formatted(i + OF_TASKS, "漢".repeat(2_000)));
            text.append("    at com.acme.漢%d.método(漢.java:1)\n".formatted(i).repeat(20));
        }
        text.append("#999999 \"%s\" RUNNABLE\n".formatted("漢".repeat(2_000)));
        text.append("    at com.acme.%s(漢.java:1)\n".formatted("漢".repeat(1_200)).repeat(600));
        Map<Long, TaskId> tasks = new HashMap<>();
        for (long i = 0; i < 700; i++) {
            tasks.put(i + OF_TASKS, TASK.toBuilder().setNumber(i + 10).build());
        }
        tasks.put(999_999L, TASK);
        StackTaken taken =
                new ThreadStacks(directory, TASK, tasks, List.of())
                        .read(new BufferedReader(new StringReader(text.toString())))
                        .build();
        assertThat(taken.getSerializedSize()).isLessThan(WireLimits.MAX_WORKER_ANSWER_BYTES);
        assertThat(taken.getLeftOut()).isPositive();
        assertThat(taken.getThreadsCount() + taken.getLeftOut()).isEqualTo(40_701);
        StackThread asked =
                taken.getThreadsList().stream()
                        .filter(thread -> thread.getTask().equals(TASK))
                        .findFirst()
                        .orElseThrow();
        assertThat(asked.getLinesCount()).isGreaterThan(20);
        assertThat(asked.getLinesList().getLast()).isEqualTo("- and more, which are left out");
    }

    @Test
    void namesAndFramesOfAnyLengthAndKindAreRead() throws Exception {
        StackTaken taken =
                read(
                        "#5 \"a \" quoted\" name\" RUNNABLE 2026-11-27T10:00:00Z\n    at "
                                + "x".repeat(5_000)
                                + "\n\n#6 \"\" virtual TERMINATED\n\nnothing else\n");
        assertThat(taken.getThreads(0).getName()).isEqualTo("a \" quoted\" name");
        assertThat(taken.getThreads(0).getLines(0)).hasSize(1_000);
        assertThat(taken.getThreads(1).getVirtual()).isTrue();
        assertThat(taken.getThreadsCount()).isEqualTo(2);
    }

    private StackTaken read(String text) throws Exception {
        return new ThreadStacks(directory, TASK, Map.of(999L, TASK), List.of())
                .read(new BufferedReader(new StringReader(text)))
                .build();
    }
}
