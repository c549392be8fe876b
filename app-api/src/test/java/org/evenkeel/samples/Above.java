package org.evenkeel.samples;

import java.util.Locale;

/** What {@link PlainLambdas} inherits. */
public class Above {

    String hello() {
        return "hello";
    }

    static String shout(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
