package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measuring commands measure; their figures are nobody's promise. */
@LongForm
class BenchProcessIT {

    private static final String[] SMALL = {
        "--rounds", "1", "--samples", "100", "--tasks", "5000", "--payloads", "100", "--json"
    };

    @TempDir static Path state;

    private static Command.Ended bench(String... words) throws Exception {
        String[] all = new String[SMALL.length + words.length + 1];
        all[0] = "bench";
        System.arraycopy(words, 0, all, 1, words.length);
        System.arraycopy(SMALL, 0, all, 1 + words.length, SMALL.length);
        Command.Ended ended = new Command(state).run(all);
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        return ended;
    }

    @Test
    void besideTheBareChain() throws Exception {
        assertThat(bench().out())
                .contains("\"emptyTasksPerSecond\":", "\"chainPerSecond\":", "\"ratio\":");
    }

    @Test
    void waysToADaemon() throws Exception {
        assertThat(bench("--tls").out())
                .contains("Unix socket", "TCP, token", "TLS, jdk", "\"handshakeMedianMicros\":");
    }
}
