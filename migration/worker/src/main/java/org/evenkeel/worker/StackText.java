package org.evenkeel.worker;

import java.io.PrintWriter;
import java.io.StringWriter;

/** An exception with its stack, as Java prints it. */
final class StackText {
    /** The text; the program's own exceptions may fail to make theirs. */
    static String of(Throwable thrown) {
        StringWriter text = new StringWriter();
        try (PrintWriter writer = new PrintWriter(text)) {
            thrown.printStackTrace(writer);
        } catch (RuntimeException e) {
            return thrown.getClass().getName() + " (printing it failed: " + e.getClass() + ")";
        }
        return text.toString();
    }
}
