package org.evenkeel.daemon.drive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.core.JournalRecord;
import org.jspecify.annotations.Nullable;

/**
 * Takes events to the core one after the other and has its effects performed in their order. Lives
 * on the event loop; an event that an effect brings about at once waits until that effect's list is
 * done.
 */
public final class Driver implements Events {

    private final Thinking core;
    private final Timers timers;
    private final Deque<Event> waiting = new ArrayDeque<>();
    private @Nullable Performer performer;
    private @Nullable Events watcher;
    private boolean busy;
    private long handled;

    public Driver(Thinking core, TimerSource source) {
        this.core = core;
        this.timers = new Timers(source, this);
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

    @Override
    public void happened(Event event) {
        if (busy) {
            waiting.addLast(event);
            return;
        }
        busy = true;
        try {
            @Nullable Event next = event;
            while (next != null) {
                handled++;
                if (watcher != null) {
                    watcher.happened(next);
                }
                performAll(core.handle(System.nanoTime(), next));
                next = waiting.pollFirst();
            }
        } finally {
            busy = false;
        }
    }

    private void performAll(List<Effect> effects) {
        Performer performs = performer;
        if (performs == null) {
            throw new IllegalStateException("an event before the driver was complete");
        }
        for (int i = 0; i < effects.size(); i++) {
            switch (effects.get(i)) {
                case Effect.StartTasks e -> performs.start(e);
                case Effect.Deliver e -> performs.deliver(e);
                case Effect.Accept e -> performs.accept(e);
                case Effect.Send e -> performs.send(e);
                case Effect.Release e -> performs.release(e);
                case Effect.Reject e -> performs.reject(e);
                case Effect.RecallTasks e -> performs.recall(e);
                case Effect.StopTasks e -> performs.stop(e);
                case Effect.SetTimer e -> timers.set(e.timer(), e.atNanos());
                case Effect.TryReach e -> performs.tryReach(e);
                case Effect.Drained e -> performs.drained();
                case Effect.Persist e -> withoutJournal(e);
            }
        }
    }

    /** Jobs outlive their clients without a journal too, though not this process. */
    private static void withoutJournal(Effect.Persist effect) {
        switch (effect.entry()) {
            case JournalRecord.JobOpened job -> {}
            case JournalRecord.JobEnded job -> {}
            case JournalRecord.OfTask task ->
                    throw new IllegalStateException(
                            "there is no journal: tasks of level DISK are refused at the door");
            case JournalRecord.Replica replica ->
                    throw new IllegalStateException("there is no journal to keep a replica in");
        }
    }
}
