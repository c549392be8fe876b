package org.evenkeel.wire;

import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.GoesOn;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Stays;
import org.evenkeel.wire.proto.Submit;
import org.jspecify.annotations.Nullable;

/**
 * Between the words of the wire and those of the protocol, for one link; used by one thread.
 *
 * <p>Everything read is checked: a {@link WireException} names the field that breaks a rule, and
 * the link should be closed. Everything written fits {@link WireLimits#MAX_FRAME_BYTES}.
 */
public final class WireMapper {

    private final TaskReader taskReader;
    private final TaskWriter taskWriter;
    private final MessageReader messageReader;
    private final MessageWriter messageWriter;

    public WireMapper() {
        KindTable kinds = new KindTable();
        taskReader = new TaskReader(kinds);
        taskWriter = new TaskWriter(kinds);
        messageReader = new MessageReader(taskReader);
        messageWriter = new MessageWriter(kinds);
    }

    /** Whether this kind of frame holds a {@link PeerMessage}. */
    public static boolean isMessage(Frame.BodyCase body) {
        return MessageReader.isMessage(body);
    }

    /**
     * The message in a frame, or null when it continues in the next frame.
     *
     * @param frameBytes length of the frame
     */
    public @Nullable PeerMessage readMessage(Frame frame, int frameBytes) throws WireException {
        return messageReader.read(frame, frameBytes);
    }

    /** A message as one or more frames. */
    public void writeMessage(PeerMessage peerMessage, Consumer<Frame> out) {
        messageWriter.write(peerMessage, out);
    }

    /** Tasks submitted by the session whose number is {@code origin}. */
    public List<Submission> readSubmit(Submit submit, long origin, int frameBytes)
            throws WireException {
        return taskReader.submissions(submit, origin, frameBytes);
    }

    /** Ended tasks of the worker whose session is {@code origin}. */
    public List<Finish> readFinished(Finished finished, long origin, int frameBytes)
            throws WireException {
        return taskReader.finishes(finished, origin, frameBytes);
    }

    /** Tasks named with their grants. */
    public static List<GrantedTask> readGranted(String field, List<Granted> list)
            throws WireException {
        return TaskReader.granted(field, list);
    }

    /** Tasks for a worker. */
    public void writeStart(List<Assignment> assignments, Consumer<Frame> out) {
        taskWriter.start(assignments, out);
    }

    /**
     * Outcomes for a session.
     *
     * @param self name of the node that writes
     */
    public void writeOutcomes(List<Delivery> deliveries, String self, Consumer<Frame> out) {
        taskWriter.outcomes(deliveries, self, out);
    }

    public static void writeRecall(List<GrantedTask> tasks, Consumer<Frame> out) {
        TaskWriter.recall(tasks, out);
    }

    public static void writeStopTasks(List<GrantedTask> tasks, String why, Consumer<Frame> out) {
        TaskWriter.stop(tasks, why, out);
    }

    public static void writeSuspend(List<GrantedTask> tasks, Capture how, Consumer<Frame> out) {
        TaskWriter.suspend(tasks, how, out);
    }

    /** The task that a worker has not suspended. */
    public static GrantedTask readSuspensionDeferred(Stays stays) throws WireException {
        return TaskReader.granted("stays.task", stays.getTask());
    }

    /** The task that a worker resumes from its checkpoint. */
    public static GrantedTask readTaskContinued(GoesOn goesOn) throws WireException {
        return TaskReader.granted("goes_on.task", goesOn.getTask());
    }

    /** Nanoseconds from when a worker had the task until it had read the checkpoint. */
    public static long readNanos(GoesOn goesOn) throws WireException {
        return WireBounds.notNegative("goes_on.read_nanos", goesOn.getReadNanos());
    }

    public static org.evenkeel.wire.proto.NodeRef writeNode(NodeRef node) {
        return MessageWriter.node(node);
    }

    /** A node as told by another node. */
    public static NodeRef readNode(String field, org.evenkeel.wire.proto.NodeRef node)
            throws WireException {
        return WireBounds.nodeRef(field, node);
    }
}
