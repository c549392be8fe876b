package org.evenkeel.daemon.drive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.jspecify.annotations.Nullable;

/**
 * Takes events to the core one after the other and has its effects performed in their order, those
 * that follow something to be durable when it is. Lives on the event loop; an event that an effect
 * brings about at once waits until that effect's list is done.
 */
public final class Driver implements Events {

    private final Thinking core;
    private final Timers timers;
    private final HeldEffects effects;
    private final Deque<Event> waiting = new ArrayDeque<>();
    private @Nullable Performer performer;
    private @Nullable Events watcher;
    private boolean busy;
    private long handled;

    public Driver(Thinking core, TimerSource source, Journaling journal) {
        this.core = core;
        this.timers = new Timers(source, this);
        this.effects = new HeldEffects(journal, new EffectHands());
        journal.whenDurable(this::durable);
    }

    /** Says who performs; before the first event. */
    public void performBy(Performer performs) {
        performer = performs;
    }

    /** Says who sees every event before the core does. */
    public void watchBy(Events watches) {
        watcher = watches;
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
    public void happened(Event event) {
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
            throw new IllegalStateException("the disk answered in the middle of an event");
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
        if (watcher != null) {
            watcher.happened(event);
        }
        List<Effect> list = core.handle(System.nanoTime(), event);
        for (int i = 0; i < list.size(); i++) {
            effects.take(list.get(i));
        }
        effects.endOfList();
    }

    /** Performs one effect. */
    private final class EffectHands implements HeldEffects.Hands {
        @Override
        public void perform(Effect effect) {
            Performer performs = performer();
            switch (effect) {
                case Effect.StartTasks e -> performs.start(e);
                case Effect.Deliver e -> performs.deliver(e);
                case Effect.Accept e -> performs.accept(e);
                case Effect.Send e -> performs.send(e);
                case Effect.Release e -> performs.release(e);
                case Effect.Retain e -> performs.retain(e);
                case Effect.ForgetSession e -> performs.forgetSession(e);
                case Effect.PassSession e -> performs.passSession(e);
                case Effect.AdoptSessions e -> performs.adoptSessions(e);
                case Effect.Reject e -> performs.reject(e);
                case Effect.RecallTasks e -> performs.recall(e);
                case Effect.StopTasks e -> performs.stop(e);
                case Effect.PutAwayTasks e -> performs.putAway(e);
                case Effect.CheckpointTasks e -> performs.checkpoint(e);
                case Effect.SetTimer e -> timers.set(e.timer(), e.atNanos());
                case Effect.TryReach e -> performs.tryReach(e);
                case Effect.TryLink e -> performs.tryLink(e);
                case Effect.PeerGone e -> performs.peerGone(e);
                case Effect.Drained e -> performs.drained();
                case Effect.Persist e ->
                        throw new IllegalStateException("it is the journal's: " + e.entry());
            }
        }

        @Override
        public long linkOf(Effect.Send send) {
            return performer().linkOf(send);
        }
    }

    private Performer performer() {
        Performer performs = performer;
        if (performs == null) {
            throw new IllegalStateException("an event before the driver was complete");
        }
        return performs;
    }
}
