package org.evenkeel.kernel.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.model.JournalRecord;

/**
 * Effects that wait until what was to be durable before them is: handed to the journal in the order
 * of their lists, and released in that order. While nothing waits for the disk, nothing is held.
 *
 * <p>There are no more of them than open tasks have steps: sessions and neighbours cannot continue
 * without hearing of them, and a journal whose queue is full stops the event loop.
 *
 * <p>The same class runs in the daemon and in the simulator. Not thread-safe: of one event loop.
 */
public final class DurabilityBarrier {

    /**
     * One effect.
     *
     * @param after the number of the record it waits for
     * @param link the link on which it was to be said, 0 for none: a message is lost with its link
     */
    private record HeldEffect(Effect effect, long after, long link) {}

    /** Performs effects whose time has come. */
    public interface EffectRunner {
        void perform(Effect effect);

        /** The link that carries this message now, 0 for none. */
        long linkOf(Effect.Send send);
    }

    private final RecordWriter journal;
    private final EffectRunner effectRunner;
    private final Deque<HeldEffect> held = new ArrayDeque<>();
    private List<JournalRecord> records = new ArrayList<>();
    private long written;
    private long durable;

    public DurabilityBarrier(RecordWriter journal, EffectRunner effectRunner) {
        this.journal = journal;
        this.effectRunner = effectRunner;
    }

    /** Effects that wait. */
    public int size() {
        return held.size();
    }

    /** The next effect of a list: performed at once, or held. */
    public void take(Effect effect) {
        if (effect instanceof Effect.Persist persist) {
            records.add(persist.entry());
            return;
        }
        if (!records.isEmpty()) {
            write();
        }
        if (written <= durable && held.isEmpty()) {
            effectRunner.perform(effect);
        } else {
            long link = effect instanceof Effect.Send send ? effectRunner.linkOf(send) : 0;
            held.addLast(new HeldEffect(effect, written, link));
        }
    }

    /** The list is complete. */
    public void endOfList() {
        if (!records.isEmpty()) {
            write();
        }
    }

    private void write() {
        List<JournalRecord> handed = records;
        records = new ArrayList<>();
        written = journal.write(handed);
    }

    /** Every record up to this number is durable. */
    public void durable(long number) {
        durable = Math.max(durable, number);
        HeldEffect next = held.peekFirst();
        while (next != null && next.after <= durable) {
            held.removeFirst();
            boolean sameLink =
                    next.link == 0
                            || next.effect instanceof Effect.Send send
                                    && effectRunner.linkOf(send) == next.link;
            if (sameLink) {
                effectRunner.perform(next.effect);
            }
            next = held.peekFirst();
        }
    }
}
