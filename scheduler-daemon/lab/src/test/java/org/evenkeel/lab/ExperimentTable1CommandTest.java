package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("unchecked") // JSON
class ExperimentTable1CommandTest {
    private static final String SMALL =
            "lab experiment table1 --depth 1 --seeds 2 --policy glunix,pvm-round-robin ";
    private final Cli cli = new Cli();

    private int run(String words) {
        return cli.run(words.strip().split(" +"));
    }

    @Test
    void tableSetsOursBesideThePublishedFiguresAndTheBounds() {
        assertThat(run(SMALL)).isZero();
        assertThat(cli.out())
                .contains("16 equal, serial 329.6 s, 14 tasks; bound of the speeds 16.00")
                .contains("bound of the speeds 14.64 / 25.65 / 56.42")
                .contains("bound of the speeds 6.74 / 19.33")
                .contains("6.07 / 9.62 / 20.22", "refused", "cannot run");
    }

    @Test
    void jsonHasTheSameForPrograms() throws Exception {
        assertThat(run(SMALL + "--json")).isZero();
        Map<String, Object> json = cli.json();
        assertThat(json).containsEntry("depth", 1).containsEntry("seeds", 2);
        List<Map<String, Object>> clusters = (List<Map<String, Object>>) json.get("clusters");
        assertThat(clusters).extracting(one -> one.get("nodes")).containsExactly(16, 24, 10);
        Map<String, Object> smallest = clusters.getLast();
        List<Map<String, Object>> cells = (List<Map<String, Object>>) smallest.get("cells");
        assertThat(cells.getFirst())
                .containsEntry("policy", "glunix")
                .containsEntry("refused", true)
                .containsEntry("makespan", null);
        assertThat(cells.getLast())
                .containsEntry("refused", false)
                .containsEntry("published", List.of(4.65, 13.21))
                .containsKeys("speedUps", "ofBound", "makespanInterval", "messagesPerTask");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--depth 4; --depth: \"4\" is not a whole number from 1 to 3",
                "--policy ird; --policy: unknown policy \"ird\"",
                "--eta 1.5; --eta: 1.5 is out of range; use 0 to 1",
                "--seeds 0; --seeds",
                "--threads 0; --threads: 0 is out of range; use 1 to",
                "--engine steam; --engine: \"steam\" is not an engine; use processes, containers",
                "--seconds 3; --seconds: does not apply to the simulator; add --engine processes",
                "--delay 20ms; --delay: does not apply to the simulator; add --engine processes",
                "--engine processes --delay 20; --delay: \"20\" is not a time; use 500us, 20ms or 1s",
                "--engine processes --jitter 61s; --jitter: 61s exceeds the maximum of 60s",
                "--engine processes --bandwidth 10; --bandwidth: 10 is less than the minimum of 1000 bytes",
                "--engine processes --cluster four; --cluster: \"four\" is not a cluster; use equal, three, two",
                "--engine processes --workload chess; --workload: \"chess\" is not a job; use queens",
                "--engine processes --processors 1000; --processors: 1000 is out of range",
                "--engine processes --seconds 0; --seconds: 0 is out of range",
                "--engine processes --repetitions 0; --repetitions: \"0\" is not",
            })
    void whatCannotBeUnderstoodIsNamed(String flag, String hint) {
        assertThat(run("lab experiment table1 " + flag)).as(flag).isEqualTo(2);
        assertThat(cli.err()).contains(hint);
    }
}
