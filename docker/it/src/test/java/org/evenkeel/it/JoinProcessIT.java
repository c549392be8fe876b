package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * From nothing to a cluster of machines by the commands of docs/operations.md. Each machine is a
 * state directory of its own, and knows of the others what the commands and TLS tell it.
 */
@Timeout(600)
@Tag("extended")
class JoinProcessIT {

    @TempDir private Path machines;
    private final List<Process> daemons = new ArrayList<>();

    private Command on(String machine) throws IOException {
        return new Command(machines.resolve(machine));
    }

    @AfterEach
    void endDaemons() throws InterruptedException {
        System.clearProperty("evenkeel.state");
        for (Process daemon : daemons) {
            end(daemon);
        }
    }

    private static void end(Process daemon) throws InterruptedException {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
    }

    private static Command.Ended fine(Command.Ended ended) {
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        return ended;
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    /** Starts a machine's daemon and says where it listens. */
    private String daemon(String machine, String... more) throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "daemon",
                                "--node",
                                machine,
                                Home.WORKERS_COMPILE_ONCE,
                                "--listen",
                                "127.0.0.1:0",
                                "--worker-user", // as those of one person are
                                "same",
                                "--worker-heap",
                                "256m",
                                "--holder-lease", // what a revoked node holds waits for the lease
                                "1s",
                                "--owner-lease",
                                "2s"));
        words.addAll(more.length == 0 ? List.of("--workers", "1") : List.of(more));
        daemons.add(on(machine).start(words.toArray(String[]::new)).process());
        Path note =
                machines.resolve(machine)
                        .resolve("clusters/default/nodes")
                        .resolve(machine)
                        .resolve("daemon.json");
        Awaitility.await(machine)
                .atMost(StartedNodes.LIMIT)
                .until(() -> Files.exists(note) && Files.readString(note).contains("port"));
        String json = Files.readString(note);
        return "127.0.0.1:" + found("\"port\"\\s*:\\s*(\\d+)", json);
    }

    private String token(String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("token", "create", "--json"));
        words.addAll(List.of(more));
        Command.Ended ended = fine(on("n1").run(words.toArray(String[]::new)));
        return found("\"token\"\\s*:\\s*\"([^\"]+)\"", ended.out());
    }

    private void join(String machine, String address, String token) throws Exception {
        fine(on(machine).run("join", address, token, "--name", machine));
    }

    private Cluster client(String machine, String address) {
        System.setProperty("evenkeel.state", machines.resolve(machine).toString());
        return Evenkeel.builder().daemon(address).bundle(Home.code()).connect();
    }

    private static Set<String> nodesOf(Cluster cluster, int tasks) throws Exception {
        List<TaskHandle<String>> handles = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            handles.add(cluster.submit(new Work.Spin(30)));
        }
        Set<String> nodes = new TreeSet<>();
        for (TaskHandle<String> handle : handles) {
            nodes.add(handle.get(StartedNodes.LIMIT));
        }
        return nodes;
    }

    @Test
    void machinesJoinByOneCommandAndLeaveByOne() throws Exception {
        fine(on("n1").run("cluster", "init", "--name", "n1"));
        String first = daemon("n1");
        join("n2", first, token());
        daemon("n2");
        join("alice", first, token("--role", "submit"));

        assertThat(fine(on("alice").run("nodes", "--json")).out())
                .as("commands ask where alice's machine joined, which has no daemon")
                .contains("\"n1\"");
        assertThat(on("alice").run("nodes", "--here").exitCode()).isEqualTo(3);
        try (Cluster cluster = client("alice", "")) {
            Awaitility.await("work reaches both, though no address was given")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> nodesOf(cluster, 30).equals(Set.of("n1", "n2")));
            assertThat(fine(on("alice").run("nodes", "--json")).out())
                    .as("her program has kept where the others are")
                    .contains("\"n1\"", "\"n2\"");
            fine(on("n1").run("cert", "revoke", "n2"));
            Awaitility.await("n2 gets nothing more")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> nodesOf(cluster, 30).equals(Set.of("n1")));
        }

        fine(on("n1").run("cert", "revoke", "alice"));
        Awaitility.await("alice is out")
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() ->
                        assertThatThrownBy(() -> client("alice", first).close())
                                .isInstanceOf(ClusterUnavailableException.class));
    }

    /**
     * The first machine has the authority and is the master; it dies. On a busy machine the second
     * one may be the master before that: these leases let a silence of a quarter of a second be
     * enough.
     */
    @Test
    @LongForm
    void aSecondMachineWithTheRoleMasterTakesOver() throws Exception {
        fine(on("n1").run("cluster", "init", "--name", "n1"));
        String first = daemon("n1", "--policy", "nrics", "--master", "true");
        awaitMaster("n1", "n1");
        join("n2", first, token("--role", "master"));
        join("n3", first, token());
        daemon("n2", "--policy", "nrics", "--master", "true");
        daemon("n3", "--policy", "nrics", "--workers", "1");
        awaitMaster("n[12]", "n3");
        end(daemons.getFirst());
        awaitMaster("n2", "n3");
    }

    private void awaitMaster(String pattern, String asked) {
        Awaitility.await(pattern + " is the master, as " + asked + " sees it")
                .atMost(StartedNodes.LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() ->
                        assertThat(on(asked).run("lab", "phases", "--json").out())
                                .containsPattern(
                                        "\"masters\"\\s*:\\s*\\[\\s*\"" + pattern + "\"\\s*]"));
    }

    @Test
    @LongForm
    void whoHasNoRightToComeInHearsWhatToDo() throws Exception {
        fine(on("n1").run("cluster", "init", "--name", "n1"));
        String first = daemon("n1");
        String token = token();
        join("n2", first, token);
        Command.Ended again = on("n3").run("join", first, token, "--name", "n3");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err())
                .contains("this token is not valid")
                .contains("evenkeel token create");

        fine(on("m1").run("cluster", "init", "--name", "m1"));
        Command.Ended foreign = on("m1").run("join", first, token(), "--name", "m1");
        assertThat(foreign.exitCode()).isEqualTo(4);
        assertThat(foreign.err()).contains("already");

        Command.Ended bare = on("m2").run("daemon", "--listen", "0.0.0.0:0", "--node", "m2");
        assertThat(bare.exitCode()).isNotZero();
        assertThat(bare.out() + bare.err()).contains("evenkeel join");
    }
}
