package org.evenkeel.samples.worker;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Throws; tests know the lines. */
public final class Failing {
    public void fail(String why) {
        throw new IllegalStateException(why);
    }

    public void wrap() {
        try {
            throw new IOException("no disk");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An exception that cannot say anything of itself. */
    public static final class Stubborn extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("it does not say");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("it does not say");
        }
    }
}
