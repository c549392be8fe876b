package org.evenkeel.daemon.clientcalls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/** Questions that were passed on and have no answer yet. */
final class PendingCalls {

    /** At a time, from all and to all. */
    private static final int MOST = 4_096;

    /** After this time there will be none. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * One question.
     *
     * @param to who was asked: a client's connection, or a node
     */
    record Open(Object to, PendingReply question, long untilNanos) {}

    private final TimerSource timers;
    private final LongSupplier clock;
    private final Consumer<Open> late;
    private final Map<Long, Open> byRoute = new HashMap<>();
    private long routes;
    private boolean sweeping;

    /**
     * @param late hears of each that has got no answer in time
     */
    PendingCalls(TimerSource timers, LongSupplier clock, Consumer<Open> late) {
        this.timers = timers;
        this.clock = clock;
        this.late = late;
    }

    boolean isFull() {
        return byRoute.size() >= MOST;
    }

    /** Remembers a question; returns what to send, with a number of its own. */
    Frame open(Object to, PendingReply question) {
        if (!sweeping) {
            sweeping = true;
            timers.after(SWEEP_NANOS, this::sweep);
        }
        long route = ++routes;
        byRoute.put(route, new Open(to, question, clock.getAsLong() + LIMIT_NANOS));
        return Frame.newBuilder().setFileAsk(question.ask().toBuilder().setRoute(route)).build();
    }

    /** The question was not sent after all. */
    void forget(Frame frame) {
        byRoute.remove(frame.getFileAsk().getRoute());
    }

    /** The question of this number, once, and only for who was asked. */
    @Nullable PendingReply take(long route, Object from) {
        Open open = byRoute.get(route);
        if (open == null || !open.to().equals(from)) {
            return null;
        }
        byRoute.remove(route);
        return open.question();
    }

    /** Those that this one was asked. */
    List<PendingReply> giveUp(Object to) {
        List<PendingReply> given = new ArrayList<>();
        for (Iterator<Open> all = byRoute.values().iterator(); all.hasNext(); ) {
            Open one = all.next();
            if (one.to().equals(to)) {
                given.add(one.question());
                all.remove();
            }
        }
        return given;
    }

    private void sweep() {
        long now = clock.getAsLong();
        List<Open> over =
                byRoute.values().stream().filter(one -> one.untilNanos() - now <= 0).toList();
        byRoute.values().removeAll(over);
        over.forEach(late);
        sweeping = !byRoute.isEmpty();
        if (sweeping) {
            timers.after(SWEEP_NANOS, this::sweep);
        }
    }
}
