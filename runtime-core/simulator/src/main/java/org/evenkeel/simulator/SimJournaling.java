package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.jspecify.annotations.Nullable;

/**
 * What of a node's effects waits for its disk. The disk is made when something is written for the
 * first time: most simulations have none.
 *
 * <p>States: {@code FREE -> a record is to be written -> FORCING -> forced -> FREE}; while FORCING,
 * later effects wait in their order.
 */
final class SimJournaling {

    /**
     * An effect that waits; what was to be said on a link is lost with its session.
     *
     * @param session of its link, 0 when it has none
     */
    private record HeldEffect(Effect effect, int session) {}

    private final SimCluster simCluster;
    private final SimNode node;
    private final ArrayDeque<HeldEffect> held = new ArrayDeque<>(0);
    private @Nullable SimDisk disk;
    private boolean forcing;

    SimJournaling(SimCluster simCluster, SimNode node) {
        this.simCluster = simCluster;
        this.node = node;
    }

    /** Performs an effect, now or when the disk has what must be there before. */
    void take(Effect effect) {
        if (held.isEmpty() && !forcing && !(effect instanceof Effect.Persist)) {
            node.perform(effect);
        } else {
            held.addLast(new HeldEffect(effect, sessionOf(effect)));
        }
    }

    private int sessionOf(Effect effect) {
        SimLink simLink = effect instanceof Effect.Send send ? node.linkTo(send.to().port()) : null;
        return simLink == null ? 0 : simLink.sessionAt(node);
    }

    /** Writes what is to be durable; later effects wait until it is forced. */
    void persist() {
        while (!forcing && !held.isEmpty()) {
            if (held.peekFirst().effect instanceof Effect.Persist) {
                while (!held.isEmpty() && held.peekFirst().effect instanceof Effect.Persist p) {
                    disk().write(p.entry());
                    held.removeFirst();
                }
                force();
                return;
            }
            HeldEffect next = held.removeFirst();
            if (next.session == 0 || next.session == sessionOf(next.effect)) {
                node.perform(next.effect);
            }
        }
    }

    private void force() {
        forcing = true;
        int life = node.life();
        simCluster
                .eventQueue()
                .after(
                        simCluster.network().spec().diskForceNanos(),
                        () -> {
                            if (node.life() == life && node.isAlive()) {
                                forced();
                            }
                        });
    }

    private void forced() {
        forcing = false;
        disk().force().forEach(entry -> simCluster.checks().forced(node, entry));
        node.inOneGo(this::persist); // what an effect causes comes after those that waited
    }

    private SimDisk disk() {
        if (disk == null) {
            disk = new SimDisk(new SplittableRandom(simCluster.diskSeed(node)));
        }
        return disk;
    }

    /** The process ends: what waited is never performed. */
    void crash() {
        held.clear();
        forcing = false;
        if (disk != null) {
            disk.crash();
        }
    }

    /** Nothing is left of the disk of a machine whose process has ended. */
    void loseDisk() {
        disk = null;
    }

    /** What a process that starts now finds on the disk, null when it is nothing. */
    Event.@Nullable Recovered recover() {
        if (disk == null) {
            return null;
        }
        SimDisk.Found found = disk.recover();
        found.survived().forEach(entry -> simCluster.checks().forced(node, entry));
        return found.event();
    }
}
