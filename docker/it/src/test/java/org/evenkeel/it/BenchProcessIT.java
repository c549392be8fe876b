package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measuring commands measure; their figures are nobody's promise. */
@Alone
@LongForm
class BenchProcessIT {

    private static final String[] SMALL = {
        "--rounds", "1", "--samples", "100", "--tasks", "5000", "--payloads", "100", "--json"
    };

    private static final long LARGE_BYTES = 256L << 20;

    @TempDir static Path state;

    private static Command.Ended bench(String... words) throws Exception {
        String[] all = new String[SMALL.length + words.length + 2];
        all[0] = "lab";
        all[1] = "bench";
        System.arraycopy(words, 0, all, 2, words.length);
        System.arraycopy(SMALL, 0, all, 2 + words.length, SMALL.length);
        Command.Ended ended = new Command(state).run(all);
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        return ended;
    }

    @Test
    void besideTheBareChain() throws Exception {
        assertThat(bench().out())
                .contains("\"emptyTasksPerSecond\":", "\"chainPerSecond\":", "\"ratio\":");
    }

    /** The speeds are printed; what a quiet machine reaches is in docs/benchmarks.md. */
    @Test
    @SuppressWarnings("unchecked") // JSON
    void movingALargeArray() throws Exception {
        Map<String, Object> json =
                JSON.std.mapFrom(bench("--move", "--cold", "--bytes", "256m").out());
        for (String each : List.of("byte", "long", "double")) {
            Map<String, Object> kind = (Map<String, Object>) json.get(each);
            System.out.println("moving " + each + "[]: " + kind);
            assertThat(((Map<String, Number>) kind.get("daemonPeakBytes")).values())
                    .as("resident bytes of the daemons: " + kind)
                    .hasSize(2)
                    .allMatch(bytes -> bytes.longValue() < 2 * LARGE_BYTES);
        }
    }

    @Test
    void waysToADaemon() throws Exception {
        assertThat(bench("--tls").out())
                .contains("Unix socket", "TCP, token", "TLS, jdk", "\"handshakeMedianMicros\":");
    }

    @Test
    void aSettingBesideTheUsualOne() throws Exception {
        assertThat(bench("--setting", "worker-options=-Devenkeel.task-logs=off").out())
                .contains("usual", "worker-options=-Devenkeel.task-logs=off")
                .contains("\"emptyTasksPerSecondOfFirst\":")
                .doesNotContain("handshake");
    }
}
