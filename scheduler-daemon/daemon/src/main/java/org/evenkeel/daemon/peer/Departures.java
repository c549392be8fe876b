package org.evenkeel.daemon.peer;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.evenkeel.kernel.Effect.PeerGone.Cause;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/**
 * How the last process of each node left or ended: for displays, which show nodes that are no
 * longer members. Bounded. For the event loop.
 */
public final class Departures {

    /** Most nodes that are kept, including those that are still members. */
    private static final int MAX_KEPT = 1_024;

    static final int MAX_TOLD = 64;

    /** How long answers name a node that is gone. */
    static final Duration PERIOD = Duration.ofHours(1);

    /**
     * A process that ends loses its links at once, and is declared gone soon. A link that was lost
     * earlier than this was closed for another reason.
     */
    private static final Duration MOST_UNTIL_FOUND = Duration.ofMinutes(1);

    private final Map<NodeId, Departure> kept = BoundedMap.ofNewest(MAX_KEPT);

    /** How a process left or ended. */
    public enum How {
        /** It had said that it leaves. */
        LEFT("left"),
        /** It ended without having said so. */
        ENDED("ended"),
        /** It was declared gone because it did not answer. */
        SILENT("silent"),
        /** An administrator declared it gone. */
        FORGOTTEN("forgotten"),
        /** It ended while there was no link with it. */
        UNKNOWN(""),
        /** Its link was lost, and nothing else is known; answers say that it is silent. */
        LOST("silent");

        private final String word;

        How(String word) {
            this.word = word;
        }

        /** The word in answers. */
        public String word() {
            return word;
        }
    }

    /**
     * A process that left or ended.
     *
     * @param since when it was heard last, or when this node learned that it is gone
     */
    public record Departure(NodeRef process, Instant since, How how) {}

    /** A link with this process is up. */
    void linked(NodeRef process) {
        kept.remove(process.id());
    }

    /** This process says that it leaves. */
    void leaves(NodeRef process, Instant now) {
        keep(new Departure(process, now, How.LEFT));
    }

    /** The link with this process was lost. */
    void lost(NodeRef process, Instant now) {
        Departure before = kept.get(process.id());
        boolean leaves =
                before != null && before.process().equals(process) && before.how() == How.LEFT;
        keep(new Departure(process, now, leaves ? How.LEFT : How.LOST));
    }

    /** This process was declared gone. If it is known how it left, that is kept. */
    void gone(NodeRef process, Cause cause, Instant now) {
        Departure before = kept.get(process.id());
        if (before == null || process.isLaterThan(before.process())) {
            keep(new Departure(process, now, how(cause, false)));
        } else if (before.process().equals(process) && before.how() == How.LOST) {
            boolean justLost = before.since().plus(MOST_UNTIL_FOUND).isAfter(now);
            boolean heardLast = justLost || cause == Cause.SILENT;
            keep(new Departure(process, heardLast ? before.since() : now, how(cause, justLost)));
        }
    }

    private static How how(Cause cause, boolean justLost) {
        return switch (cause) {
            case REFUSED -> justLost ? How.ENDED : How.UNKNOWN;
            case SILENT -> How.SILENT;
            case FORGOTTEN -> How.FORGOTTEN;
        };
    }

    private void keep(Departure departure) {
        NodeId node = departure.process().id();
        kept.remove(node);
        kept.put(node, departure);
    }

    /**
     * The newest of the last hour, the latest last.
     *
     * @param member whether a node is a member: one that is there again, or still
     */
    List<Departure> told(Predicate<NodeId> member, Instant now) {
        Instant oldest = now.minus(PERIOD);
        List<Departure> all =
                kept.values().stream()
                        .filter(one -> one.since().isAfter(oldest))
                        .filter(one -> !member.test(one.process().id()))
                        .sorted(Comparator.comparing(Departure::since))
                        .toList();
        return all.subList(Math.max(0, all.size() - MAX_TOLD), all.size());
    }
}
