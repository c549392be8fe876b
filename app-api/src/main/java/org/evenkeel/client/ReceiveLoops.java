package org.evenkeel.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.Start;
import org.evenkeel.wire.proto.StopTasks;

/** The loops of this program that take tasks themselves, by job. */
final class ReceiveLoops {

    /** Takes tasks that the daemon starts here. */
    interface Server {
        void started(Start start);

        /** Returns what has not been begun; the answer goes to the daemon. */
        RecallAnswer recalled(Recall recall);

        void stopped(StopTasks stop);
    }

    private final Map<Long, Server> byJob = new ConcurrentHashMap<>();

    void put(long job, Server server) {
        byJob.put(job, server);
    }

    void remove(long job) {
        byJob.remove(job);
    }

    void clear() {
        byJob.clear();
    }

    static Frame frame(long job) {
        return Frame.newBuilder().setServe(Serve.newBuilder().setJob(job).setSlots(1)).build();
    }

    /** What a daemon is told first. */
    List<Frame> frames() {
        List<Frame> frames = new ArrayList<>();
        byJob.keySet().forEach(job -> frames.add(frame(job)));
        return frames;
    }

    /** Handles what a daemon tells those who serve; false when it is something else. */
    boolean handle(Frame frame, LinkWriter linkWriter) {
        switch (frame.getBodyCase()) {
            case START -> {
                if (frame.getStart().getGroupsCount() > 0) {
                    Server server = byJob.get(frame.getStart().getGroups(0).getKind().getJob());
                    if (server != null) {
                        server.started(frame.getStart());
                    }
                }
            }
            case RECALL -> {
                RecallAnswer.Builder answer = RecallAnswer.newBuilder();
                byJob.values()
                        .forEach(server -> answer.mergeFrom(server.recalled(frame.getRecall())));
                linkWriter.sendLater(
                        new Outgoing.Control(Frame.newBuilder().setRecallAnswer(answer).build()));
            }
            case STOP_TASKS ->
                    byJob.values().forEach(server -> server.stopped(frame.getStopTasks()));
            default -> {
                return false;
            }
        }
        return true;
    }
}
