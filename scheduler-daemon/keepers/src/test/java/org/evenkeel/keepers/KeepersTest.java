package org.evenkeel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.keepers.TestKeepers.PATIENT;
import static org.evenkeel.keepers.TestKeepers.SHORT;
import static org.evenkeel.keepers.TestKeepers.bytes;
import static org.evenkeel.keepers.TestKeepers.join;
import static org.evenkeel.keepers.TestKeepers.renew;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers of Ratis that agree. */
class KeepersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void whatOneProposesAllHaveAndACopyIsToldSo() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(PATIENT);
            Done told = Done.APPLIED;
            for (Keeper keeper : keepers) {
                assertThat(keeper.propose(new MemberJoined(TestKeepers.PROCESS, 1, 0)).join())
                        .isEqualTo(told);
                told = Done.ALREADY;
            }
            renew(keepers.get(1), 2, 20);
            for (Keeper keeper : keepers) {
                assertThat(bytes(keeper)).isEqualTo(bytes(keepers.getFirst()));
                assertThat(keeper.read(state -> state.members().firstKey()).join())
                        .isEqualTo(new NodeId("worker"));
                assertThat(keeper.status().keepers()).isEqualTo(group.peers("n1", "n2", "n3"));
            }
        }
    }

    @Test
    void entriesGoOnWithoutTheLeaderAndItCatchesUp() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            group.found(PATIENT);
            String leader = group.leader();
            join(group.keeper(leader));
            renew(group.keeper(leader), 2, 10);
            group.stop(leader);
            Keeper other = group.keeper(leader.equals("n1") ? "n2" : "n1");
            assertThat(other.propose(new LeaseRenewed(TestKeepers.PROCESS, 1_000)).join())
                    .isEqualTo(Done.APPLIED);
            assertThat(group.leader()).isNotEqualTo(leader);

            Keeper again = group.start(leader, Start.CONTINUE, PATIENT, "n1", "n2", "n3");
            assertThat(bytes(again)).isEqualTo(bytes(other));
        }
    }

    @Test
    void theWholeGroupGoesOnFromLogAndSnapshot() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(PATIENT);
            join(keepers.getFirst());
            renew(keepers.getFirst(), 2, 150);
            keepers.getFirst().snapshot();
            renew(keepers.getFirst(), 151, 170);
            byte[] before = bytes(keepers.getFirst());
            assertThat(keepers.getFirst().status().snapshotIndex()).isPositive();
            for (String name : List.of("n1", "n2", "n3")) {
                group.stop(name);
            }
            for (String name : List.of("n1", "n2", "n3")) {
                group.start(name, Start.CONTINUE, PATIENT, "n1", "n2", "n3");
            }
            for (String name : List.of("n1", "n2", "n3")) {
                assertThat(bytes(group.keeper(name))).isEqualTo(before);
            }
        }
    }

    @Test
    void keeperThatWasAwayGetsASnapshotWhenTheLogIsGone() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(PATIENT);
            join(keepers.getFirst());
            bytes(keepers.get(2));
            group.stop("n3");
            int to = 1;
            // Until both others have removed the log's beginning.
            while (!logsBegin(group, "n1") || !logsBegin(group, "n2")) {
                renew(keepers.getFirst(), to + 1, to + 200);
                to += 200;
            }
            Keeper again = group.start("n3", Start.CONTINUE, PATIENT, "n1", "n2", "n3");
            assertThat(bytes(again)).isEqualTo(bytes(keepers.getFirst()));
            assertThat(group.files("n3", "sm", "snapshot.")).isNotEmpty();
            assertThat(group.files("n1", "sm", "snapshot.")).hasSizeBetween(1, 2);
        }
    }

    /** Whether the first file of the log is a later one. */
    private static boolean logsBegin(TestKeepers group, String name) {
        return group.files(name, "current", "log_").stream()
                .map(file -> String.valueOf(file.getFileName()))
                .noneMatch(file -> file.startsWith("log_0-") || file.equals("log_inprogress_0"));
    }

    @Test
    void withoutAQuorumWhatIsAskedFailsAndSaysSo() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(SHORT);
            Awaitility.await()
                    .atMost(TestKeepers.LIMIT)
                    .ignoreExceptions()
                    .until(() -> join(keepers.getFirst()).holds());
            group.stop("n2");
            group.stop("n3");
            assertThatThrownBy(() ->
                            keepers.getFirst()
                                    .propose(new LeaseRenewed(TestKeepers.PROCESS, 2))
                                    .join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            KeeperException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.NO_QUORUM))
                    .hasMessageStartingWith("too few keepers answered within 5.0 s")
                    .hasMessageEndingWith(". The entry may be in the log, or come into it later");
            assertThatThrownBy(() -> bytes(keepers.getFirst()))
                    .cause()
                    .hasMessageStartingWith("too few keepers answered within 5.0 s")
                    .hasMessageEndingWith("Nothing was read");
            assertThatThrownBy(() -> keepers.getFirst().backup(directory.resolve("b")))
                    .hasMessageStartingWith("too few keepers answered");
            assertThat(directory.resolve("b")).doesNotExist();

            keepers.getFirst().close();
            assertThatThrownBy(() -> join(keepers.getFirst()))
                    .cause()
                    .hasMessage("keeper n1 was closed");
            assertThat(keepers.getFirst().ended()).isCompleted();
        }
    }

    @Test
    @Tag("extended")
    void keeperIsReplacedWhileEntriesGoOn() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(PATIENT);
            join(keepers.getFirst());
            renew(keepers.getFirst(), 2, 150);
            group.add("n4");
            Keeper fourth = group.start("n4", Start.JOIN, PATIENT, "n1", "n2", "n3");
            assertThat(fourth.status().keepers()).isEmpty();

            Thread proposing = Thread.ofVirtual().start(() -> renew(keepers.get(1), 151, 400));
            keepers.getFirst().change(group.peers("n1", "n2", "n4"), TestKeepers.LIMIT);
            proposing.join();

            assertThat(bytes(fourth)).isEqualTo(bytes(keepers.getFirst()));
            assertThat(fourth.status().keepers()).isEqualTo(group.peers("n1", "n2", "n4"));
            assertThat(keepers.get(2).ended())
                    .failsWithin(TestKeepers.LIMIT)
                    .withThrowableThat()
                    .havingRootCause()
                    .withMessageContaining("keeper n3 has ended: it is no longer a keeper");
            assertThatThrownBy(() ->
                            keepers.getFirst()
                                    .change(group.peers("n1", "n3"), Duration.ofSeconds(9)))
                    .hasMessage("of 2 keepers 1 would be new: change fewer at a time");
        }
    }

    @Test
    @Tag("extended")
    void backupIsTheStateOfANewGroup() throws Exception {
        Path file = directory.resolve("keepers.backup");
        byte[] before;
        try (TestKeepers group = new TestKeepers(directory.resolve("a"), "n1", "n2", "n3")) {
            List<Keeper> keepers = group.found(PATIENT);
            join(keepers.getFirst());
            renew(keepers.getFirst(), 2, 20);
            before = bytes(keepers.get(1));
            keepers.get(2).backup(file);
        }
        try (TestKeepers group = new TestKeepers(directory.resolve("b"), "m1", "m2")) {
            new RatisKeepers().restore(file, group.settings("m1", Start.FOUND, PATIENT, "m1"));
            Keeper first = group.start("m1", Start.CONTINUE, PATIENT, "m1");
            assertThat(bytes(first)).isEqualTo(before);
            Keeper second = group.start("m2", Start.JOIN, PATIENT, "m1");
            first.change(group.peers("m1", "m2"), TestKeepers.LIMIT);
            assertThat(bytes(second)).isEqualTo(before);
            renew(second, 1_000, 1_001);
            assertThat(bytes(first)).isEqualTo(bytes(second));
            assertThatThrownBy(() ->
                            new RatisKeepers()
                                    .restore(
                                            file, group.settings("m1", Start.FOUND, PATIENT, "m1")))
                    .hasMessageContaining("is there already");
        }
    }
}
