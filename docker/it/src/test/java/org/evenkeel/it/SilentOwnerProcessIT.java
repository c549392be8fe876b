package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.UnknownJobException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three machines with directories of their own, linked by TLS. The one that owns a job vanishes:
 * its network swallows everything, nothing refuses a connection, and then it dies.
 */
@Timeout(600)
@Tag("extended")
class SilentOwnerProcessIT {
    private static final int TASKS = 20;
    private static final TaskOptions REPLICATED =
            TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);

    @TempDir private Path machines;
    private final List<Process> daemons = new ArrayList<>();

    @BeforeEach
    void impatient() {
        System.setProperty("evenkeel.ping-limit", "3000");
    }

    @AfterEach
    void endDaemons() throws InterruptedException {
        System.clearProperty("evenkeel.state");
        System.clearProperty("evenkeel.ping-limit");
        for (Process daemon : daemons) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly().waitFor();
        }
    }

    private Command on(String machine) throws IOException {
        return new Command(machines.resolve(machine));
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

    private Path directory(String machine) {
        return machines.resolve(machine).resolve("clusters/default/nodes").resolve(machine);
    }

    /** Starts a machine's daemon and says where it listens. */
    private String daemon(String machine, String... more) throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "daemon --node",
                                machine,
                                Home.WORKERS_COMPILE_ONCE,
                                "--worker-user same --worker-heap 256m --holder-lease 1s",
                                "--owner-lease 2s --ping-every 500ms --ping-limit 2s"));
        words.addAll(List.of(more));
        String[] flat = String.join(" ", words).split(" ");
        daemons.add(on(machine).start(flat).process());
        Path note = directory(machine).resolve("daemon.json");
        Awaitility.await(machine)
                .atMost(StartedNodes.LIMIT)
                .until(() -> Files.exists(note) && Files.readString(note).contains("port"));
        return "127.0.0.1:" + found("\"port\"\\s*:\\s*(\\d+)", Files.readString(note));
    }

    private void join(String machine, String address, String... role) throws Exception {
        List<String> words = new ArrayList<>(List.of("token", "create", "--json"));
        words.addAll(List.of(role));
        String token =
                found(
                        "\"token\"\\s*:\\s*\"([^\"]+)\"",
                        fine(on("n1").run(words.toArray(String[]::new))).out());
        fine(on(machine).run("join", address, token, "--name", machine));
    }

    private Evenkeel.Builder as(String submitter, String address) {
        System.setProperty("evenkeel.state", machines.resolve(submitter).toString());
        return Evenkeel.builder().daemon(address).bundle(Home.code());
    }

    /**
     * What is there before the owner vanishes.
     *
     * @param second where the second machine's daemon listens
     * @param job alice's, which goes on without her and waits for the gate
     */
    private record Left(String second, String job) {}

    /**
     * Three machines, alice, and another person.
     *
     * @param role of the other
     * @param silenceLimit of the second and the third machine
     */
    private Left leaveJob(Forwarder network, String other, String role, String silenceLimit)
            throws Exception {
        String entry = first(network);
        join("n2", entry);
        join("n3", entry);
        join("alice", entry, "--role", "submit");
        join(other, entry, "--role", role);
        String limit = "--listen 127.0.0.1:0 --workers 1 --silence-limit " + silenceLimit;
        String second = daemon("n2", limit);
        daemon("n3", limit);
        return new Left(second, leaveJob("alice", entry, gate()));
    }

    private Path gate() {
        return machines.resolve("gate");
    }

    private String leaveJob(String submitter, String address, Path gate) throws Exception {
        StartedNodes.awaitReplicas("n1", as(submitter, address));
        try (Cluster leaving = as(submitter, address).detached(true).connect()) {
            for (int i = 0; i < TASKS; i++) {
                leaving.submit(new Work.GatedSquare(i, gate.toString()), REPLICATED);
            }
            leaving.detach();
            return leaving.jobId();
        }
    }

    private Cluster attachWhenKnown(String submitter, String address, String job) {
        AtomicReference<Cluster> attached = new AtomicReference<>();
        Awaitility.await("the job can be taken over")
                .atMost(StartedNodes.LIMIT)
                .ignoreException(UnknownJobException.class)
                .until(() -> {
                    attached.set(as(submitter, address).attach(job));
                    return true;
                });
        return attached.get();
    }

    private void checkResults(Cluster attached) throws Exception {
        List<Long> results = new ArrayList<>();
        for (TaskHandle<?> handle : attached.handles()) {
            results.add((Long) handle.get(StartedNodes.LIMIT));
        }
        assertThat(results)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, TASKS).mapToObj(i -> i * i).toList());
    }

    private String log(String machine) throws IOException {
        return Files.readString(directory(machine).resolve("daemon.log"));
    }

    /** The first machine's daemon, which says that it listens where the forwarder does. */
    private String first(Forwarder network) throws Exception {
        fine(on("n1").run("cluster", "init", "--name", "n1"));
        daemon(
                "n1",
                "--listen 127.0.0.1:" + network.target(),
                "--advertise 127.0.0.1:" + network.port(),
                "--workers 1 --silence-limit 4s");
        return "127.0.0.1:" + network.port();
    }

    /** It stands still, so that nothing is closed, and then it is dead. */
    private void vanish(Forwarder network) throws Exception {
        network.swallow();
        signal(daemons.getFirst(), "STOP");
    }

    /** To a daemon and its workers. */
    private static void signal(Process daemon, String name) throws Exception {
        List<ProcessHandle> all = new ArrayList<>(daemon.descendants().toList());
        all.add(daemon.toHandle());
        for (ProcessHandle one : all) {
            new ProcessBuilder("kill", "-" + name, Long.toString(one.pid())).start().waitFor();
        }
    }

    private static void die(Process daemon) throws InterruptedException {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
    }

    @Test
    void aReplicatedJobIsTakenOverByItsSubmitterAlone() throws Exception {
        try (Forwarder network = new Forwarder(Ports.reserve(1))) {
            Left left = leaveJob(network, "bob", "submit", "4s");
            vanish(network);
            Awaitility.await("others call it gone by themselves")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> (log("n2") + log("n3")).contains("silent for more than"));
            die(daemons.getFirst());
            Files.createFile(gate());
            Awaitility.await("bob hears that it is another's")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() ->
                            assertThatThrownBy(() ->
                                            as("bob", left.second()).attach(left.job()).close())
                                    .hasStackTraceContaining("another submitter"));
            try (Cluster attached = attachWhenKnown("alice", left.second(), left.job())) {
                checkResults(attached);
            }
        }
    }

    @Test
    @LongForm
    void anAdministratorNeedNotWait() throws Exception {
        try (Forwarder network = new Forwarder(Ports.reserve(1))) {
            Left left = leaveJob(network, "carol", "admin", "1h");
            Command administrator = on("carol").asking(left.second());
            Command.Ended alive = administrator.run("nodes", "forget", "n1");
            assertThat(alive.exitCode()).isEqualTo(1);
            assertThat(alive.err()).contains("is not gone").contains("evenkeel drain n1");
            Command.Ended unknown = administrator.run("nodes", "forget", "n9");
            assertThat(unknown.exitCode()).isNotZero();
            assertThat(unknown.err()).contains("knows node n9");
            vanish(network);
            Awaitility.await("its link is closed")
                    .atMost(StartedNodes.LIMIT)
                    .until(() ->
                            log("n2").contains("closed: silent for")
                                    && log("n3").contains("closed: silent for"));
            die(daemons.getFirst());
            Command.Ended forgotten = fine(administrator.run("nodes", "forget", "n1", "--json"));
            assertThat(forgotten.out()).contains("forgottenBy", "n2", "n3");
            assertThat(fine(on("n2").run("nodes", "--json")).out())
                    .doesNotContain("\"node\":\"n1\",\"incarnation\"")
                    .contains("\"how\":\"forgotten\"");
            assertThat(fine(on("n2").run("audit")).out()).contains("node-forgotten");
            Files.createFile(gate());
            try (Cluster attached = attachWhenKnown("alice", left.second(), left.job())) {
                checkResults(attached);
            }
        }
    }

    /**
     * The first daemon is suspended. The program continues at another one, submits more and ends;
     * that daemon is killed, and then the first one continues without having heard of the move. It
     * has an earlier state of the job: the last machine has a replica of the later one.
     */
    @Test
    @LongForm
    void attachFindsTheLaterStateBesideAnEarlierOwner() throws Exception {
        try (Forwarder network = new Forwarder(Ports.reserve(1))) {
            String entry = first(network);
            join("n2", entry);
            join("n3", entry);
            join("alice", entry, "--role", "submit");
            String limit = "--listen 127.0.0.1:0 --workers 1 --silence-limit 4s";
            daemon("n2", limit);
            daemon("n3", limit);
            StartedNodes.awaitReplicas("n1", as("alice", entry));
            String job;
            try (Cluster leaving = as("alice", entry).jobName("moves").detached(true).connect()) {
                submit(leaving, 0, TASKS / 2);
                awaitJob(leaving.jobId() + " +moves +n1 +attached +yes +\\S+ +\\S+ +" + TASKS / 2);
                signal(daemons.getFirst(), "STOP");
                Awaitility.await("its program moves")
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> !leaving.info().node().equals("n1"));
                submit(leaving, TASKS / 2, TASKS);
                leaving.detach();
                job = leaving.jobId();
            }
            String later = found(job + " +moves +(n[23])", fine(on("n2").run("jobs")).out());
            String last = later.equals("n2") ? "n3" : "n2";
            die(daemons.get(later.equals("n2") ? 1 : 2));
            signal(daemons.getFirst(), "CONT");
            Awaitility.await("n1 answers")
                    .atMost(StartedNodes.LIMIT)
                    .until(() ->
                            Pattern.compile("(?m)^n1 ")
                                    .matcher(on(last).run("nodes").out())
                                    .find());
            Files.createFile(gate());
            try (Cluster attached = attachWhenKnown("alice", entry, job)) {
                assertThat(attached.info().node()).isEqualTo(last);
                checkResults(attached);
            }
        }
    }

    private void awaitJob(String pattern) {
        Awaitility.await(pattern)
                .atMost(StartedNodes.LIMIT)
                .until(() -> Pattern.compile(pattern).matcher(on("n1").run("jobs").out()).find());
    }

    private void submit(Cluster cluster, int from, int to) {
        for (int i = from; i < to; i++) {
            cluster.submit(new Work.GatedSquare(i, gate().toString()), REPLICATED);
        }
    }
}
