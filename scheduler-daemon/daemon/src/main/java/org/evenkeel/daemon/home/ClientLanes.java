package org.evenkeel.daemon.home;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What the clients of this node are asked: of each a few questions at a time, in order. */
final class ClientLanes {

    /** Questions that a client has not answered. */
    private static final int MOST_ASKED = 32;

    /** The same of those that wait for something to happen; they stand in nobody's way. */
    private static final int MOST_LONG = 1_024;

    private static final class Lane {
        private final HomeDesk.Client client;
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private int asked;
        private int asleep;

        private Lane(HomeDesk.Client client) {
            this.client = client;
        }
    }

    private final OpenAsks open;
    private final Room room;
    private final Predicate<Waiting> isOver;
    private final Map<Object, Lane> lanes = new HashMap<>();

    /**
     * @param isOver whether the copy of the task was given up
     */
    ClientLanes(OpenAsks open, Room room, Predicate<Waiting> isOver) {
        this.open = open;
        this.room = room;
        this.isOver = isOver;
    }

    void ask(HomeDesk.Client client, Waiting one) {
        Lane lane = lanes.computeIfAbsent(client.connection(), key -> new Lane(client));
        if (one.waits() ? lane.asleep < MOST_LONG : lane.asked < MOST_ASKED) {
            send(lane, one);
        } else if (one.waits()) {
            one.away("too many tasks wait for messages and barriers of the job's client");
        } else if (room.enter(one)) {
            lane.waiting.add(one);
        } else {
            one.away("too many questions wait for the job's client");
        }
        forgetIfIdle(lane);
    }

    /** The last look at the grant: from here on what is asked is done. */
    private void send(Lane lane, Waiting one) {
        if (isOver.test(one)) {
            one.over();
        } else if (open.isFull()) {
            one.away("too many questions at a time");
        } else {
            if (one.waits()) {
                lane.asleep++;
            } else {
                lane.asked++;
            }
            lane.client.say().accept(open.open(lane.client.connection(), one));
        }
    }

    /** A client has answered this one, or does not in time. */
    void next(Object connection, Waiting answered) {
        Lane lane = lanes.get(connection);
        if (lane == null) {
            return;
        }
        if (answered.waits()) {
            lane.asleep--;
        } else {
            lane.asked--;
        }
        while (lane.asked < MOST_ASKED && !lane.waiting.isEmpty()) {
            Waiting one = lane.waiting.remove();
            room.leave(one);
            send(lane, one);
        }
        forgetIfIdle(lane);
    }

    private void forgetIfIdle(Lane lane) {
        if (lane.asked == 0 && lane.asleep == 0 && lane.waiting.isEmpty()) {
            lanes.remove(lane.client.connection());
        }
    }

    /** A client's connection is gone. */
    void lost(Object connection) {
        Lane lane = lanes.remove(connection);
        if (lane != null) {
            String why = "the job's client has just left";
            open.giveUp(connection).forEach(one -> one.away(why));
            for (Waiting one : lane.waiting) {
                room.leave(one);
                one.away(why);
            }
        }
    }
}
