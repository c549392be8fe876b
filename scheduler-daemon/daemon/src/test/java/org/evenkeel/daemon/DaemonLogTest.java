package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What another process sent cannot forge a line of the log, or reach a terminal by way of it. */
class DaemonLogTest {
    private static final Logger LOG = LoggerFactory.getLogger("a.b.Refusals");
    private static final NodeId NODE = new NodeId("n1");
    private static final String FORGED =
            "2026-01-01T00:00:00.000Z INFO  Daemon: n7 may submit \u001b[2J\u202e";

    @TempDir Path directory;

    @BeforeEach
    void open() throws Exception {
        DaemonLog.to(directory, NODE);
    }

    /** Other tests of this JVM log as they are configured. */
    @AfterEach
    void close() throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new ContextInitializer(context).autoConfig();
    }

    private List<String> lines() throws Exception {
        return Files.readAllLines(
                new ClusterDirectory(directory).nodePath(NODE).resolve("daemon.log"));
    }

    @Test
    void aMessageStaysInItsEntry() throws Exception {
        LOG.info("rejected {}: {}", "127.0.0.1:7", "x\r\n" + FORGED + "\r\u0085\u2028" + FORGED);
        assertThat(lines()).hasSize(2);
        assertThat(lines().getFirst())
                .matches("[-0-9T:.]+\\S+ INFO  Refusals: rejected 127.0.0.1:7: x");
        assertThat(lines().getLast())
                .startsWith("    2026-")
                .contains("may submit \\u001b[2J\\u202e\\u000d\\u0085\\u20282026-")
                .doesNotContain("\u001b", "\u202e", "\u2028");
    }

    @Test
    void aStackTraceIsReadableAndHasNoLineAtTheMargin() throws Exception {
        LOG.warn(
                "broken", new IllegalStateException("outer", new RuntimeException("y\n" + FORGED)));
        LOG.info("next");
        List<String> lines = lines();
        assertThat(lines.getFirst()).endsWith("WARN  Refusals: broken");
        assertThat(lines.get(1)).isEqualTo("    java.lang.IllegalStateException: outer");
        assertThat(lines.get(2)).startsWith("    \tat org.evenkeel.daemon.DaemonLogTest.");
        assertThat(lines)
                .contains("    Caused by: java.lang.RuntimeException: y")
                .contains(
                        "    " + FORGED.replace("\u001b", "\\u001b").replace("\u202e", "\\u202e"));
        assertThat(lines.subList(1, lines.size() - 1)).allMatch(line -> line.startsWith("    "));
        assertThat(lines.getLast()).endsWith("INFO  Refusals: next");
    }

    @Test
    void aPlainMessageIsWrittenAsItIs() throws Exception {
        LOG.info("Grüße of 世界\tand more");
        assertThat(lines()).hasSize(1);
        assertThat(lines().getFirst()).endsWith("INFO  Refusals: Grüße of 世界\tand more");
    }
}
