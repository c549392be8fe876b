package org.evenkeel.daemon.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.driver.DurabilityBarrier;
import org.jspecify.annotations.Nullable;

/**
 * Passes events to the kernel one after the other and performs its effects in order; effects that
 * follow a durable record wait until the record is on disk. Lives on the event loop. An event that
 * an effect causes waits until that effect's list is done.
 */
public final class Driver implements EventSink {

    private final StateMachine core;
    private final Timers timers;
    private final DurabilityBarrier effects;
    private final BiConsumer<Event, Throwable> failures;
    private final Deque<Event> waiting = new ArrayDeque<>();
    private DurabilityBarrier.@Nullable EffectRunner components;
    private final List<EventObserver> observers = new ArrayList<>(0);
    private boolean busy;
    private long handled;

    /**
     * Drives a kernel.
     *
     * @param failures hears what the kernel throws, before the caller does; no effect of the event
     *     is performed
     */
    public Driver(
            StateMachine core,
            TimerSource source,
            Journaling journal,
            BiConsumer<Event, Throwable> failures) {
        this.core = core;
        this.failures = failures;
        this.timers = new Timers(source, this);
        this.effects = new DurabilityBarrier(journal, new DriverEffectRunner());
        journal.whenDurable(this::durable);
    }

    /** Says who performs; before the first event. */
    public void performBy(DurabilityBarrier.EffectRunner performs) {
        components = performs;
    }

    /** Adds one that sees every event with its effects; before the first event. */
    public void observeBy(EventObserver observes) {
        observers.add(observes);
    }

    /** Events handled so far. */
    public long handled() {
        return handled;
    }

    /** Effects that wait for the disk. */
    public int held() {
        return effects.size();
    }

    @Override
    public void submit(Event event) {
        if (busy) {
            waiting.addLast(event);
            return;
        }
        busy = true;
        try {
            handle(event);
            handleWaiting();
        } finally {
            busy = false;
        }
    }

    private void durable(long number) {
        if (busy) {
            throw new IllegalStateException("the disk completed a request during an event");
        }
        busy = true;
        try {
            effects.durable(number);
            handleWaiting();
        } finally {
            busy = false;
        }
    }

    private void handleWaiting() {
        for (Event next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
            handle(next);
        }
    }

    private void handle(Event event) {
        handled++;
        long now = System.nanoTime();
        List<Effect> list = effectsOf(now, event);
        for (EventObserver observer : observers) {
            observer.handled(now, event, list);
        }
        for (int i = 0; i < list.size(); i++) {
            effects.take(list.get(i));
        }
        effects.endOfList();
    }

    private List<Effect> effectsOf(long now, Event event) {
        try {
            return core.handle(now, event);
        } catch (RuntimeException | AssertionError e) {
            failures.accept(event, e);
            throw e;
        }
    }

    /** Performs one effect. */
    private final class DriverEffectRunner implements DurabilityBarrier.EffectRunner {
        @Override
        public void perform(Effect effect) {
            if (effect instanceof Effect.SetTimer set) {
                timers.set(set.timer(), set.atNanos());
            } else {
                components().perform(effect);
            }
        }

        @Override
        public long linkOf(Effect.Send send) {
            return components().linkOf(send);
        }
    }

    private DurabilityBarrier.EffectRunner components() {
        DurabilityBarrier.EffectRunner performs = components;
        if (performs == null) {
            throw new IllegalStateException("event received before the driver was complete");
        }
        return performs;
    }
}
