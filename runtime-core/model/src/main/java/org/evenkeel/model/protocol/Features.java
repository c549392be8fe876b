package org.evenkeel.model.protocol;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.model.TaskKind;

/**
 * The features that one side of a link has named. Immutable.
 *
 * @param named those of them that this build knows
 */
public record Features(Set<Feature> named) {

    /** Of a build that does not know what features are. */
    public static final Features NONE = new Features(Set.of());

    /** Of this build. */
    public static final Features ALL = new Features(EnumSet.allOf(Feature.class));

    public Features {
        named =
                named.isEmpty()
                        ? Set.of()
                        : Collections.unmodifiableSet(EnumSet.copyOf((Collection<Feature>) named));
    }

    /** Whether this one was named. */
    public boolean has(Feature feature) {
        return named.contains(feature);
    }

    /**
     * Whether a daemon with these features takes a message for what it is. One that does not know
     * since when a session is complete would drop what it has of it at every {@link
     * PeerMessage.SessionMoved}, also where the speaker has less.
     */
    public boolean permit(PeerMessage peerMessage) {
        return switch (peerMessage) {
            case PeerMessage.AdoptAll all -> has(Feature.WHOLE_SESSIONS);
            case PeerMessage.AskAdopted ask -> has(Feature.WHOLE_SESSIONS);
            case PeerMessage.AnswerAdopted answer -> has(Feature.WHOLE_SESSIONS);
            case PeerMessage.SessionMoved moved ->
                    has(Feature.WHOLE_SESSIONS) || moved.since() == moved.attachment();
            default -> true;
        };
    }

    /**
     * Whether a daemon with these features runs tasks of this kind as their job asks. One that does
     * not know {@link Feature#WORKER_SHAPES} would run them in its usual workers.
     */
    public boolean canRun(TaskKind kind) {
        return has(Feature.WORKER_SHAPES)
                || kind.isServed()
                || kind.options().resources().worker().isNone();
    }
}
