package org.evenkeel.simulator;

import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;

/** A fingerprint of everything that happened: equal seeds give equal ones, in every process. */
final class TraceHash {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private long value = 1;

    long value() {
        return value;
    }

    private void mix(long number) {
        long mixed = (value ^ number) * PRIME;
        value = mixed ^ mixed >>> 29;
    }

    void add(long atNanos, int node, Event event) {
        mix(atNanos);
        mix(node);
        switch (event) {
            case Event.MessageReceived e -> add(e.peerMessage());
            case Event.TasksFinished e -> e.finishes().forEach(finish -> add(finish.task()));
            case Event.TasksSubmitted e -> mix(e.session() + e.submissions().size());
            case Event.TimerFired e -> mix(e.timer().name().hashCode());
            default -> mix(event.getClass().getSimpleName().hashCode());
        }
    }

    void add(Effect effect) {
        switch (effect) {
            case Effect.Send e -> {
                mix(e.to().incarnation());
                add(e.peerMessage());
            }
            case Effect.StartTasks e -> e.tasks().forEach(one -> add(one.task().id()));
            case Effect.Deliver e -> e.deliveries().forEach(one -> mix(one.number()));
            case Effect.SetTimer e -> mix(e.atNanos());
            default -> mix(effect.getClass().getSimpleName().hashCode());
        }
    }

    private void add(PeerMessage peerMessage) {
        switch (peerMessage) {
            case PeerMessage.Offer m ->
                    m.tasks().forEach(one -> mix(31L * one.hop() + one.task().id().number()));
            case PeerMessage.Results m -> m.results().forEach(one -> add(one.task()));
            case PeerMessage.Load m ->
                    mix(m.seq() * 64 + m.state().name().hashCode() + 8 * m.received());
            case PeerMessage.OfferAnswer m -> mix(m.batch() * 3 + m.taken().size());
            case PeerMessage.Holding m -> mix(m.seq() * 5 + m.tasks().size());
            default -> mix(peerMessage.getClass().getSimpleName().hashCode());
        }
    }

    private void add(TaskId id) {
        mix(id.origin());
        mix(id.number());
    }
}
