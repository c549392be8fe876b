package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The default policy on three machines: two slow ones where tasks of two submitters run, and a fast
 * one that joins late and calls for them. (All are as fast in fact; their configurations say
 * otherwise.)
 */
@Alone
@Tag("extended")
class CallsProcessIT {
    private static final Pattern AT_N3 = Pattern.compile("n3 +resumed from its checkpoint");

    /** What died is given up soon. */
    private static final String[] SHORT_LEASES = {"--holder-lease", "2s", "--owner-lease", "3s"};

    /**
     * A worker is kept free for a task on its way for a quarter of the holder's lease. With short
     * ones a second task is claimed when the machine is busy, and goes to the node that is idle.
     */
    private static final String[] USUAL_LEASES = {};

    @TempDir Path directory;
    private SteppingTasks tasks;

    @BeforeEach
    void prepare() {
        tasks = new SteppingTasks(directory);
    }

    private interface Story {
        void tell(
                StartedNodes n1,
                StartedNodes n2,
                StartedNodes n3,
                TaskHandle<String> ofAlice,
                TaskHandle<String> ofBob)
                throws Exception;
    }

    /** The task of one of the two has moved; none may end. */
    private void whenOneHasMoved(String[] leases, Story story) throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup first =
                Setup.machine("n1", 1)
                        .flags("--speed", "0.25", "--seeds", "", "--listen", seed)
                        .flags(leases);
        try (StartedNodes n1 = StartedNodes.start(first);
                StartedNodes n2 =
                        StartedNodes.start(
                                Setup.joining("n2", 1, n1, seed)
                                        .flags("--speed", "0.25")
                                        .flags(leases));
                Cluster alice = n1.connect("n1");
                Cluster bob = n2.connect("n2")) {
            TaskHandle<String> ofAlice = begins(alice, n1, "alice", "n1");
            TaskHandle<String> ofBob = begins(bob, n2, "bob", "n2");
            try (StartedNodes n3 =
                    StartedNodes.start(
                            Setup.joining("n3", 1, n1, seed).flags("--speed", "1").flags(leases))) {
                Awaitility.await("one of them has moved")
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> hasMoved(n1, ofAlice) || hasMoved(n2, ofBob));
                story.tell(n1, n2, n3, ofAlice, ofBob);
            }
        }
    }

    @Test
    void aFasterMachineThatJoinsLateGetsTasksThatRun() throws Exception {
        whenOneHasMoved(
                USUAL_LEASES,
                (n1, n2, n3, ofAlice, ofBob) -> {
                    boolean aliceFirst = hasMoved(n1, ofAlice);
                    tasks.letEnd(aliceFirst ? "alice" : "bob");
                    Awaitility.await("then the other one")
                            .atMost(StartedNodes.LIMIT)
                            .until(() -> hasMoved(n1, ofAlice) && hasMoved(n2, ofBob));
                    tasks.letEnd(aliceFirst ? "bob" : "alice");
                    tasks.check(ofAlice, "alice", "n1, n3", n1);
                    tasks.check(ofBob, "bob", "n2, n3", n2);
                    assertThat(evenkeel(n1, "explain", ofAlice.id()))
                            .contains("is to move to n3", "a worker is idle there: about")
                            .contains("resumed from its checkpoint");
                    assertThat(evenkeel(n3, "nodes")).contains("saved").contains(" by 1 move");
                });
    }

    /** Nothing is said: its address refuses connections from then on. */
    @Test
    @LongForm
    void ifTheFasterMachineDiesTheTaskEndsElsewhere() throws Exception {
        whenOneHasMoved(
                SHORT_LEASES,
                (n1, n2, n3, ofAlice, ofBob) -> {
                    n3.kill("n3");
                    tasks.letEnd("alice");
                    tasks.letEnd("bob");
                    assertThat(ofAlice.get(StartedNodes.LIMIT)).as(n1::logs).startsWith("820 ");
                    assertThat(ofBob.get(StartedNodes.LIMIT)).as(n2::logs).startsWith("820 ");
                });
    }

    private TaskHandle<String> begins(
            Cluster submitter, StartedNodes machine, String name, String node) throws Exception {
        StartedNodes.at(submitter, node); // its worker is there
        TaskHandle<String> task = tasks.submit(submitter, name, TaskOptions.DEFAULT);
        tasks.awaitBegun(machine, name, node);
        return task;
    }

    /** A task that n3 refused, because the other one came first, resumes where it was. */
    private boolean hasMoved(StartedNodes of, TaskHandle<?> task) throws Exception {
        return AT_N3.matcher(evenkeel(of, "explain", task.id())).find();
    }

    private String evenkeel(StartedNodes of, String... words) throws Exception {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--cluster-dir";
        all[words.length + 1] = of.directory.toString();
        return new Command(directory.resolve("state")).run(all).out();
    }
}
