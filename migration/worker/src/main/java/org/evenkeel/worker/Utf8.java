package org.evenkeel.worker;

import java.nio.charset.StandardCharsets;

/** The size of texts in messages. */
final class Utf8 {

    private Utf8() {}

    /** Bytes that a text takes. */
    static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
