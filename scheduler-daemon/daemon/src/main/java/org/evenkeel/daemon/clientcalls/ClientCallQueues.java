package org.evenkeel.daemon.clientcalls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What the clients of this node are asked: of each a few questions at a time, in order. */
final class ClientCallQueues {

    /** Questions that a client has not answered. */
    private static final int MOST_ASKED = 32;

    /** The same of those that wait for something to happen; they stand in no thread's way. */
    private static final int MOST_LONG = 1_024;

    private static final class Lane {
        private final ClientCallRouter.Client client;
        private final Deque<PendingReply> pendingReply = new ArrayDeque<>();
        private int asked;
        private int asleep;

        private Lane(ClientCallRouter.Client client) {
            this.client = client;
        }
    }

    private final PendingCalls open;
    private final CallBufferLimit callBufferLimit;
    private final Predicate<PendingReply> isOver;
    private final Map<Object, Lane> lanes = new HashMap<>();

    /**
     * @param isOver whether the copy of the task was given up
     */
    ClientCallQueues(
            PendingCalls open, CallBufferLimit callBufferLimit, Predicate<PendingReply> isOver) {
        this.open = open;
        this.callBufferLimit = callBufferLimit;
        this.isOver = isOver;
    }

    void ask(ClientCallRouter.Client client, PendingReply one) {
        Lane lane = lanes.computeIfAbsent(client.connection(), key -> new Lane(client));
        if (one.waits() ? lane.asleep < MOST_LONG : lane.asked < MOST_ASKED) {
            send(lane, one);
        } else if (one.waits()) {
            one.away("too many tasks of this job wait for messages or barriers");
        } else if (callBufferLimit.enter(one)) {
            lane.pendingReply.add(one);
        } else {
            one.away("too many requests wait for the job's client");
        }
        forgetIfIdle(lane);
    }

    /** The last look at the grant: from here on what is asked is done. */
    private void send(Lane lane, PendingReply one) {
        if (isOver.test(one)) {
            one.over();
        } else if (open.isFull()) {
            one.away("too many requests are under way");
        } else {
            if (one.waits()) {
                lane.asleep++;
            } else {
                lane.asked++;
            }
            lane.client.send().accept(open.open(lane.client.connection(), one));
        }
    }

    /** A client has answered this one, or does not in time. */
    void next(Object connection, PendingReply answered) {
        Lane lane = lanes.get(connection);
        if (lane == null) {
            return;
        }
        if (answered.waits()) {
            lane.asleep--;
        } else {
            lane.asked--;
        }
        while (lane.asked < MOST_ASKED && !lane.pendingReply.isEmpty()) {
            PendingReply one = lane.pendingReply.remove();
            callBufferLimit.leave(one);
            send(lane, one);
        }
        forgetIfIdle(lane);
    }

    private void forgetIfIdle(Lane lane) {
        if (lane.asked == 0 && lane.asleep == 0 && lane.pendingReply.isEmpty()) {
            lanes.remove(lane.client.connection());
        }
    }

    /** A client's connection is gone. */
    void lost(Object connection) {
        Lane lane = lanes.remove(connection);
        if (lane != null) {
            String why = "the job's client disconnected";
            open.giveUp(connection).forEach(one -> one.away(why));
            for (PendingReply one : lane.pendingReply) {
                callBufferLimit.leave(one);
                one.away(why);
            }
        }
    }
}
