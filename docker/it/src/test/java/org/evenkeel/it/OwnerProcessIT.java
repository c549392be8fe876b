package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.agent.Desktop;
import org.evenkeel.agent.VirtualDisplay;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three machines, one of them a workstation with an X server, where tasks of two submitters run.
 */
@Alone
@Desktop
@Tag("extended")
class OwnerProcessIT {
    private static final String ALWAYS = "active-for=1s, max-load=1, only-on-ac=false";

    /** After an input workers stay frozen. */
    private static final String STAYS = "owner {" + ALWAYS + ", leave-after=1h, resume-after=1h}\n";

    /** Two seconds after an input tasks run again. */
    private static final String RETURNS =
            "owner {" + ALWAYS + ", leave-after=1h, resume-after=2s}\n";

    /** Two seconds after an input tasks move. */
    private static final String LEAVES =
            "owner {" + ALWAYS + ", leave-after=2s, leave-within=60s, resume-after=1h}\n";

    @TempDir Path directory;
    private SteppingTasks tasks;

    @BeforeEach
    void prepare() {
        tasks = new SteppingTasks(directory);
    }

    private Setup workstation(String seed, StartedNodes first, String owner) throws IOException {
        Files.writeString(config(), owner);
        return Setup.joining("n2", 2, first, seed).flags("--config", config().toString());
    }

    private Path config() {
        return directory.resolve("node.conf");
    }

    private Process agent(StartedNodes workstation, VirtualDisplay display) throws IOException {
        Process agent =
                evenkeel()
                        .inSession(display.name())
                        .start(
                                "agent",
                                "--source",
                                "x11",
                                "--cluster-dir",
                                workstation.directory.toString())
                        .process();
        awaitLogged(workstation, "an agent reports what the owner does");
        return agent;
    }

    private Command evenkeel() throws IOException {
        return new Command(directory.resolve("state"));
    }

    private String nodes(StartedNodes of) throws Exception {
        return evenkeel().run("nodes", "--cluster-dir", of.directory.toString()).out();
    }

    private static void awaitLogged(StartedNodes workstation, String text) {
        Awaitility.await(text)
                .atMost(StartedNodes.LIMIT)
                .until(() -> workstation.logs().contains(text));
    }

    /** What the kernel says of each worker: T is stopped by a signal. */
    private static boolean areStopped(StartedNodes workstation) {
        List<ProcessHandle> workers = workstation.workers("n2");
        return !workers.isEmpty() && workers.stream().allMatch(one -> state(one.pid()) == 'T');
    }

    private static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }

    private void configure(String owner) throws IOException {
        Path next = directory.resolve("next.conf");
        Files.writeString(next, owner);
        Files.move(next, config(), StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitStopped(StartedNodes workstation, boolean stopped) {
        Awaitility.await(stopped ? "workers are stopped" : "workers run")
                .atMost(StartedNodes.LIMIT)
                .until(() -> areStopped(workstation) == stopped);
    }

    /** The policy is changed while the daemon runs. */
    @Test
    void whileTheOwnerTypesWorkersAreFrozenAndLaterTheirTasksMove() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup first = Setup.machine("n1", 2).flags("--seeds", "", "--listen", seed);
        try (VirtualDisplay display = new VirtualDisplay(directory);
                StartedNodes n1 = StartedNodes.start(first);
                StartedNodes n3 = StartedNodes.start(Setup.joining("n3", 2, n1, seed));
                StartedNodes n2 = StartedNodes.start(workstation(seed, n1, STAYS));
                Cluster alice = n1.connect("n1");
                Cluster bob = n3.connect("n3")) {
            Process agent = agent(n2, display);
            try {
                TaskHandle<String> ofAlice = tasks.submit(alice, "alice");
                TaskHandle<String> ofBob = tasks.submit(bob, "bob");
                tasks.awaitBegun(n2, "alice");
                tasks.awaitBegun(n2, "bob");
                display.pressKey();
                awaitStopped(n2, true);
                assertThat(nodes(n1)).contains("in use by its owner, workers frozen");
                configure(RETURNS);
                awaitStopped(n2, false);
                assertThat(tasks.steps("alice").getLast()).endsWith(" n2");

                configure(LEAVES);
                Awaitility.await("both changes are read")
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> n2.logs().split("owner count from now on", -1).length == 3);
                display.pressKey();
                n1.awaitNoted("n1", ofAlice, "KEPT");
                n3.awaitNoted("n3", ofBob, "KEPT");
                tasks.letEnd("alice");
                tasks.letEnd("bob");
                tasks.check(ofAlice, "alice", "n2, n[13]", n1);
                tasks.check(ofBob, "bob", "n2, n[13]", n3);
                assertThat(story(n1, ofAlice))
                        .as(n2.logs())
                        .contains("suspended at a checkpoint", "resumed from its checkpoint")
                        .doesNotContain("could not be suspended");
                configure(RETURNS);
                StartedNodes.at(alice, "n2");
            } finally {
                agent.destroyForcibly();
            }
        }
    }

    private String story(StartedNodes of, TaskHandle<?> task) throws Exception {
        return evenkeel().run("explain", task.id(), "--cluster-dir", of.directory.toString()).out();
    }

    @Test
    @LongForm
    void withoutItsAgentTheNodeRunsTasksAndSaysOnceThatNothingIsKnown() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup first = Setup.machine("n1", 2).flags("--seeds", "", "--listen", seed);
        try (VirtualDisplay display = new VirtualDisplay(directory);
                StartedNodes n1 = StartedNodes.start(first);
                StartedNodes n2 = StartedNodes.start(workstation(seed, n1, STAYS));
                Cluster alice = n1.connect("n1")) {
            Process agent = agent(n2, display);
            TaskHandle<String> task = tasks.submit(alice, "alice");
            tasks.awaitBegun(n2, "alice");
            display.pressKey();
            awaitStopped(n2, true);
            agent.destroyForcibly().waitFor();
            configure(RETURNS);
            awaitLogged(n2, "the owner is away: this node runs tasks again");
            awaitLogged(n2, "no agent reports what the owner does");
            tasks.letEnd("alice");
            tasks.check(task, "alice", "n2", n1);
            assertThat(n2.logs()).containsOnlyOnce("no agent reports");
        }
    }
}
