package org.evenkeel.daemon.clientcalls;

import org.evenkeel.model.LogLevel;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;

/** Whether a part of a log is what the schema says; a worker is believed nothing. */
final class LogPartCheck {

    /** Lines in one part. */
    private static final int MAX_LINES = 4_096;

    /** Milliseconds since 1970 beyond which no clock goes: the year 9999. */
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    /**
     * Checks a part.
     *
     * @throws WireException naming the field that is wrong
     */
    static void check(LogPart part) throws WireException {
        require(part.getGrant() >= 0, "grant", "negative");
        require(
                part.getLinesCount() >= 1 && part.getLinesCount() <= MAX_LINES,
                "lines",
                part.getLinesCount() + " is not 1 to " + MAX_LINES);
        require(
                part.getNode().isEmpty() || NodeId.isValid(part.getNode()),
                "node",
                "is not the name of a node");
        long last = 0;
        for (LogLine line : part.getLinesList()) {
            long number = line.getNumber();
            require(number == 0 || number > last, "lines.number", "not ascending");
            require(LogLevel.of(line.getLevel()) != null, "lines.level", "not known");
            require(line.getText().length() <= WireLimits.MAX_LOG_LINE, "lines.text", "too long");
            require(
                    line.getMillis() >= 0 && line.getMillis() <= LAST_MILLIS,
                    "lines.millis",
                    "no time");
            last = Math.max(last, number);
        }
    }

    private static void require(boolean fine, String field, String why) throws WireException {
        if (!fine) {
            throw new WireException("log." + field, why);
        }
    }
}
