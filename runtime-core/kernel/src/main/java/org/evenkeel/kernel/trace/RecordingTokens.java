package org.evenkeel.kernel.trace;

import org.evenkeel.model.Numbers;

/** The words of a recording's lines. */
final class RecordingTokens {
    /** A word without blanks: they and percent signs are written as {@code %20} and the like. */
    static String encode(String text) {
        StringBuilder word = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '%' || c == 0x7f) {
                word.append("%%%02x".formatted((int) c));
            } else {
                word.append(c);
            }
        }
        return word.isEmpty() ? "%" : word.toString();
    }

    /** Reads what {@link #encode} writes. */
    static String decode(String word) {
        if (word.equals("%")) {
            return "";
        }
        StringBuilder text = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '%') {
                if (i + 3 > word.length()) {
                    throw new IllegalArgumentException("\"" + word + "\" ends inside a character");
                }
                text.append((char) Integer.parseInt(word, i + 1, i + 3, 16));
                i += 2;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    static void expect(String[] words, int count) {
        if (words.length != count) {
            throw new IllegalArgumentException(
                    "a line \"%s\" has %s words instead of %s"
                            .formatted(words[0], count, words.length));
        }
    }

    static long number(String word) {
        return Numbers.whole(word.strip(), 0, Long.MAX_VALUE)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "\"" + word + "\" is not a whole number of 0 or more"));
    }
}
