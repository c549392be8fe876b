package org.evenkeel.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.kernel.journal.LiveKey;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JournalRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalThreadTest {

    private static final JournalSettings SETTINGS =
            new JournalSettings(64 << 10, 256 << 10, 64 << 10, 128 << 10, 32 << 10);

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private Path directory;

    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final BlockingQueue<Long> durable = new LinkedBlockingQueue<>();
    private final BlockingQueue<Exception> failures = new ArrayBlockingQueue<>(10);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private long heard;
    private volatile boolean blobsFail;
    private WeakStorage storage;
    private JournalThread writer;

    @BeforeEach
    void opens() throws Exception {
        storage = new WeakStorage(FileStorage.open(directory));
        Journal journal = Journal.open(storage, SETTINGS).journal();
        writer =
                new JournalThread(
                        journal,
                        new JournalThread.Dependencies(
                                this::blobsDurable,
                                new LowDisk(directory, OptionalLong.of(0)),
                                loop,
                                failures::add));
        writer.whenDurable(number -> {
            order.add("durable " + number);
            durable.add(number);
        });
        writer.start();
    }

    private void blobsDurable(Set<Digest> blobs, Set<Digest> bundles) throws IOException {
        if (blobsFail) {
            throw new IOException("no such blob");
        }
        order.add("blobs " + blobs.size() + ", bundles " + bundles.size());
    }

    @AfterEach
    void closes() {
        writer.close();
        loop.shutdownNow();
    }

    private void awaitDurable(long number) throws InterruptedException {
        while (heard < number) {
            Long next = durable.poll(60, TimeUnit.SECONDS);
            assertThat(next).as("durable up to " + number).isNotNull();
            heard = next;
        }
    }

    private void awaitForces(int count) {
        Awaitility.await("forces").atMost(LIMIT).until(() -> storage.forces.get() >= count);
    }

    private List<LiveKey> onDisk() throws Exception {
        writer.close();
        Journal.Opened opened = Journal.open(FileStorage.open(directory), SETTINGS);
        opened.journal().close();
        return opened.live();
    }

    @Test
    void recordsAreNumberedAndSaidToBeDurableInOrder() throws Exception {
        assertThat(writer.write(List.of(JournalRecords.accepted(1, JournalRecords.inline(10)))))
                .isEqualTo(1);
        assertThat(
                        writer.write(
                                List.of(
                                        JournalRecords.granted(1, 2),
                                        JournalRecords.done(1, JournalRecords.inline(3)))))
                .isEqualTo(3);
        awaitDurable(3);
        assertThat(onDisk().getFirst().entries()).hasSize(3);
    }

    @Test
    void whatWaitsWhileTheDiskWorksIsForcedTogether() throws Exception {
        int may = storage.mayForce.drainPermits();
        int before = storage.forces.get();
        for (int i = 1; i <= 200; i++) {
            writer.write(List.of(JournalRecords.accepted(i, JournalRecords.inline(10))));
            if (i == 1) {
                awaitForces(before + 1);
            }
        }
        storage.mayForce.release(may);
        awaitDurable(200);
        assertThat(writer.statistics().getGroups()).isEqualTo(2);
        assertThat(onDisk()).hasSize(200);
    }

    @Test
    void blobsAreDurableBeforeTheGroupThatRefersToThem() throws Exception {
        writer.write(
                List.of(
                        JournalRecords.accepted(1, JournalRecords.blob(1, 100_000)),
                        JournalRecords.done(2, JournalRecords.blob(2, 100_000))));
        awaitDurable(2);
        assertThat(order).containsExactly("blobs 2, bundles 1", "durable 2");
    }

    @Test
    void theMarkIsForcedOnceWhenNothingComes() throws Exception {
        int before = storage.forces.get();
        writer.write(List.of(JournalRecords.accepted(1, JournalRecords.inline(10))));
        awaitDurable(1);
        awaitForces(before + 2); // of the group, and of its mark
        writer.close(); // it would force the mark if it was still owed
        assertThat(storage.forces).hasValue(before + 2);
    }

    @Test
    void aForceThatFailsEndsEverythingAndNothingIsSaidToBeDurable() throws Exception {
        storage.forceFails = true;
        writer.write(List.of(JournalRecords.accepted(1, JournalRecords.inline(10))));
        Exception failure = failures.poll(60, TimeUnit.SECONDS);
        assertThat(failure)
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("Input/output error");
        assertThat(durable).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> writer.write(List.of(JournalRecords.forgotten(1))));
    }

    @Test
    void aBlobThatCannotBeForcedEndsEverything() throws Exception {
        blobsFail = true;
        writer.write(List.of(JournalRecords.accepted(1, JournalRecords.blob(1, 100_000))));
        assertThat(failures.poll(60, TimeUnit.SECONDS)).hasMessageContaining("no such blob");
        assertThat(durable).isEmpty();
    }

    @Test
    void aFullDiskTakesTheReserveThenEndsEverythingAndKeepsWhatWasDurable() throws Exception {
        storage.capacityBytes = 100_000;
        long last = 0;
        Exception failure = null;
        for (int i = 1; failure == null; i++) {
            writer.write(List.of(JournalRecords.accepted(i, JournalRecords.inline(1_000))));
            Long next = null;
            while (next == null && failure == null) {
                next = durable.poll(1, TimeUnit.MILLISECONDS);
                failure = failures.poll();
            }
            last = next == null ? last : next;
        }
        assertThat(failure).hasMessageContaining("No space left on device");
        assertThat(last * 1_000).isGreaterThan(60_000);
        assertThat(onDisk()).hasSizeGreaterThanOrEqualTo((int) last);
    }

    @Test
    void theReserveThatWasGivenUpIsThereAgainWhenTheDiskHasRoom() throws Exception {
        Path reserve = directory.resolve("reserve");
        assertThat(reserve).exists();
        storage.capacityBytes = 100_000;
        long last = 0;
        for (int i = 1; Files.exists(reserve); i++) {
            last = writer.write(List.of(JournalRecords.accepted(i, JournalRecords.inline(1_000))));
            awaitDurable(last);
        }
        storage.capacityBytes = Long.MAX_VALUE;
        Awaitility.await("the reserve")
                .atMost(LIMIT)
                .until(() -> Files.exists(reserve) && Files.size(reserve) == 32 << 10);
        awaitDurable(writer.write(List.of(JournalRecords.forgotten(1))));
        assertThat(failures).isEmpty();
    }

    @Test
    void theJournalStaysSmallWhileTasksComeAndGo() throws Exception {
        long last = 0;
        for (int i = 1; i <= 3_000; i++) {
            last =
                    writer.write(
                            List.<JournalRecord>of(
                                    JournalRecords.accepted(i, JournalRecords.inline(300)),
                                    JournalRecords.done(i, JournalRecords.inline(100)),
                                    JournalRecords.forgotten(i)));
            if (i % 50 == 0) {
                awaitDurable(last);
            }
        }
        awaitDurable(last);
        assertThat(writer.statistics().getRecords()).isEqualTo(last);
        assertThat(onDisk()).isEmpty();
        try (FileStorage reader = FileStorage.readOnly(directory)) {
            long bytes = 0;
            for (String file : reader.list()) {
                bytes += reader.size(file);
            }
            assertThat(bytes).isLessThan(600_000);
        }
    }
}
