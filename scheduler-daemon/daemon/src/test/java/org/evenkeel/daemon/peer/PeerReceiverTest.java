package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.blob.BlobPulls;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.BlobStore;
import org.evenkeel.daemon.blob.Bundles;
import org.evenkeel.daemon.blob.CodeAdmission;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.blob.IntermediateValueStore;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.blob.StreamedCheckpoints;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a peer's words leave in the books of payloads, and what of them goes to disk. */
class PeerReceiverTest {

    private static final NodeId PEER = new NodeId("peer");
    private static final TaskId OWNED_ON_DISK = new TaskId(4, 9);
    private static final int LONG = PayloadResolver.LARGEST_IN_JOURNAL_BYTES + 1;

    /** Answers to the event loop; this thread is the loop when it takes them. */
    private final LinkedBlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();

    private final List<Event> submit = new ArrayList<>();
    private final BlobSource silent = (digest, offset, length) -> {};
    @TempDir private Path directory;
    private Disk disk;
    private BlobStore store;
    private BlobPulls pulls;
    private PayloadReferences books;
    private PeerReceiver receiver;

    @BeforeEach
    void open() throws Exception {
        disk = new Disk(loop::add);
        store = new BlobStore(directory, disk);
        pulls = new BlobPulls(store);
        books = new PayloadReferences(store, 1 << 30);
        Bundles bundles = new Bundles(store, pulls, CodeAdmission.open(), 1 << 20);
        LowDisk lowDisk = new LowDisk(directory, OptionalLong.of(0));
        PayloadResolver payloadResolver =
                new PayloadResolver(
                        new PayloadResolver.Dependencies(
                                store,
                                pulls,
                                bundles,
                                books,
                                lowDisk,
                                OWNED_ON_DISK::equals,
                                new IntermediateValueStore(
                                        store, pulls, lowDisk, (delay, then) -> {}, 0),
                                new StreamedCheckpoints(
                                        store, pulls, lowDisk, (delay, then) -> {})),
                        Long.MAX_VALUE);
        receiver = new PeerReceiver(submit::add, payloadResolver, silent, PEER);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private void answerOfTheDisk() throws InterruptedException {
        Runnable answer = loop.poll(60, TimeUnit.SECONDS);
        assertThat(answer).isNotNull();
        answer.run();
    }

    private static InlinePayload inline(int bytes) {
        return new InlinePayload(ByteString.copyFrom(new byte[bytes]));
    }

    private static JournalRecord.Accepted accepted(long number, Payload payload) {
        TaskKind.Options options = new TaskKind.Options(5, 0, 0, Durability.REPLICATED, 0);
        TaskKind kind = new TaskKind(new JobId(1), "Work", Digest.NONE, options);
        Task task = new Task(new TaskId(4, number), kind, payload, 1, null);
        return new JournalRecord.Accepted(task, Grant.first(1), 4);
    }

    private static JournalRecord.Done done(long number, Payload payload) {
        return new JournalRecord.Done(
                new TaskId(4, number), Grant.first(1), Outcome.succeeded(payload), "n1");
    }

    @Test
    void recordsThatAreNotKeptLeaveNothingInTheBooks() {
        BlobPayload lost = new BlobPayload(new Digest(1, 2, 3, 4), 100_000);
        receiver.enter(
                new PeerMessage.Replicate(
                        1,
                        false,
                        0,
                        List.of(accepted(1, inline(2_000)), done(2, inline(3_000)), done(3, lost))),
                100);
        pulls.sourceGone(silent);

        assertThat(submit).isEmpty();
        assertThat(books.inlineBytes()).isZero();
    }

    @Test
    void recordsThatAreKeptAreInTheBooks() {
        receiver.enter(
                new PeerMessage.Replicate(
                        1, false, 0, List.of(accepted(1, inline(2_000)), done(2, inline(3_000)))),
                100);

        assertThat(submit).hasSize(1);
        assertThat(books.inlineBytes()).isEqualTo(5_000);
    }

    @Test
    void aLongPayloadThatIsKeptForAnOwnerGoesToDisk() throws Exception {
        receiver.enter(
                new PeerMessage.Replicate(1, false, 0, List.of(accepted(1, inline(LONG)))), LONG);
        answerOfTheDisk();

        PeerMessage.Replicate told =
                (PeerMessage.Replicate) ((Event.MessageReceived) submit.getFirst()).peerMessage();
        JournalRecord.Accepted kept = (JournalRecord.Accepted) told.records().getFirst();
        assertThat(kept.accepted().payload()).isInstanceOf(BlobPayload.class);
        assertThat(store.bytes()).isEqualTo(LONG);
        assertThat(books.inlineBytes()).isZero();
        books.dereference(kept.accepted().payload());
        assertThat(store.count()).isZero();
    }

    @Test
    void onlyALongOutcomeOfATaskOnThisDiskGoesThere() throws Exception {
        results(new TaskId(4, 1), LONG);
        results(OWNED_ON_DISK, LONG - 1);
        assertThat(payloads()).hasOnlyElementsOfType(InlinePayload.class).hasSize(2);
        assertThat(loop).isEmpty();

        results(OWNED_ON_DISK, LONG);
        answerOfTheDisk();

        assertThat(payloads().getLast()).isInstanceOf(BlobPayload.class);
        assertThat(store.bytes()).isEqualTo(LONG);
    }

    private void results(TaskId task, int bytes) {
        Outcome outcome = Outcome.succeeded(inline(bytes));
        PeerMessage.Result result = new PeerMessage.Result(task, Grant.first(1), outcome, 1);
        receiver.enter(new PeerMessage.Results(List.of(result), null), bytes);
    }

    private List<Payload> payloads() {
        List<Payload> payloads = new ArrayList<>();
        for (Event event : submit) {
            PeerMessage.Results results =
                    (PeerMessage.Results) ((Event.MessageReceived) event).peerMessage();
            results.results().forEach(one -> payloads.add(one.outcome().payload()));
        }
        return payloads;
    }
}
