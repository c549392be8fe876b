package org.evenkeel.daemon.blob;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.PayloadWire;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobComing;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints that are on their way to the owners of their tasks before they are written. It is all
 * advice: that a task was suspended is said as ever, and whoever has no checkpoint by then fetches
 * it. Belongs to the event loop.
 */
public final class StreamedCheckpoints {

    /** Those of others that are fetched, or here and not asked for yet. */
    static final int MAX_EARLY = 8;

    private static final int MAX_OPENING = 64;

    /** Checkpoints are never larger. */
    static final long MAX_BYTES = (1L << 30) + (1 << 20);

    /** How long one is kept for the word that its task was suspended. */
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BlobStore store;
    private final BlobPulls pulls;
    private final LowDisk lowDisk;
    private final TimerSource timers;
    private final GrowingCheckpoints growing;
    private final StreamedCheckpointReaders readers;

    /** Those of workers here whose files are being opened. */
    private final Map<Digest, Object> opening = new HashMap<>();

    private Owners owners = (task, frame) -> {};
    private int early;

    /** Those who own the tasks that run here. */
    public interface Owners {
        /** Says something to the owner of a task, if that is another node and linked. */
        void send(GrantedTask task, Frame frame);
    }

    public StreamedCheckpoints(
            BlobStore store, BlobPulls pulls, LowDisk lowDisk, TimerSource timers) {
        this.store = store;
        this.pulls = pulls;
        this.lowDisk = lowDisk;
        this.timers = timers;
        this.growing = new GrowingCheckpoints(store::closeEarly);
        this.readers = new StreamedCheckpointReaders(store, pulls);
    }

    /** To be told once, before any task runs. */
    public void readBy(StreamedCheckpointReaders.Workers workers) {
        readers.reachBy(workers);
    }

    /** To be told once, before any task runs. */
    public void reachOwnersBy(Owners others) {
        owners = others;
    }

    /** What workers here are writing. */
    public GrowingCheckpoints growing() {
        return growing;
    }

    /**
     * A worker has written more of a checkpoint.
     *
     * @param file where
     * @param directory the worker's, where it must be
     */
    public void grew(Object worker, GrantedTask task, Growth growth, Path file, Path directory) {
        Digest name = growth.checkpoint().digest();
        if (growing.has(name)) {
            growing.grew(worker, growth.checkpoint(), file, growth.written());
        } else if (opening.size() < MAX_OPENING && opening.putIfAbsent(name, worker) == null) {
            store.openEarly(
                    file,
                    directory,
                    opened -> {
                        boolean gone = !opening.remove(name, worker);
                        if (opened != null && gone) {
                            store.closeEarly(opened);
                        } else if (opened != null) {
                            begin(worker, task, growth, opened);
                        }
                    });
        }
    }

    /** A worker writes no more, or has given up what it was writing. */
    public void gone(Object worker) {
        opening.values().removeIf(worker::equals);
        growing.gone(worker);
    }

    private void begin(Object worker, GrantedTask task, Growth growth, Path opened) {
        if (growing.grew(worker, growth.checkpoint(), opened, growth.written())) {
            BlobRef ref = PayloadWire.blob(growth.checkpoint());
            if (ref != null) {
                BlobComing coming =
                        BlobComing.newBuilder()
                                .setBlob(ref)
                                .setJob(growth.job().value())
                                .addAllNumbers(growth.numbers())
                                .build();
                owners.send(task, Frame.newBuilder().setBlobComing(coming).build());
            }
        } else {
            store.closeEarly(opened);
        }
    }

    /**
     * How much there is of a checkpoint.
     *
     * @param written of its bytes
     * @param job the task's
     * @param numbers large arrays in it, when it is told of for the first time
     */
    public record Growth(BlobPayload checkpoint, long written, JobId job, List<Numbers> numbers) {}

    /** Reads which arrays are said to be in a checkpoint. */
    public static List<Numbers> read(String field, List<Numbers> numbers) throws WireException {
        if (numbers.size() > WireLimits.MAX_NUMBERS) {
            throw new WireException(field, "more than " + WireLimits.MAX_NUMBERS);
        }
        return numbers;
    }

    /** Reads what is said of a checkpoint that is being written. */
    public static BlobPayload read(String field, BlobRef ref) throws WireException {
        BlobPayload checkpoint = PayloadWire.readBlob(field, ref);
        if (!CheckpointName.is(checkpoint.digest()) || checkpoint.sizeBytes() > MAX_BYTES) {
            throw new WireException(field, checkpoint + " is not a checkpoint");
        }
        return checkpoint;
    }

    /** Another node runs a task of this node, and is about to suspend it. */
    public void coming(BlobComing said, BlobSource source) throws WireException {
        BlobPayload checkpoint = read("blob_coming.blob", said.getBlob());
        List<Numbers> numbers = read("blob_coming.numbers", said.getNumbersList());
        if (early >= MAX_EARLY || lowDisk.why() != null || store.has(checkpoint.digest())) {
            return;
        }
        early++;
        readers.begin(new JobId(said.getJob()), checkpoint.digest(), said.getBlob(), numbers);
        Consumer<@Nullable String> done =
                problem -> {
                    if (problem == null && store.acquire(checkpoint.digest())) {
                        readers.whole(checkpoint.digest());
                        timers.after(KEEP_NANOS, () -> release(checkpoint));
                    } else {
                        readers.over(checkpoint.digest());
                        early--;
                    }
                };
        pulls.pull(checkpoint.digest(), checkpoint.sizeBytes(), MAX_BYTES, source, done);
    }

    private void release(BlobPayload checkpoint) {
        early--;
        readers.over(checkpoint.digest());
        store.release(checkpoint.digest());
    }
}
