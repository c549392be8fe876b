package org.evenkeel.daemon;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.evenkeel.model.Printable;

/**
 * Message and stack trace of an event in a log file. What another process sent may be in both: its
 * control characters are escaped, and each line after the first is indented, so that none looks
 * like another event.
 */
final class PrintableEvent extends ThrowableProxyConverter {
    private static final String INDENT = "    ";

    @Override
    public String convert(ILoggingEvent event) {
        String trace = super.convert(event); // empty without a throwable
        String message = String.valueOf(event.getFormattedMessage());
        String whole = trace.isEmpty() ? message : message + "\n" + trace.stripTrailing();
        return Printable.lines(whole).replace("\n", "\n" + INDENT);
    }
}
