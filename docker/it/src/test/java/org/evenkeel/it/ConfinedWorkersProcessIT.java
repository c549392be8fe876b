package org.evenkeel.it;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Workers of a daemon that root has started are others, who cannot get at its secrets. Skipped, and
 * it says so, where the test is not root's.
 */
@Tag("extended")
class ConfinedWorkersProcessIT {

    private static final Duration SOON = StartedNodes.LIMIT;
    private static StartedNodes nodes;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        boolean setpriv = Files.isExecutable(Path.of("/usr/bin/setpriv"));
        boolean open = isOpenToAll(Home.unpack());
        if (!root || !setpriv || !open) {
            System.out.println(
                    "ConfinedWorkersProcessIT is skipped: it needs root, setpriv, and a checkout"
                            + " that other users may enter");
        }
        assumeTrue(root && setpriv && open);
        nodes = StartedNodes.start(Setup.of(1, 1).flags("--worker-user", "60600-60700"));
        cluster = nodes.builder("n1").memory("64m").connect();
    }

    /** Workers are other users and have to get at their jars. */
    private static boolean isOpenToAll(Path directory) throws IOException {
        for (Path each = directory; each != null; each = each.getParent()) {
            if (!Files.getPosixFilePermissions(each).contains(OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    @AfterAll
    static void stop() throws Exception {
        if (nodes == null) {
            return;
        }
        cluster.close();
        nodes.stop("n1");
        List<Path> groups = groups();
        nodes.close();
        assertThat(groups).as("control groups of a daemon that has left").isEmpty();
    }

    private static <R> void isDenied(Task<R> task) {
        TaskHandle<R> handle = cluster.submit(task);
        assertThatThrownBy(() -> handle.get(SOON))
                .as(() -> task + nodes.logs())
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("AccessDenied");
    }

    @Test
    void aTaskIsNobodyAndCanBecomeNobodyElse() throws Exception {
        String status = cluster.submit(new Rogue.Read("/proc/self/status")).get(SOON);
        assertThat(status)
                .containsPattern("Uid:\\s606\\d\\d\\s606\\d\\d\\s")
                .containsPattern("Gid:\\s606\\d\\d\\s606\\d\\d\\s")
                .containsPattern("NoNewPrivs:\\s1")
                .containsPattern("CapBnd:\\s0+\\n")
                .containsPattern("CapEff:\\s0+\\n");
    }

    @Test
    void noKeyNoTokenAndNoJournalCanBeRead() throws Exception {
        cluster.submit(new Work.Square(2, 0), TaskOptions.DEFAULT.withDurability(Durability.DISK))
                .get(SOON);
        Command evenkeel = new Command(nodes.directory.resolve("command"));
        assertThat(
                        evenkeel.run("cluster", "init", "--cluster-dir", nodes.directory.toString())
                                .exitCode())
                .isZero();
        Path node = nodes.directory.resolve("nodes/n1");
        isDenied(new Rogue.Read(nodes.directory.resolve("token").toString()));
        isDenied(new Rogue.Read(node.resolve("daemon.json").toString()));
        isDenied(new Rogue.Read(node.resolve("daemon.log").toString()));
        isDenied(new Rogue.Read("/proc/" + nodes.daemon("n1").pid() + "/environ"));
        int files = 0;
        for (String secret : List.of("authority", "identity", "nodes/n1/journal")) {
            try (Stream<Path> all = Files.walk(nodes.directory.resolve(secret))) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    isDenied(new Rogue.Read(file.toString()));
                    files++;
                }
            }
        }
        assertThat(files).as("secrets that were tried").isGreaterThan(4);
        try (Stream<Path> logs = Files.list(node.resolve("workers"))) {
            for (Path log : logs.filter(file -> file.toString().endsWith(".log")).toList()) {
                isDenied(new Rogue.Read(log.toString()));
            }
        }
        isDenied(new Rogue.Write(node.resolve("journal/x").toString()));
        isDenied(new Rogue.Write(node.resolve("blobs/x").toString()));
        isDenied(new Rogue.Write(node.resolve("workers/x").toString()));
    }

    @Test
    void largePayloadsAndResultsPass() throws Exception {
        byte[] input = {1, 2, 3};
        byte[] result = cluster.submit(new Work.Large(3 << 20, input)).get(SOON);
        assertThat(result).hasSize(3 << 20);
        assertThat(cluster.submit(new Work.Echo(result)).get(SOON)).isEqualTo(result);
        try (Stream<Path> blobs = Files.list(nodes.directory.resolve("nodes/n1/blobs"))) {
            for (Path blob : blobs.toList()) {
                assertThat(Files.getAttribute(blob, "unix:uid"))
                        .as("owner of %s", blob)
                        .isEqualTo(0);
            }
        } catch (java.io.UncheckedIOException e) {
            throw new IOException(e); // blobs come and go
        }
    }

    @Test
    void whoHidesEndsWithItsWorkerAllTheSame() throws Exception {
        assumeTrue(!groups().isEmpty(), "there are no control groups here");
        long hidden;
        try (Cluster job = nodes.connect("n1")) {
            hidden = job.submit(new Rogue.Hide()).get(SOON);
            assertThat(ProcessHandle.of(hidden)).isPresent();
        }
        Awaitility.await("the hidden process ends")
                .atMost(SOON)
                .until(() -> !StartedNodes.isAlive(hidden));
    }

    @Test
    @LongForm
    void memoryOfChildrenIsLimited() throws Exception {
        TaskHandle<Integer> greedy = cluster.submit(new Rogue.HeapOfAChild());
        assertThatThrownBy(() -> greedy.get(SOON))
                .as(nodes::logs)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("memory")
                .hasMessageContaining("640 MiB");
        assertThat(cluster.submit(new Work.Square(7, 0)).get(SOON)).isEqualTo(49);
    }

    @Test
    void thePlaceThatIsOpenCannotBeListed() throws Exception {
        for (String open : List.of("", "nodes", "nodes/n1", "nodes/n1/blobs", "nodes/n1/workers")) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(nodes.directory.resolve(open))))
                    .as(open)
                    .isEqualTo("rwx--x--x");
        }
    }

    /** The workers' control groups of daemons of this cluster. */
    private static List<Path> groups() throws IOException {
        Path node = nodes.directory.resolve("nodes/n1");
        String name = "evenkeel-n1-%08x".formatted(node.hashCode());
        try (Stream<Path> all =
                Files.find(Path.of("/sys/fs/cgroup"), 6, (p, a) -> p.endsWith(name))) {
            return all.toList();
        }
    }
}
