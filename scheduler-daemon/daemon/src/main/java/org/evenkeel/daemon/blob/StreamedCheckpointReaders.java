package org.evenkeel.daemon.blob;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.wire.GrowthSteps;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.CheckpointComing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Workers that read checkpoints while they come here, in case that the tasks resume in them. It is
 * all advice. Belongs to the event loop.
 */
public final class StreamedCheckpointReaders {

    private static final GrowthSteps STEPS = new GrowthSteps(2 << 20);

    private final BlobStore store;
    private final BlobPulls pulls;
    private final Map<Digest, Reading> readings = new HashMap<>();
    private Workers workers = job -> null;

    /** The workers of this node. */
    public interface Workers {
        /** Says something to a worker of the job that has nothing to do; null if there is none. */
        @Nullable Consumer<Frame> idle(JobId job);
    }

    private static final class Reading {
        final Consumer<Frame> worker;
        final BlobRef blob;
        final List<Numbers> numbers;
        long told;

        Reading(Consumer<Frame> worker, BlobRef blob, List<Numbers> numbers) {
            this.worker = worker;
            this.blob = blob;
            this.numbers = numbers;
        }

        void onWritten(Path file, long written) {
            CheckpointComing.Builder coming = coming().setWritten(written);
            if (told == 0) {
                coming.setFile(file.toAbsolutePath().toString()).addAllNumbers(numbers);
            }
            told = written;
            send(coming);
        }

        void onEnd() {
            if (told > 0) {
                send(coming().setOver(true));
            }
        }

        private CheckpointComing.Builder coming() {
            return CheckpointComing.newBuilder().setBlob(blob);
        }

        private void send(CheckpointComing.Builder coming) {
            worker.accept(Frame.newBuilder().setCheckpointComing(coming).build());
        }
    }

    StreamedCheckpointReaders(BlobStore store, BlobPulls pulls) {
        this.store = store;
        this.pulls = pulls;
        pulls.onMore(this::more);
    }

    void reachBy(Workers others) {
        workers = others;
    }

    /** One is about to come: a worker is chosen, if there is one. */
    void begin(JobId job, Digest checkpoint, BlobRef blob, List<Numbers> numbers) {
        Consumer<Frame> worker = numbers.isEmpty() ? null : workers.idle(job);
        if (worker != null) {
            readings.put(checkpoint, new Reading(worker, blob, numbers));
        }
    }

    private void more(Digest checkpoint) {
        Reading reading = readings.get(checkpoint);
        BlobPull.Part part = reading == null ? null : pulls.part(checkpoint);
        if (reading != null
                && part != null
                && STEPS.isDue(reading.told, part.written(), part.size())) {
            reading.onWritten(part.file(), part.written());
        }
    }

    /** All of it is here. */
    void whole(Digest checkpoint) {
        Reading reading = readings.get(checkpoint);
        if (reading != null) {
            reading.onWritten(store.path(checkpoint), reading.blob.getSize());
        }
    }

    /** It will not come, or no task has asked for it. */
    void over(Digest checkpoint) {
        Reading reading = readings.remove(checkpoint);
        if (reading != null) {
            reading.onEnd();
        }
    }
}
