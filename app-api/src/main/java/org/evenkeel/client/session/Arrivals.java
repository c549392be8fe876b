package org.evenkeel.client.session;

import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * What comes back for open tasks; lives on the reader thread.
 *
 * <p>Acknowledgements are queued before room is given, so that they reach the daemon before a task
 * that uses the room: it counts a task as open until it is acknowledged.
 */
final class Arrivals {

    private static final int ACKS = 1024;

    private final Submitter submitter;
    private final OpenTasks tasks;
    private final RecentAcks recentAcks;
    private final OutcomeReader reader = new OutcomeReader();

    // Of the frame in hand.
    private long[] acks = new long[ACKS];
    private int ackCount;
    private int freedTasks;
    private long freedBytes;

    Arrivals(Submitter submitter, OpenTasks tasks, RecentAcks recentAcks) {
        this.submitter = submitter;
        this.tasks = tasks;
        this.recentAcks = recentAcks;
    }

    void outcomes(byte[] frame, @Nullable Outbox from) throws IOException {
        ackCount = 0;
        freedTasks = 0;
        freedBytes = 0;
        reader.read(frame, this::outcome);
        if (ackCount > 0) {
            acknowledge(from, acks, ackCount);
        }
        if (freedTasks > 0) {
            submitter.giveRoom(freedTasks, freedBytes);
        }
    }

    private void acknowledge(@Nullable Outbox to, long[] numbers, int count) {
        recentAcks.add(numbers, count);
        if (to != null) {
            to.ack(numbers, count);
        }
    }

    private void outcome(OutcomeReader item) {
        OpenTask task = tasks.get(item.number);
        if (item.blob != null && task != null && !task.isDone()) {
            pull(task, item, item.blob);
            return;
        }
        boolean open = task != null && tasks.remove(item.number) != null;
        if (open || submitter.isSettled(item.number)) {
            if (ackCount == acks.length) {
                acks = Arrays.copyOf(acks, 2 * acks.length);
            }
            acks[ackCount++] = item.number;
        }
        if (task == null || !open) {
            return;
        }
        freedTasks++;
        freedBytes += task.chargedBytes;
        submitter.releaseBlob(task);
        task.payload = null;
        task.end(item, item.node.isEmpty() ? submitter.attachedNode() : item.node);
    }

    // ---- Large results

    private void pull(OpenTask task, OutcomeReader item, Digest digest) {
        Status status = item.status;
        String summary = item.summary;
        String node = item.node.isEmpty() ? submitter.attachedNode() : item.node;
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
            content = submitter.readLocalBlob(digest, size);
        } catch (IOException e) {
            arrival.arrived(null, "its result cannot be read: " + e.getMessage());
            return;
        }
        if (content != null) {
            arrival.arrived(content, "");
        } else {
            ResultPulls pulls = submitter.pulls();
            if (pulls != null) {
                pulls.pull(digest, size, arrival);
            }
        }
    }

    private void finishPulled(OpenTask task, OpenTask.Ending ending) {
        if (tasks.remove(task.number) == null) {
            return;
        }
        acknowledge(submitter.outbox(), new long[] {task.number}, 1);
        submitter.releaseBlob(task);
        task.payload = null;
        submitter.giveRoom(1, task.chargedBytes);
        task.end(ending);
    }

    void piece(BlobChunk chunk) {
        ResultPulls pulls = submitter.pulls();
        if (pulls != null) {
            pulls.chunk(chunk);
        }
    }

    // ---- Rejections

    void rejected(Rejected message) {
        OpenTask task = tasks.remove(message.getNumber());
        if (task != null) {
            submitter.releaseBlob(task);
            submitter.giveRoom(1, task.chargedBytes);
            task.endLocally(
                    new TaskRejectedException(
                            "task " + task.id() + " was not accepted: " + message.getReason()));
        }
    }
}
