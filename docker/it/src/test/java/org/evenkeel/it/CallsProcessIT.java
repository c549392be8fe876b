package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.LocalCluster.Setup;
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
    @TempDir Path directory;
    private SteppingTasks tasks;

    @BeforeEach
    void prepare() {
        tasks = new SteppingTasks(directory);
    }

    private static Setup slow(Setup machine) {
        return machine.flags("--speed", "0.25", "--holder-lease", "2s", "--owner-lease", "3s");
    }

    private static Setup fast(LocalCluster first, String address) {
        return Setup.joining("n3", 1, first, address)
                .flags("--speed", "1", "--holder-lease", "2s", "--owner-lease", "3s");
    }

    private interface Story {
        void tell(
                LocalCluster n1,
                LocalCluster n2,
                LocalCluster n3,
                TaskHandle<String> ofAlice,
                TaskHandle<String> ofBob)
                throws Exception;
    }

    /** The task of one of the two has moved; none may end. */
    private void whenOneHasMoved(Story story) throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup first = slow(Setup.machine("n1", 1)).flags("--seeds", "", "--listen", seed);
        try (LocalCluster n1 = LocalCluster.start(first);
                LocalCluster n2 = LocalCluster.start(slow(Setup.joining("n2", 1, n1, seed)));
                Cluster alice = n1.connect("n1");
                Cluster bob = n2.connect("n2")) {
            TaskHandle<String> ofAlice = begins(alice, n1, "alice", "n1");
            TaskHandle<String> ofBob = begins(bob, n2, "bob", "n2");
            try (LocalCluster n3 = LocalCluster.start(fast(n1, seed))) {
                Awaitility.await("one of them has moved")
                        .atMost(LocalCluster.LIMIT)
                        .until(() -> hasMoved(n1, ofAlice) || hasMoved(n2, ofBob));
                story.tell(n1, n2, n3, ofAlice, ofBob);
            }
        }
    }

    @Test
    void aFasterMachineThatJoinsLateGetsTasksThatRun() throws Exception {
        whenOneHasMoved((n1, n2, n3, ofAlice, ofBob) -> {
            boolean aliceFirst = hasMoved(n1, ofAlice);
            tasks.letEnd(aliceFirst ? "alice" : "bob");
            Awaitility.await("then the other one")
                    .atMost(LocalCluster.LIMIT)
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
    void ifTheFasterMachineDiesTheTaskEndsElsewhere() throws Exception {
        whenOneHasMoved((n1, n2, n3, ofAlice, ofBob) -> {
            n3.kill("n3");
            tasks.letEnd("alice");
            tasks.letEnd("bob");
            assertThat(ofAlice.get(LocalCluster.LIMIT)).as(n1::logs).startsWith("820 ");
            assertThat(ofBob.get(LocalCluster.LIMIT)).as(n2::logs).startsWith("820 ");
        });
    }

    private TaskHandle<String> begins(
            Cluster submitter, LocalCluster machine, String name, String node) throws Exception {
        LocalCluster.at(submitter, node); // its worker is there
        TaskHandle<String> task = tasks.submit(submitter, name, TaskOptions.DEFAULT);
        tasks.awaitBegun(machine, name, node);
        return task;
    }

    private boolean hasMoved(LocalCluster of, TaskHandle<?> task) throws Exception {
        return evenkeel(of, "explain", task.id()).contains("resumed from its checkpoint");
    }

    private String evenkeel(LocalCluster of, String... words) throws Exception {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--cluster-dir";
        all[words.length + 1] = of.directory.toString();
        return new Command(directory.resolve("state")).run(all).out();
    }
}
