package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three machines, of which one closes while tasks of two submitters run there. */
@Tag("extended")
class ClosingNodeProcessIT {

    private static final String ALWAYS = "calendar = always\n";

    /** Seconds after an instant. */
    private static final String SOON_CLOSED =
            "calendar {open = [\"0-4\", \"4000-5000\"], from = \"%s\"}\n";

    @TempDir Path directory;
    private SteppingTasks tasks;

    @BeforeEach
    void prepare() {
        tasks = new SteppingTasks(directory);
    }

    @Test
    void whatRunsResumesElsewhereWhereItWas() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup owner = Setup.machine("n1", 2).flags("--seeds", "", "--listen", seed);
        Path config = Files.writeString(directory.resolve("node.conf"), ALWAYS);
        try (StartedNodes n1 = StartedNodes.start(owner);
                StartedNodes n3 = StartedNodes.start(Setup.joining("n3", 2, n1, seed));
                StartedNodes n2 =
                        StartedNodes.start(
                                Setup.joining("n2", 2, n1, seed)
                                        .flags("--config", config.toString()));
                Cluster alice = n1.connect("n1");
                Cluster bob = n3.connect("n3")) {
            TaskHandle<String> ofAlice = tasks.submit(alice, "alice");
            TaskHandle<String> ofBob = tasks.submit(bob, "bob");
            tasks.awaitBegun(n2, "alice");
            tasks.awaitBegun(n2, "bob");
            // When the tasks run, however long that takes; the daemon reads it within two seconds.
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            Path next = directory.resolve("next.conf");
            Files.writeString(next, SOON_CLOSED.formatted(now));
            Files.move(next, config, StandardCopyOption.ATOMIC_MOVE);
            Command evenkeel = new Command(directory.resolve("state"));
            Awaitility.await("n2 is closed")
                    .atMost(StartedNodes.LIMIT)
                    .until(() ->
                            evenkeel.run("nodes", "--cluster-dir", n2.directory.toString())
                                    .out()
                                    .contains("closed until"));
            tasks.letEnd("alice");
            tasks.letEnd("bob");
            tasks.check(ofAlice, "alice", "n2, n[13]", n1);
            tasks.check(ofBob, "bob", "n2, n[13]", n3);
            Command.Ended story =
                    evenkeel.run("explain", ofAlice.id(), "--cluster-dir", n1.directory.toString());
            assertThat(story.out())
                    .as(story + n2.logs())
                    .contains("suspended at a checkpoint", "resumed from its checkpoint")
                    .doesNotContain("could not be suspended");
        }
    }

    @Test
    @LongForm
    void aNodeIsPausedAndResumedByAnAdministrator() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup owner = Setup.machine("n1", 2).flags("--seeds", "", "--listen", seed);
        try (StartedNodes n1 = StartedNodes.start(owner);
                StartedNodes n3 = StartedNodes.start(Setup.joining("n3", 2, n1, seed));
                StartedNodes n2 = StartedNodes.start(Setup.joining("n2", 2, n1, seed));
                Cluster alice = n1.connect("n1");
                Cluster bob = n3.connect("n3")) {
            TaskHandle<String> ofAlice = tasks.submit(alice, "alice");
            TaskHandle<String> ofBob = tasks.submit(bob, "bob");
            tasks.awaitBegun(n2, "alice");
            tasks.awaitBegun(n2, "bob");
            Command evenkeel = new Command(directory.resolve("state"));
            String there = n1.directory.toString();
            Command.Ended paused =
                    evenkeel.run("pause", "n2", "--for", "2h", "--cluster-dir", there);
            assertThat(paused.exitCode()).as(paused + n2.logs()).isZero();
            assertThat(paused.out())
                    .as(paused.toString())
                    .contains("moved  " + ofAlice.id(), "moved  " + ofBob.id())
                    .contains("n2 is paused by", "until", "evenkeel resume n2");
            assertThat(evenkeel.run("nodes", "--cluster-dir", there).out()).contains("paused by");
            tasks.letEnd("alice");
            tasks.letEnd("bob");
            tasks.check(ofAlice, "alice", "n2, n[13]", n1);
            tasks.check(ofBob, "bob", "n2, n[13]", n3);
            Command.Ended resumed = evenkeel.run("resume", "n2", "--cluster-dir", there);
            assertThat(resumed.out()).as(resumed.toString()).contains("n2 is no longer paused");
            StartedNodes.at(alice, "n2");
        }
    }
}
