package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with real daemons, in a tiny form. */
@Alone
@LongForm
@SuppressWarnings("unchecked") // JSON
class ExperimentProcessIT {
    /** Dozens of processes start, on whatever machine this is. */
    private static final long LIMIT_SECONDS = 900;

    @TempDir Path state;

    @Test
    void table1IsMeasuredOrItIsSaidWhyNot() throws Exception {
        Path pages = Files.createDirectory(state.resolve("pages"));
        Map<String, Object> json =
                run(
                        "lab experiment table1 --engine processes --cluster two --depth 1"
                                + " --policy hybrid(relay=on),glunix --seconds 2 --warm 0.2"
                                + " --repetitions 1 --processors 0.5 --json --write "
                                + pages);
        assertThat((List<String>) json.get("trial")).hasSizeGreaterThanOrEqualTo(2);
        Map<String, Object> cluster = ((List<Map<String, Object>>) json.get("clusters")).getFirst();
        List<Map<String, Object>> cells = (List<Map<String, Object>>) cluster.get("cells");
        Map<String, Object> ours = cells.getFirst();
        if ("".equals(ours.get("doubt"))) {
            // 14 whole tasks reach two thirds of the bound in simulation.
            assertThat((Double) ours.get("ofBound")).isBetween(0.1, 1.02);
        } else {
            assertThat((String) ours.get("doubt")).startsWith("host overloaded: ");
            assertThat(ours).containsEntry("ofBound", null);
        }
        assertThat(cells.getLast()).containsEntry("refused", true);
        assertThat(Files.readString(pages.resolve("table1-processes-two.md")))
                .startsWith("# This is a trial, not Table 1");
        assertThat(Files.readString(pages.resolve("table1-processes-two.svg"))).contains("<svg");
    }

    @Test
    void strategiesAreMeasuredOrItIsSaidWhyNot() throws Exception {
        Path pages = Files.createDirectory(state.resolve("pages"));
        Map<String, Object> json =
                run(
                        "lab experiment strategies --nodes 1,4 --policy hybrid --seconds 2 --warm 0.2"
                                + " --repetitions 1 --processors 0.6 --json --write "
                                + pages);
        List<Map<String, Object>> cells = (List<Map<String, Object>>) json.get("cells");
        assertThat(cells).extracting(cell -> cell.get("nodes")).containsExactly(1, 4);
        for (Map<String, Object> cell : cells) {
            if ("".equals(cell.get("doubt"))) {
                assertThat((Double) cell.get("speedUp"))
                        .isBetween(0.1, (Integer) cell.get("nodes") * 1.02);
            } else {
                assertThat((String) cell.get("doubt")).startsWith("host overloaded: ");
            }
        }
        assertThat(Files.readString(pages.resolve("strategies-processes.md")))
                .startsWith("# This is a trial, not the experiment of 1997");
    }

    @Test
    void nodesThatAreFarApartAreMeasuredToo() throws Exception {
        Map<String, Object> json =
                run(
                        "lab experiment strategies --nodes 4 --policy hybrid --seconds 2 --warm 0.2"
                                + " --repetitions 1 --processors 0.6 --json --delay 20ms"
                                + " --bandwidth 10M");
        assertThat((String) json.get("emulation"))
                .endsWith("through relays: 20 ms each way, 10,000,000 bytes per second");
        Map<String, Object> cell = ((List<Map<String, Object>>) json.get("cells")).getFirst();
        assertThat(json.toString()).doesNotContain("wrong result").contains("makespans=[");
        if ("".equals(cell.get("doubt"))) {
            assertThat((Double) cell.get("speedUp")).isBetween(0.1, 4.08);
        }
    }

    @Test
    void everyWorkloadOfThePaperGivesTheRightAnswer() throws Exception {
        for (String workload : List.of("product", "rules", "queens-15")) {
            Map<String, Object> json =
                    run(
                            "lab experiment table1 --engine processes --cluster two --policy rid --json"
                                    + " --seconds 1 --warm 0 --repetitions 1 --processors 0.8"
                                    + " --workload "
                                    + workload);
            assertThat(json.toString()).doesNotContain("wrong result").contains("makespans=[");
        }
    }

    private Map<String, Object> run(String words) throws Exception {
        Command evenkeel = new Command(state);
        Command.Ended ended = evenkeel.start(words.split(" ")).await(LIMIT_SECONDS);
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        evenkeel.awaitNoLeftovers();
        return JSON.std.mapFrom(ended.out());
    }
}
