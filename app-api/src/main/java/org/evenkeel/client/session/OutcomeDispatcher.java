package org.evenkeel.client.session;

import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Printable;
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
final class OutcomeDispatcher {

    private static final int ACKS = 1024;

    private final OpenSubmissions openSubmissions;
    private final OpenTasks tasks;
    private final RecentAcks recentAcks;
    private final RejectedTasks rejectedTasks;
    private final OutcomeReader reader = new OutcomeReader();

    // Of the frame in hand.
    private long[] acks = new long[ACKS];
    private int ackCount;
    private int freedTasks;
    private long freedBytes;

    OutcomeDispatcher(
            OpenSubmissions openSubmissions,
            OpenTasks tasks,
            RecentAcks recentAcks,
            RejectedTasks rejectedTasks) {
        this.openSubmissions = openSubmissions;
        this.tasks = tasks;
        this.recentAcks = recentAcks;
        this.rejectedTasks = rejectedTasks;
    }

    void outcomes(byte[] frame, @Nullable LinkWriter from) throws IOException {
        ackCount = 0;
        freedTasks = 0;
        freedBytes = 0;
        reader.read(frame, this::outcome);
        if (ackCount > 0) {
            acknowledge(from, acks, ackCount);
        }
        if (freedTasks > 0) {
            openSubmissions.giveRoom(freedTasks, freedBytes);
        }
    }

    private void acknowledge(@Nullable LinkWriter to, long[] numbers, int count) {
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
        if (open || openSubmissions.isSettled(item.number)) {
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
        openSubmissions.releaseBlob(task);
        task.payload = null;
        task.end(item, item.node.isEmpty() ? openSubmissions.attachedNode() : item.node);
    }

    // ---- Large results

    private void pull(OpenTask task, OutcomeReader item, Digest digest) {
        Status status = item.status;
        String summary = item.summary;
        String node = item.node.isEmpty() ? openSubmissions.attachedNode() : item.node;
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
        if (tasks.remove(task.number) == null) {
            return;
        }
        acknowledge(openSubmissions.linkWriter(), new long[] {task.number}, 1);
        openSubmissions.releaseBlob(task);
        task.payload = null;
        openSubmissions.giveRoom(1, task.chargedBytes);
        task.end(ending);
    }

    void piece(BlobChunk chunk) {
        ResultPulls pulls = openSubmissions.pulls();
        if (pulls != null) {
            pulls.chunk(chunk);
        }
    }

    // ---- Rejections

    void rejected(Rejected message) {
        OpenTask task = tasks.get(message.getNumber());
        if (task == null) {
            return;
        }
        String reason = Printable.of(message.getReason());
        if (!task.cancelled) {
            rejectedTasks.rejected(
                    reason); // before the task is no longer open: leaving waits for that
        }
        tasks.remove(task.number);
        openSubmissions.releaseBlob(task);
        openSubmissions.giveRoom(1, task.chargedBytes);
        task.endLocally(
                new TaskRejectedException("task " + task.id() + " was not accepted: " + reason));
    }
}
