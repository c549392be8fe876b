package org.evenkeel.daemon.net;

import java.util.HashSet;
import java.util.Set;
import org.evenkeel.wire.proto.RefusedBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts frames that this build, or the other side, does not know and has skipped, and says each
 * kind in the log once for each speaker. One for all connections of a daemon, on its event loop.
 */
final class UnknownFrames {

    private static final Logger LOG = LoggerFactory.getLogger(UnknownFrames.class);

    /** Kinds, each of one speaker, that the log tells of; more of them are only counted. */
    static final int MOST_TOLD = 1_000;

    private final Set<String> told = new HashSet<>();
    private long skipped;
    private long refused;

    /**
     * A frame came that was skipped.
     *
     * @param who its speaker, in a few words that do not change when it connects again
     * @param version the speaker's
     * @param number the body's field in {@code Frame}
     * @param field what is unknown in it, empty for the body itself
     */
    void skipped(String who, String version, int number, String field) {
        skipped++;
        if (isNews(who + " " + number + field)) {
            LOG.warn(
                    "{} ({}) said what this version does not know, and it is skipped: body {}{}",
                    who,
                    version,
                    number,
                    field.isEmpty() ? "" : ", " + field);
        }
    }

    /** The other side has skipped a frame of this one. */
    void refused(String who, String version, RefusedBody body) {
        refused++;
        if (isNews(who + " refused " + body.getNumber())) {
            LOG.warn(
                    "{} ({}) does not know body {} of this version, and has skipped it",
                    who,
                    version,
                    Integer.toUnsignedString(body.getNumber()));
        }
    }

    private boolean isNews(String kind) {
        return told.size() < MOST_TOLD && told.add(kind);
    }

    /** Frames that this side has skipped. */
    long skippedCount() {
        return skipped;
    }

    /** Frames that other sides have said they skipped. */
    long refusedCount() {
        return refused;
    }
}
