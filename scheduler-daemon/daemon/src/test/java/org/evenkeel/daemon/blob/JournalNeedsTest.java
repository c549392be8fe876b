package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.evenkeel.daemon.driver.Journaling;
import org.evenkeel.daemon.journal.RecoveredRecords.Needed;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs stay as long as the journal refers to them, whoever else lets them go. */
class JournalNeedsTest {

    private static final Digest PAYLOAD = new Digest(1, 0, 0, 0);
    private static final Digest OUTCOME = new Digest(2, 0, 0, 0);
    private static final Digest OTHER = new Digest(5, 0, 0, 0);
    private static final TaskId TASK = new TaskId(4, 1);

    /** Takes records and says that they are durable when it is told to. */
    private static final class SlowJournal implements Journaling {
        private long written;
        private LongConsumer listener = number -> {};

        @Override
        public long write(List<JournalRecord> records) {
            written += records.size();
            return written;
        }

        @Override
        public void whenDurable(LongConsumer hears) {
            listener = hears;
        }

        void durable(long number) {
            listener.accept(number);
        }
    }

    @TempDir private Path directory;
    private Disk disk;
    private BlobStore store;
    private Bundles bundles;
    private JournalNeeds needs;
    private final SlowJournal journal = new SlowJournal();

    @BeforeEach
    void threeBlobsAreHereAndNeededByTheCore() throws Exception {
        disk = new Disk(Runnable::run);
        store = new BlobStore(directory, disk);
        bundles = new Bundles(store, new BlobPulls(store), CodeAdmission.open(), 1 << 20);
        needs = new JournalNeeds(journal, store, bundles);
        for (Digest digest : List.of(PAYLOAD, OUTCOME, OTHER)) {
            Files.writeString(store.path(digest), "content");
            store.arrived(digest, 7);
            store.acquire(digest);
        }
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private static JournalRecord.Accepted accepted() {
        return accepted(PAYLOAD);
    }

    private static JournalRecord.Accepted accepted(Digest payload) {
        return accepted(payload, Digest.NONE);
    }

    private static JournalRecord.Accepted accepted(Digest payload, Digest bundle) {
        TaskKind kind =
                new TaskKind(
                        new JobId(3),
                        "Work",
                        bundle,
                        new TaskKind.Options(5, 0, 0, Durability.DISK, 0));
        return new JournalRecord.Accepted(
                new Task(TASK, kind, new BlobPayload(payload, 7), 1, null), Grant.first(1), 4);
    }

    private static JournalRecord.Done done() {
        return done(OUTCOME);
    }

    private static JournalRecord.Done done(Digest outcome) {
        return new JournalRecord.Done(
                TASK, Grant.first(1), Outcome.succeeded(new BlobPayload(outcome, 7)), "n1");
    }

    /** What an earlier process of this node left of the task; the core needs it, too. */
    private void recover(Digest payload, Digest bundle, boolean ended) {
        needs.recover(
                new RecoveredBlobs(Map.of(), Map.of()),
                List.of(
                        new Needed(
                                new Key((byte) 1, TASK.origin(), TASK.number()),
                                TASK,
                                new BlobPayload(payload, 7),
                                bundle,
                                ended)));
    }

    @Test
    void aPayloadStaysUntilTheEndOfItsTaskIsDurable() {
        needs.write(List.of(accepted()));
        journal.durable(1);
        needs.write(List.of(done()));
        store.release(PAYLOAD); // the core needs it no more
        assertThat(store.has(PAYLOAD)).isTrue();
        journal.durable(2);
        assertThat(store.has(PAYLOAD)).isFalse();
    }

    @Test
    void anOutcomeStaysUntilItIsDurablyForgotten() {
        needs.write(List.of(accepted(), done()));
        journal.durable(2);
        store.release(OUTCOME);
        needs.write(List.of(new JournalRecord.Forgotten(TASK)));
        assertThat(store.has(OUTCOME)).isTrue();
        journal.durable(3);
        assertThat(store.has(OUTCOME)).isFalse();
    }

    @Test
    void aTaskForgottenBeforeItEndedLetsItsPayloadGo() {
        needs.write(List.of(accepted(), new JournalRecord.Forgotten(TASK)));
        store.release(PAYLOAD);
        journal.durable(1);
        assertThat(store.has(PAYLOAD)).isTrue();
        journal.durable(2);
        assertThat(store.has(PAYLOAD)).isFalse();
    }

    @Test
    void aCheckpointTakesThePlaceOfThePayloadWhenItIsDurable() {
        needs.write(List.of(accepted()));
        journal.durable(1);
        needs.write(List.of(accepted(OUTCOME)));
        store.release(PAYLOAD);
        store.release(OUTCOME);
        assertThat(store.has(PAYLOAD)).as("a restart would still find the first").isTrue();
        journal.durable(2);
        assertThat(store.has(PAYLOAD)).isFalse();
        assertThat(store.has(OUTCOME)).isTrue();
        needs.write(List.of(new JournalRecord.Forgotten(TASK)));
        journal.durable(3);
        assertThat(store.has(OUTCOME)).isFalse();
    }

    /** The record of the outcome still stands: a restart would look for the blob. */
    @Test
    void anOutcomeThatTheDiskKeptStaysWhenItsTaskIsAcceptedAgain() {
        recover(OUTCOME, Digest.NONE, true);
        store.release(OUTCOME);
        needs.write(List.of(accepted()));
        store.release(PAYLOAD);
        journal.durable(1);
        assertThat(store.has(OUTCOME)).isTrue();
        assertThat(store.has(PAYLOAD)).isTrue();
        needs.write(List.of(done()));
        journal.durable(2);
        assertThat(store.has(OUTCOME)).isTrue();
        assertThat(store.has(PAYLOAD)).isFalse();
        needs.write(List.of(new JournalRecord.Forgotten(TASK)));
        journal.durable(3);
        assertThat(store.has(OUTCOME)).isFalse();
    }

    @Test
    void anotherOutcomeTakesThePlaceOfTheOneThatTheDiskKeptWhenItIsDurable() {
        recover(OUTCOME, Digest.NONE, true);
        store.release(OUTCOME);
        needs.write(List.of(accepted(), done(OTHER)));
        store.release(OTHER);
        journal.durable(1);
        assertThat(store.has(OUTCOME)).isTrue();
        journal.durable(2);
        assertThat(store.has(OUTCOME)).isFalse();
        assertThat(store.has(OTHER)).isTrue();
        needs.write(List.of(new JournalRecord.Forgotten(TASK)));
        journal.durable(3);
        assertThat(store.has(OTHER)).isFalse();
    }

    @Test
    void aTaskThatIsAcceptedAgainAfterItEndedNeedsItsCode() {
        Digest bundle = new Digest(6, 0, 0, 0);
        recover(OUTCOME, Digest.NONE, true);
        needs.write(List.of(accepted(PAYLOAD, bundle)));
        assertThat(bundles.isPinned(bundle)).isTrue();
        needs.write(List.of(done()));
        journal.durable(1);
        assertThat(bundles.isPinned(bundle)).isTrue();
        journal.durable(2);
        assertThat(bundles.isPinned(bundle)).isFalse();
    }

    @Test
    void theCodeOfAnOpenTaskThatTheDiskKeptIsPinnedOnce() {
        Digest bundle = new Digest(6, 0, 0, 0);
        recover(PAYLOAD, bundle, false);
        needs.write(List.of(accepted(PAYLOAD, bundle)));
        needs.write(List.of(done()));
        journal.durable(2);
        assertThat(bundles.isPinned(bundle)).isFalse();
    }

    @Test
    void oneBatchMayReplaceAPayloadTwice() {
        needs.write(List.of(accepted(PAYLOAD), accepted(OUTCOME), accepted(OTHER)));
        List.of(PAYLOAD, OUTCOME, OTHER).forEach(store::release);
        journal.durable(1);
        assertThat(store.has(PAYLOAD)).isTrue();
        journal.durable(2);
        assertThat(store.has(PAYLOAD)).isFalse();
        assertThat(store.has(OUTCOME)).as("the second record names it").isTrue();
        journal.durable(3);
        assertThat(store.has(OUTCOME)).isFalse();
        assertThat(store.has(OTHER)).isTrue();
    }

    @Test
    void aReplicaNeedsItsBlobsBesideTheTaskItself() {
        NodeRef owner = new NodeRef(new NodeId("n7"), 7, "", 0);
        needs.write(List.of(accepted(), new JournalRecord.Replica(owner, accepted())));
        store.release(PAYLOAD);
        needs.write(List.of(new JournalRecord.Forgotten(TASK)));
        journal.durable(3);
        assertThat(store.has(PAYLOAD)).isTrue();
        JournalRecord.Forgotten forgotten = new JournalRecord.Forgotten(TASK);
        needs.write(List.of(new JournalRecord.Replica(owner, forgotten)));
        journal.durable(4);
        assertThat(store.has(PAYLOAD)).isFalse();
    }

    @Test
    void theDriverHearsTheNumbersToo() {
        long[] heard = new long[1];
        needs.whenDurable(number -> heard[0] = number);
        needs.write(List.of(accepted()));
        journal.durable(1);
        assertThat(heard[0]).isEqualTo(1);
    }

    @Test
    void aBundleIsDurableWithAllItsJars() throws Exception {
        Digest jar = new Digest(3, 0, 0, 0);
        Digest bundle = new Digest(4, 0, 0, 0);
        String manifest = BundleManifest.HEADER + "\n" + jar + " 7 app.jar\n";
        Files.write(store.path(bundle), manifest.getBytes(StandardCharsets.UTF_8));
        store.arrived(bundle, manifest.length());
        DurableBlobs blobs = new DurableBlobs(store);
        assertThatIOException()
                .isThrownBy(() -> blobs.makeDurable(Set.of(), Set.of(bundle)))
                .withMessageContaining(jar.toString());
        Files.writeString(store.path(jar), "content");
        store.arrived(jar, 7);
        blobs.makeDurable(Set.of(PAYLOAD), Set.of(bundle));
        for (Digest digest : List.of(PAYLOAD, jar, bundle)) {
            assertThat(store.force(digest)).as("has to be forced again").isFalse();
        }
    }
}
