package org.evenkeel.security.identity;

/** Text of a stranger, made fit for a message: printable, short, between quotes. */
final class QuotedText {
    private static final int MAX_LENGTH = 80;

    static String text(String foreign) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < Math.min(foreign.length(), MAX_LENGTH); i++) {
            char c = foreign.charAt(i);
            quoted.append(c >= ' ' && c <= '~' && c != '"' ? c : '?');
        }
        return quoted.append(foreign.length() > MAX_LENGTH ? "...\"" : "\"").toString();
    }
}
