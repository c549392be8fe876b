package org.evenkeel.daemon.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDirectoryTest {

    @TempDir Path directory;

    @Test
    void whatAnEarlierProcessLeftIsPutAsideAtOnceAndDeletedLater() throws Exception {
        ClusterDirectory cluster = new ClusterDirectory(directory);
        Path left;
        try (NodeDirectory node = NodeDirectory.take(cluster, new NodeId("n1"))) {
            left = Files.createDirectories(node.workers().resolve("1/d"));
        }
        try (NodeDirectory node = NodeDirectory.take(cluster, new NodeId("n1"))) {
            assertThat(node.workers()).isEmptyDirectory();
            assertThat(left).doesNotExist();
            try (Stream<Path> all = Files.walk(node.path())) {
                assertThat(all.map(Path::getFileName)).contains(Path.of("d"));
            }
            node.wipeLeft();
            try (Stream<Path> all = Files.list(node.path())) {
                assertThat(all.map(one -> one.getFileName().toString()))
                        .contains("workers")
                        .noneMatch(name -> name.startsWith("workers.left"));
            }
        }
    }

    @Test
    void theFirstProcessOfAJournalIsKnownUntilTheJournalIsDeleted() throws Exception {
        ClusterDirectory cluster = new ClusterDirectory(directory);
        try (NodeDirectory node = NodeDirectory.take(cluster, new NodeId("n1"))) {
            Files.createDirectories(node.journal());
            assertThat(node.journalSince(7, true)).isEqualTo(7);
            assertThat(node.journalSince(8, false)).isEqualTo(7);
            assertThat(node.journalSince(9, true)).as("nothing was written yet").isEqualTo(7);
            Files.delete(node.journal().resolve("since"));
            assertThat(node.journalSince(10, true)).isEqualTo(10);
        }
    }

    /** A version that did not write it down. */
    @Test
    void aJournalOfWhichNothingIsKnownHasAllProcesses() throws Exception {
        ClusterDirectory cluster = new ClusterDirectory(directory);
        try (NodeDirectory node = NodeDirectory.take(cluster, new NodeId("n1"))) {
            Files.createDirectories(node.journal());
            assertThat(node.journalSince(7, false)).isEqualTo(Event.Recovered.FIRST_PROCESS);
        }
    }

    @Test
    void idsOfProcessStartsGrowThoughTheClockIsSetBack() throws Exception {
        Instant now = Instant.parse("2026-11-20T12:00:00Z");
        ClusterDirectory cluster = new ClusterDirectory(directory);
        List<Long> ids = new ArrayList<>();
        for (Duration step :
                List.of(Duration.ZERO, Duration.ofHours(-5), Duration.ZERO, Duration.ofHours(2))) {
            try (NodeDirectory node = NodeDirectory.take(cluster, new NodeId("n1"))) {
                ids.add(node.nextIncarnation(InstantSource.fixed(now.plus(step))));
            }
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids.getLast()).isEqualTo(now.plus(Duration.ofHours(2)).toEpochMilli() * 1000000);
    }
}
