package org.evenkeel.wire;

/** Human-readable texts, as long as a frame may have them. */
public final class WireText {
    /** The first {@link WireLimits#MAX_TEXT_LENGTH} characters. */
    public static String cut(String text) {
        return text.length() <= WireLimits.MAX_TEXT_LENGTH
                ? text
                : text.substring(0, WireLimits.MAX_TEXT_LENGTH);
    }
}
