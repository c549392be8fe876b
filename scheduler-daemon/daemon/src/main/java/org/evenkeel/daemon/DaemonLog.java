package org.evenkeel.daemon;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.NodeId;
import org.slf4j.LoggerFactory;

/** {@code daemon.log}: four files of 4 MiB at most, of printable text alone. */
final class DaemonLog {

    private static final String FILE_SIZE = "4MB";
    private static final int OLD_FILES = 3;
    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %printable%n";

    /** Its file is its owner's alone, whoever may pass the directory. */
    private static final class PrivateAppender extends RollingFileAppender<ILoggingEvent> {
        @Override
        public void openFile(String name) throws IOException {
            super.openFile(name);
            PrivateFiles.makePrivate(Path.of(name));
        }
    }

    /** Sends everything that is logged there. */
    static void to(Path clusterDirectory, NodeId node) throws IOException {
        Path directory = new ClusterDirectory(clusterDirectory).nodePath(node);
        PrivateFiles.createDirectories(directory);
        String file = directory.resolve("daemon.log").toString();
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        RollingFileAppender<ILoggingEvent> appender = new PrivateAppender();
        appender.setContext(context);
        appender.setFile(file);
        appender.setEncoder(encoder(context));
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(file + ".%i");
        rolling.setMinIndex(1);
        rolling.setMaxIndex(OLD_FILES);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(FileSize.valueOf(FILE_SIZE));
        trigger.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(trigger);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().put("printable", PrintableEvent::new);
        layout.setPattern(PATTERN);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }
}
