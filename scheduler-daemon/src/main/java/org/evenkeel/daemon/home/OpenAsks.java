package org.evenkeel.daemon.home;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;

/** Questions that were passed on and have no answer yet. */
final class OpenAsks {

    /** At a time, from all and to all. */
    static final int MOST = 4_096;

    /** After this time there will be none; the worker asks again. */
    static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * One question.
     *
     * @param to who was asked: a client's connection, or the name of a node
     * @param original as it came from the asker
     */
    record Open(Object to, FileAsk original, Consumer<FileAnswer> asker, long untilNanos) {}

    private final Map<Long, Open> byRoute = new HashMap<>();
    private long routes;

    boolean isFull() {
        return byRoute.size() >= MOST;
    }

    boolean isEmpty() {
        return byRoute.isEmpty();
    }

    /** Remembers a question; returns its number on the way. */
    long open(Object to, FileAsk original, Consumer<FileAnswer> asker, long nowNanos) {
        long route = ++routes;
        byRoute.put(route, new Open(to, original, asker, nowNanos + LIMIT_NANOS));
        return route;
    }

    /** The question of this number, once, and only for who was asked. */
    @Nullable Open take(long route, Object from) {
        Open open = byRoute.get(route);
        if (open == null || !open.to().equals(from)) {
            return null;
        }
        byRoute.remove(route);
        return open;
    }

    /** Those that this one was asked, or whose time is over; all in the order of asking. */
    List<Open> giveUp(@Nullable Object to, long nowNanos) {
        List<Open> given = new ArrayList<>();
        for (Iterator<Open> all = byRoute.values().iterator(); all.hasNext(); ) {
            Open one = all.next();
            if (to != null ? one.to().equals(to) : one.untilNanos() - nowNanos <= 0) {
                given.add(one);
                all.remove();
            }
        }
        return given;
    }
}
