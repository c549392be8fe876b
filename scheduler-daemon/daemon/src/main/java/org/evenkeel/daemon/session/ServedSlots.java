package org.evenkeel.daemon.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.wire.WireException;
import org.jspecify.annotations.Nullable;

/** Slots of programs that take their tasks themselves; numbered after those of the workers. */
public final class ServedSlots {

    /** Slots that programs may open on one daemon. */
    private static final int MAX_SLOTS = 4096;

    private final EventSink eventSink;
    private final int firstNumber;
    private final Map<Integer, ServingLink> open = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;

    public ServedSlots(EventSink eventSink, int firstNumber) {
        this.eventSink = eventSink;
        this.firstNumber = firstNumber;
    }

    int open(ServingLink link, JobId job) throws WireException {
        Integer number = free.pollFirst();
        if (number == null) {
            if (used >= MAX_SLOTS) {
                throw new WireException("serve.slots", "programs already serve " + used + " slots");
            }
            number = firstNumber + used++;
        }
        open.put(number, link);
        eventSink.submit(new Event.SlotOpened(number, job));
        return number;
    }

    void close(int number, String why) {
        if (open.remove(number) != null) {
            eventSink.submit(new Event.SlotClosed(number, why));
            free.addLast(number);
        }
    }

    public void start(Effect.StartTasks start) {
        ServingLink link = link(start.slot());
        if (link != null) {
            link.start(start.slot(), start.tasks());
        }
    }

    public void recall(Effect.RecallTasks recall) {
        ServingLink link = link(recall.slot());
        if (link != null) {
            link.recall(recall.tasks());
        }
    }

    public void stop(Effect.StopTasks stop) {
        ServingLink link = link(stop.slot());
        if (link != null) {
            link.stop(stop.tasks(), stop.why());
        }
    }

    private @Nullable ServingLink link(int slot) {
        return open.get(slot);
    }
}
