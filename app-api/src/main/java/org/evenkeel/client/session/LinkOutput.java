package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.submission.SubmissionOutput;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.SubmittedAgain;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a session's machine: what leaves is queued at the link's writer, which does not
 * block; the rest is kept until the lock of {@link SubmissionDriver} is released. Used under that
 * lock.
 */
final class LinkOutput implements SubmissionOutput<OpenTask> {

    /** Most numbers in one frame. */
    private static final int CANCELLED_PER_FRAME = 8192;

    /**
     * What is to be done without the lock.
     *
     * @param linkWriter has something to write; null when it has not
     * @param dropped tasks for which no outcome will come
     * @param lost tasks whose daemon is gone
     */
    record Pending(@Nullable LinkWriter linkWriter, List<OpenTask> dropped, List<OpenTask> lost) {
        private static final Pending NONE = new Pending(null, List.of(), List.of());
    }

    private @Nullable LinkWriter linkWriter;
    private boolean queued;
    private List<OpenTask> dropped = List.of();
    private List<OpenTask> lost = List.of();

    /** Everything leaves on this link from now on; null: there is none. */
    void use(@Nullable LinkWriter next) {
        linkWriter = next;
        queued = false;
    }

    /** What came together since the last call. */
    Pending take() {
        if (!queued && dropped.isEmpty() && lost.isEmpty()) {
            return Pending.NONE;
        }
        Pending taken = new Pending(queued ? linkWriter : null, dropped, lost);
        queued = false;
        dropped = List.of();
        lost = List.of();
        return taken;
    }

    private void queue(Outgoing item) {
        LinkWriter out = linkWriter;
        if (out != null) {
            out.sendQuietly(item);
            queued = true;
        }
    }

    /** Sends a control frame, if there is a link. */
    void control(Frame frame) {
        queue(new Outgoing.Control(frame));
    }

    @Override
    public void submit(OpenTask task) {
        queue(task);
    }

    @Override
    public void acknowledge(long[] numbers, int count) {
        LinkWriter out = linkWriter;
        if (out != null) {
            out.ack(numbers, count);
        }
    }

    @Override
    public void cancel(List<OpenTask> tasks, String why) {
        for (int from = 0; from < tasks.size(); from += CANCELLED_PER_FRAME) {
            int to = Math.min(tasks.size(), from + CANCELLED_PER_FRAME);
            CancelTasks.Builder cancel = CancelTasks.newBuilder().setWhy(why);
            tasks.subList(from, to).forEach(task -> cancel.addNumbers(task.number()));
            control(Frame.newBuilder().setCancelTasks(cancel).build());
        }
    }

    @Override
    public void submittedAgain(long upTo) {
        control(
                Frame.newBuilder()
                        .setSubmittedAgain(SubmittedAgain.newBuilder().setUpTo(upTo))
                        .build());
    }

    @Override
    public void dropped(OpenTask task) {
        dropped = with(dropped, task);
    }

    @Override
    public void lost(OpenTask task) {
        lost = with(lost, task);
    }

    private static List<OpenTask> with(List<OpenTask> tasks, OpenTask task) {
        List<OpenTask> more = tasks.isEmpty() ? new ArrayList<>() : tasks;
        more.add(task);
        return more;
    }
}
