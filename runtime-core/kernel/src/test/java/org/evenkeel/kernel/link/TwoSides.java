package org.evenkeel.kernel.link;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.evenkeel.kernel.link.LinkEffect.Plain;
import org.evenkeel.kernel.link.LinkEffect.RetryAfter;
import org.evenkeel.kernel.link.LinkMachine.Place;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Two machines and a network between them, in virtual time (milliseconds). */
@SuppressWarnings("ReferenceEquality") // connections are who they are
final class TwoSides {

    private static final long SILENCE_MILLIS = 3_000;

    private record Due(long millis, long number, Runnable what) {}

    /** One end of a connection. */
    private static final class End {
        final Side side;
        final boolean ours;
        boolean open = true;
        @Nullable End other;

        End(Side side, boolean ours) {
            this.side = side;
            this.ours = ours;
        }
    }

    /** Drives one machine. */
    final class Side {
        final LinkMachine machine;
        @Nullable End current;

        Side(String self, String other, boolean open) {
            machine = new LinkMachine(new NodeId(self), new NodeId(other), open);
            machine.setNeighbour(true);
        }

        private void carryOut(LinkEffect effect) {
            if (effect instanceof RetryAfter(long nanos)) {
                after(1 + nanos / 1_000_000, () -> carryOut(machine.retryDue(false)));
            } else if (effect != Plain.NOTHING && machine.dials()) {
                dial();
            }
        }

        private void dial() {
            if (faults && random.nextInt(3) == 0) {
                after(SILENCE_MILLIS, () -> carryOut(machine.dialFailed(false, false)));
            } else if (faults && random.nextInt(4) == 0) {
                after(latency(), () -> carryOut(machine.dialFailed(true, false)));
            } else {
                Side to = peer();
                after(latency(), () -> to.knock(this));
            }
        }

        private Side peer() {
            return this == low ? high : low;
        }

        private void knock(Side from) {
            if (machine.refusesLink(1) != null) {
                after(latency(), () -> from.carryOut(from.machine.dialFailed(false, false)));
                return;
            }
            End here = new End(this, false);
            End there = new End(from, true);
            here.other = there;
            there.other = here;
            after(
                    latency(),
                    () -> {
                        from.machine.dialEnds();
                        from.begin(there);
                    });
            begin(here);
        }

        private void begin(End end) {
            End before = current;
            Place place = machine.place(1, end.ours, before != null && before.open);
            if (place == Place.TAKEN) {
                close(end);
                return;
            }
            if (before != null) {
                current = null;
                machine.down();
                close(before);
            }
            if (end.open) {
                current = end;
                machine.linked(1, end.ours);
            } else {
                carryOut(machine.lost());
            }
        }

        private void closed(End end) {
            end.open = false;
            if (current == end) {
                current = null;
                machine.down();
                carryOut(machine.lost());
            }
        }
    }

    private final SplittableRandom random;
    private final PriorityQueue<Due> queue =
            new PriorityQueue<>((a, b) ->
                    a.millis != b.millis
                            ? Long.compare(a.millis, b.millis)
                            : Long.compare(a.number, b.number));
    private final Side low;
    private final Side high;
    private boolean faults = true;
    private long now;
    private long numbers;

    TwoSides(long seed) {
        random = new SplittableRandom(seed);
        boolean open = random.nextBoolean();
        low = new Side("a", "b", open);
        high = new Side("b", "a", open);
        low.carryOut(low.machine.begin());
        high.carryOut(high.machine.begin());
    }

    private void after(long millis, Runnable what) {
        queue.add(new Due(now + millis, ++numbers, what));
    }

    private long latency() {
        return faults && random.nextInt(5) == 0 ? random.nextLong(2_000) : 1 + random.nextLong(20);
    }

    private void close(End end) {
        end.side.closed(end);
        End other = end.other;
        if (other != null) {
            after(latency(), () -> other.side.closed(other));
        }
    }

    /** Either node has something to send, or a connection breaks. */
    void disturb() {
        Side side = random.nextBoolean() ? low : high;
        End end = side.current;
        if (end != null && random.nextInt(3) == 0) {
            close(end);
        } else if (side.machine.dials()) {
            side.dial();
        }
    }

    void endFaults() {
        faults = false;
    }

    /** What is due within a time happens. */
    void run(long millis) {
        long end = now + millis;
        for (Due due = queue.peek(); due != null && due.millis <= end; due = queue.peek()) {
            queue.remove();
            now = due.millis;
            due.what.run();
        }
        now = end;
    }

    long random(long bound) {
        return random.nextLong(bound);
    }

    /** Whether both have the two ends of one connection, which is open, as their link. */
    boolean isOneLink() {
        End one = low.current;
        End two = high.current;
        return one != null && two != null && one.other == two && one.open && two.open;
    }

    /** Whether each machine knows what its driver has. */
    boolean agrees() {
        return low.machine.isLinked() == (low.current != null)
                && high.machine.isLinked() == (high.current != null);
    }
}
