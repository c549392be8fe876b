package org.evenkeel.client.session;

import java.io.IOException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Status;

/**
 * Ends open tasks by what comes back for them; lives on the reader thread.
 *
 * <p>An outcome is acknowledged when the callbacks of its task have run: when a program dies in one
 * of them, the next client of its job gets the outcome again.
 */
final class OutcomeDispatcher {

    private final OpenSubmissions openSubmissions;
    private final OutcomeReader reader = new OutcomeReader();
    private final OutcomeBatch batch = new OutcomeBatch();

    OutcomeDispatcher(OpenSubmissions openSubmissions) {
        this.openSubmissions = openSubmissions;
    }

    void outcomes(byte[] frame) throws IOException {
        batch.clear();
        reader.read(frame, this::outcome);
        handleBatch();
    }

    private void outcome(OutcomeReader item) {
        batch.add(item);
        if (batch.isFull()) {
            handleBatch();
        }
    }

    private void handleBatch() {
        openSubmissions.settle(batch);
        ForEach.run(batch.items(), this::finish);
        openSubmissions.acknowledge();
        batch.clear();
    }

    private void finish(OutcomeBatch.Item item) {
        OpenTask task = item.task;
        if (task == null) {
            return;
        }
        String node = item.node.isEmpty() ? openSubmissions.attachedNode() : item.node;
        Digest large = item.toPull();
        if (large != null) {
            pull(task, item, large, node);
            return;
        }
        openSubmissions.releaseBlob(task);
        task.payload = null;
        task.end(item, node);
    }

    // ---- Large results

    private void pull(OpenTask task, OutcomeBatch.Item item, Digest digest, String node) {
        Status status = item.status;
        String summary = item.summary;
        long size = item.blobSize;
        ResultPulls.Arrival arrival =
                (content, problem) -> {
                    boolean here = content != null;
                    byte[] bytes = content != null ? content : new byte[0];
                    Status how = here ? status : Status.FAILED;
                    finishPulled(
                            task,
                            new OpenTask.Ending(
                                    how, bytes, 0, bytes.length, here ? summary : problem, node));
                };
        byte[] content;
        try {
            content = openSubmissions.readLocalBlob(digest, size);
        } catch (IOException e) {
            arrival.arrived(null, "its result cannot be read: " + e.getMessage());
            return;
        }
        if (content != null) {
            arrival.arrived(content, "");
        } else {
            ResultPulls pulls = openSubmissions.pulls();
            if (pulls != null) {
                pulls.pull(digest, size, arrival);
            }
        }
    }

    private void finishPulled(OpenTask task, OpenTask.Ending ending) {
        if (openSubmissions.settle(task)) {
            openSubmissions.releaseBlob(task);
            task.payload = null;
            task.end(ending);
        }
    }

    void piece(BlobChunk chunk) {
        ResultPulls pulls = openSubmissions.pulls();
        if (pulls != null) {
            pulls.chunk(chunk);
            openSubmissions.acknowledge();
        }
    }

    // ---- Rejections

    void rejected(Rejected message) {
        String reason = Printable.of(message.getReason());
        OpenTask task = openSubmissions.takeRejected(message.getNumber(), reason);
        if (task != null) {
            openSubmissions.releaseBlob(task);
            task.endLocally(
                    new TaskRejectedException(
                            "task " + task.id() + " was not accepted: " + reason));
        }
    }
}
