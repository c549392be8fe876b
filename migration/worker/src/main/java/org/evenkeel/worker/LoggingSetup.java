package org.evenkeel.worker;

import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.evenkeel.model.LogLevel;
import org.jspecify.annotations.Nullable;

/**
 * Sets up {@code java.util.logging} in a worker: what a thread of a task logs goes to the task's
 * log with its level; everything else to standard error. The JVM makes one when the first logger is
 * asked for, which may be before there is a task.
 */
public final class LoggingSetup {

    private static volatile Supplier<@Nullable TaskLog> tasks = () -> null;

    /** Called by {@link java.util.logging.LogManager}. */
    public LoggingSetup() {
        Logger.getLogger("").addHandler(new TaskHandler());
    }

    static void install(Supplier<@Nullable TaskLog> current) {
        tasks = current;
    }

    /** The level of a task's log. */
    static LogLevel level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return LogLevel.ERROR;
        } else if (value >= Level.WARNING.intValue()) {
            return LogLevel.WARN;
        } else if (value >= Level.INFO.intValue()) {
            return LogLevel.INFO;
        }
        return value >= Level.FINE.intValue() ? LogLevel.DEBUG : LogLevel.TRACE;
    }

    private static final class TaskHandler extends Handler {

        /** The log has time and level of its own. */
        private static final class Short extends Formatter {
            @Override
            public String format(LogRecord entry) {
                String message = entry.getLoggerName() + ": " + formatMessage(entry);
                Throwable thrown = entry.getThrown();
                return thrown == null ? message : message + "\n" + StackText.of(thrown);
            }
        }

        private final Formatter whole = new SimpleFormatter();

        private TaskHandler() {
            setFormatter(new Short());
        }

        @Override
        public void publish(LogRecord entry) {
            if (!isLoggable(entry)) {
                return;
            }
            TaskLog log = tasks.get();
            if (log == null) {
                System.err.print(whole.format(entry));
            } else {
                log.log(level(entry.getLevel()), getFormatter().format(entry));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
