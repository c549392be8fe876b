package org.evenkeel.cli.start;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDaemonsTest {
    private static final String HOME = "evenkeel.home";

    @TempDir Path directory;
    private String before = "";

    @BeforeEach
    void install() throws Exception {
        Files.createDirectories(directory.resolve("home/lib/daemon"));
        before = System.getProperty(HOME, "");
        System.setProperty(HOME, directory.resolve("home").toString());
    }

    @AfterEach
    void restore() {
        if (before.isEmpty()) {
            System.clearProperty(HOME);
        } else {
            System.setProperty(HOME, before);
        }
    }

    /** Prints this and ends. */
    private record Printing(byte[] text) implements Starter {
        @Override
        public Process start(List<String> command, Path output) throws IOException {
            Files.write(output, text);
            Process process = new ProcessBuilder("true").start();
            process.onExit().join();
            return process;
        }

        @Override
        public boolean exitOnStdinEof() {
            return false;
        }
    }

    @Test
    void whatADaemonPrintedBeforeItEndedIsShownPrintable() throws Exception {
        byte[] text =
                "\tone \u001b[2J\u202e\rtwo\nthree \u009b1m X\n".getBytes(StandardCharsets.UTF_8);
        text[text.length - 2] = (byte) 0xff; // no UTF-8
        LocalDaemons cluster =
                LocalDaemons.start(
                        ClusterPlan.ofNodes(directory.resolve("cluster"), 1), new Printing(text));
        assertThatThrownBy(() -> cluster.awaitLinked(Duration.ofMinutes(1), linked -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("daemon n1 ended at once")
                .hasMessageContaining("\n  \tone \\u001b[2J\\u202e")
                .hasMessageEndingWith("\n  three \\u009b1m \ufffd");
    }
}
