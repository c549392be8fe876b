package org.evenkeel.daemon.worker.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.files.DirectoryWipe;
import org.evenkeel.daemon.files.PrivateFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guard with real processes, which are shells here. */
@Timeout(120)
class WorkerGuardTest {

    private static final Limits WIDE = new Limits(1L << 30, 1L << 40, 1L << 40, 10_000, 10_000);

    private static final WorkerGuard.Keeper NOTHING_ELSE =
            new WorkerGuard.Keeper() {
                @Override
                public void serves(int worker, Limits limits) {}

                @Override
                public List<Long> processes(int worker) {
                    return List.of();
                }

                @Override
                public void gone(int worker) {}
            };

    @TempDir Path workers;
    private final BlockingQueue<String> excesses = new LinkedBlockingQueue<>();
    private final List<Process> shells = new ArrayList<>();
    private WorkerGuard workerGuard;

    @BeforeEach
    void open() {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "processes are told by /proc");
        workerGuard =
                new WorkerGuard((number, why) -> excesses.add(number + ": " + why), NOTHING_ELSE);
    }

    @AfterEach
    void close() {
        workerGuard.close();
        shells.forEach(Process::destroyForcibly);
    }

    private Path directory(int number) {
        return workers.resolve(String.valueOf(number));
    }

    /** Starts a worker that is a shell, in its directory. */
    private Process start(int number, String script) throws IOException {
        Path directory = directory(number);
        PrivateFiles.createDirectories(directory);
        ProcessBuilder builder =
                new ProcessBuilder("setsid", "bash", "-c", script).directory(directory.toFile());
        builder.environment().putAll(WorkerGuard.environment(directory));
        Process shell = builder.redirectErrorStream(true).start();
        shells.add(shell);
        workerGuard.started(number, shell.pid(), directory);
        return shell;
    }

    private String excess() throws InterruptedException {
        String why = excesses.poll(60, TimeUnit.SECONDS);
        assertThat(why).as("the guard said something").isNotNull();
        return why;
    }

    private void awaitEnd(long pid) {
        Awaitility.await("process " + pid + " ends")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !runs(pid));
    }

    /** A process that has ended counts as ended, whether or not somebody has asked how. */
    private static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    /** The pid that a script has written into a file of its directory. */
    private long pidIn(int number, String file) {
        Path path = directory(number).resolve(file);
        Awaitility.await(file)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(path) && !Files.readString(path).isBlank());
        try {
            return Long.parseLong(Files.readString(path).strip());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static char stateOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    private static void awaitStopped(long pid, boolean stopped) {
        Awaitility.await("process " + pid + (stopped ? " is stopped" : " runs"))
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> (stateOf(pid) == 'T') == stopped);
    }

    /** The second worker starts another process all the time; the third is started later. */
    @Test
    void frozenWorkersAndAllTheirProcessesAreStoppedUntilTheyMayContinue() throws Exception {
        Process first = start(1, "sleep 1000 & echo $! > child; wait");
        Process second = start(2, "while :; do (sleep 0.001 &) ; done");
        long child = pidIn(1, "child");
        workerGuard.freeze(true);
        awaitStopped(first.pid(), true);
        awaitStopped(child, true);
        awaitStopped(second.pid(), true);
        Process third = start(3, "sleep 1000");
        awaitStopped(third.pid(), true);
        workerGuard.freeze(false);
        awaitStopped(first.pid(), false);
        awaitStopped(child, false);
        awaitStopped(second.pid(), false);
        awaitStopped(third.pid(), false);
    }

    @Test
    void aFrozenWorkerCanBeEnded() throws Exception {
        Process shell = start(1, "sleep 1000");
        workerGuard.freeze(true);
        awaitStopped(shell.pid(), true);
        end(1);
        awaitEnd(shell.pid());
    }

    private void end(int number) throws InterruptedException {
        CountDownLatch wiped = new CountDownLatch(1);
        workerGuard.ended(
                number,
                () -> {
                    DirectoryWipe.wipe(directory(number), true);
                    wiped.countDown();
                });
        assertThat(wiped.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(directory(number)).doesNotExist();
    }

    @Test
    void whoeverFillsItsDirectoryIsEndedAndItsNeighbourIsNot() throws Exception {
        Process modest = start(1, "echo some > here; sleep 600");
        Process greedy = start(2, "head -c 3000000 /dev/zero > a; mkdir b; cp a b/c; sleep 600");
        Limits limits = new Limits(1 << 30, 1L << 40, 5_000_000, 100, 1_000);
        workerGuard.serves(1, limits);
        workerGuard.serves(2, limits);
        assertThat(excess()).startsWith("2: the task used 5 MiB of disk").contains("disk(\"…\")");
        awaitEnd(greedy.pid());
        assertThat(modest.isAlive()).isTrue();
        assertThat(excesses).isEmpty();
    }

    @Test
    void filesWithoutANameCount() throws Exception {
        Process shell =
                start(1, "exec 5> hidden; rm hidden; head -c 3000000 /dev/zero >&5; sleep 600");
        workerGuard.serves(1, new Limits(1 << 30, 1L << 40, 2_000_000, 100, 1_000));
        assertThat(excess()).contains("used 2 MiB of disk");
        awaitEnd(shell.pid());
    }

    @Test
    void emptyFilesCountAndADirectoryThatWasMadeUnreadableIsLookedInto() throws Exception {
        start(1, "mkdir -p a/b; touch a/b/{1..300}; chmod 0 a; sleep 600");
        workerGuard.serves(1, new Limits(1 << 30, 1L << 40, 1L << 40, 200, 1_000));
        assertThat(excess()).contains("more than 200 files");
        end(1);
    }

    @Test
    void whoeverForksTooMuchIsEndedWithAllItsChildren() throws Exception {
        Process shell =
                start(1, "for i in {1..40}; do sleep 611 & done; echo $! > last; sleep 600");
        long last = pidIn(1, "last");
        workerGuard.serves(1, new Limits(1 << 30, 1L << 40, 1L << 40, 100, 30));
        assertThat(excess()).contains("had 41 processes").contains("limit is 30");
        awaitEnd(shell.pid());
        awaitEnd(last);
    }

    /** It is used all the time: some kernels take back what is not, even without swap space. */
    @Test
    void memoryOfChildrenCounts() throws Exception {
        start(
                1,
                "bash -c 'x=$(head -c 60000000 /dev/zero | tr \"\\0\" x);"
                        + " while sleep 0.1; do y=$x; done' & wait");
        workerGuard.serves(1, new Limits(1 << 30, 40 << 20, 1L << 40, 100, 1_000));
        assertThat(excess()).contains("of memory with all its processes");
    }

    @Test
    void whatAWorkerLeavesBehindEndsBeforeItsDirectoryIsWiped() throws Exception {
        Process shell =
                start(
                        1,
                        "(sleep 601 & echo $! > orphan) & "
                                + "(setsid sleep 602 & echo $! > session) & "
                                + "setsid bash -c 'sleep 603 & echo $! > daemon' & sleep 600");
        long orphan = pidIn(1, "orphan");
        long session = pidIn(1, "session");
        long daemon = pidIn(1, "daemon");
        shell.destroyForcibly().waitFor();
        for (long pid : new long[] {orphan, session, daemon}) {
            Optional<ProcessHandle> parent = ProcessHandle.of(pid).flatMap(ProcessHandle::parent);
            assertThat(parent.map(ProcessHandle::pid)).as("parent").isNotEqualTo(shell.pid());
            assertThat(ProcessHandle.of(pid)).as("%d lives", pid).isPresent();
        }
        end(1);
        awaitEnd(orphan);
        awaitEnd(session);
        awaitEnd(daemon);
    }

    @Test
    void whoWasSeenOnceIsKnownAlsoWithoutItsMark() throws Exception {
        Process shell =
                start(1, "env -i setsid bash -c 'echo $$ > hidden; exec sleep 604' & sleep 600");
        long hidden = pidIn(1, "hidden");
        workerGuard.serves(1, WIDE);
        // The look that ends the second worker has looked at the first, which serves longer.
        start(2, "touch a b; sleep 608");
        workerGuard.serves(2, new Limits(1L << 30, 1L << 40, 1L << 40, 1, 10_000));
        assertThat(excess()).startsWith("2: ").contains("more than 1 files");
        end(2);
        shell.destroyForcibly().waitFor();
        end(1);
        awaitEnd(hidden);
    }

    @Test
    void aMarkThatWasNotThereAtTheFirstLookIsSeenLater() throws Exception {
        Process shell =
                new ProcessBuilder(
                                "env",
                                "-i",
                                "/bin/bash",
                                "-c",
                                "echo ready; read word; exec /usr/bin/env EVENKEEL_WORKER=late sleep 607")
                        .start();
        shells.add(shell);
        assertThat(shell.getInputStream().read()).isEqualTo('r');
        ProcessTable table = new ProcessTable();
        assertThat(table.marks(table.read())).doesNotContainValue("late");
        shell.getOutputStream().write('\n');
        shell.getOutputStream().flush();
        Awaitility.await("its mark")
                .atMost(Duration.ofSeconds(60))
                .until(() -> table.marks(table.read()).containsValue("late"));
    }

    @Test
    void aNewGuardEndsWhatTheLastOneHadToLeave() throws Exception {
        Process shell = start(1, "setsid sleep 605 & echo $! > left; sleep 600");
        long left = pidIn(1, "left");
        shell.destroyForcibly().waitFor();
        assertThat(ProcessHandle.of(left)).isPresent();
        WorkerGuard next = new WorkerGuard((number, why) -> {}, NOTHING_ELSE);
        next.endLeftOver(workers);
        awaitEnd(left);
        next.close();
    }

    /** The processes that run with the mark of a worker in these directories. */
    private List<Long> ofWorkers() {
        ProcessTable table = new ProcessTable();
        List<ProcessEntry> all = table.read();
        Map<ProcessEntry.Name, String> marks = table.marks(all);
        return all.stream()
                .filter(process -> !process.zombie())
                .filter(process ->
                        marks.getOrDefault(process.name(), "").startsWith(workers.toString()))
                .map(ProcessEntry::pid)
                .toList();
    }

    /** It starts processes while the guard looks for them. */
    @Test
    void aNewGuardEndsAllOfALeftOverThatForks() throws Exception {
        start(
                1,
                "mkfifo pause; exec 3<> pause; while :; do sleep 1 & [ -e first ] || echo $! >"
                        + " first; read -t 0.002 -u 3; done");
        pidIn(1, "first");
        WorkerGuard next = new WorkerGuard((number, why) -> {}, NOTHING_ELSE);
        next.endLeftOver(workers);
        assertThat(ofWorkers()).isEmpty();
        next.close();
    }

    @Test
    void closingEndsEverybody() throws Exception {
        start(1, "setsid sleep 606 & echo $! > child; sleep 600");
        long child = pidIn(1, "child");
        workerGuard.close();
        awaitEnd(child);
        awaitEnd(shells.getFirst().pid());
    }
}
