package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCalendarCommandTest {
    private static final String THREE = "src/test/resources/plan/three-clusters.json";
    private static final String LAB = "src/test/resources/plan/lab.json";

    @TempDir Path folder;
    private final Cli cli = new Cli();

    private int plan(Object... more) {
        List<String> words = new ArrayList<>(List.of("lab", "plan", "calendar"));
        for (Object one : more) {
            words.add(one.toString());
        }
        return cli.run(words.toArray(String[]::new));
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("clusters.json"), text);
    }

    @Test
    @SuppressWarnings("unchecked")
    void jsonHasARowForEachIntervalInTheOrderOfTheFile() throws Exception {
        assertThat(plan(THREE, "--tasks", 11, "--json")).isZero();
        Map<String, Object> json = cli.json();
        assertThat(json)
                .containsEntry("feasible", true)
                .containsEntry("finish", 20)
                .containsEntry("referenceTime", 213 / 16.0)
                .containsEntry("efficiency", 213 / 320.0)
                .containsEntry("inefficiencyBounds", null);
        List<Map<String, Object>> clusters = (List<Map<String, Object>>) json.get("clusters");
        assertThat(clusters).extracting(row -> row.get("id")).containsExactly("A", "B", "C");
        assertThat(clusters).extracting(row -> row.get("tasks")).containsExactly(6, 4, 1);
        assertThat(clusters).extracting(row -> row.get("stages")).containsExactly(2, 2, 1);
        assertThat(clusters).extracting(row -> row.get("lastStageTasks")).containsExactly(2, 2, 1);
        assertThat((List<Map<String, Object>>) json.get("packets"))
                .hasSize(5)
                .startsWith(Map.of("start", 0, "end", 10, "cluster", "A", "tasks", 4));
    }

    @Test
    void whatDoesNotFitIsToldInJsonToo() throws Exception {
        assertThat(plan(THREE, "--tasks", 29, "--json")).isEqualTo(1);
        assertThat(cli.json()).containsEntry("feasible", false).containsEntry("fits", 28);
        assertThat(plan(THREE, "--tasks", 29)).isEqualTo(1);
        assertThat(cli.out()).contains("29 tasks do not fit; 28 do");
    }

    @Test
    void textHasATimetable() {
        assertThat(plan(THREE, "--tasks", 17, "--packets", 4)).isZero();
        assertThat(cli.out())
                .contains("17 tasks end at 29", "efficiency")
                .containsPattern("11 +B +2 +17")
                .contains("more packets (--packets N)");
    }

    @Test
    void boundsAreThereWhereAllProcessorsCompute() throws Exception {
        Path file =
                file(
                        """
                        {"clusters": [
                          {"id": "1", "processors": 1, "computing": 1, "from": 0, "to": 9.5, "taskTime": 9},
                          {"id": "2", "processors": 10, "from": 0, "to": 20, "taskTime": 10.0}]}
                        """);
        assertThat(plan(file, "--tasks", 2, "--json")).isZero();
        assertThat(cli.json())
                .containsEntry("finish", 10)
                .containsEntry("referenceTime", 1.8)
                .containsEntry("inefficiencyBounds", List.of(0.81, 0.9));
    }

    @Test
    void aCalendarIsPlannedInItsOwnTime() throws Exception {
        assertThat(plan(LAB, "--tasks", 9601, "--json")).isZero();
        // 9,600 fit into the first night and the day after it: 480 packets of 20.
        assertThat(cli.json())
                .containsEntry("start", "2026-11-20T18:00+01:00")
                .containsEntry("finish", "2026-11-21T07:01:30+01:00")
                .containsEntry("finishSeconds", 46890);
        assertThat(plan(LAB, "--tasks", 9601)).isZero();
        assertThat(cli.out()).contains("9,601 tasks end at Sat 2026-11-21 07:01:30");
    }

    @Test
    void theNightInWhichClocksAreSetBackTakesMoreTasks() throws Exception {
        String night =
                Files.readString(Path.of(LAB)).replace("Sat-Sun 00:00-24:00", "Sun 12:00-12:01");
        for (String start : List.of("2026-10-24", "2026-03-28", "2026-11-07")) {
            Path file =
                    file(
                            night.replace("2026-11-20T18:00", start + "T18:00")
                                    .replace("Mon-Fri", "Sat"));
            assertThat(plan(file, "--tasks", 1_000_000, "--days", 1, "--json")).isEqualTo(1);
            int hours = start.contains("-10-") ? 13 : start.contains("-03-") ? 11 : 12;
            assertThat(cli.json()).containsEntry("fits", hours * 40 * 20);
        }
    }

    @Test
    void thePictureHasARowForEachCluster() throws Exception {
        Path svg = folder.resolve("plan.svg");
        assertThat(plan(THREE, "--tasks", 17, "--plot", svg)).isZero();
        assertThat(Files.readString(svg))
                .startsWith("<svg")
                .contains(">A</text>", ">B</text>", ">C</text>", "2: 5 to 11")
                .endsWith("</svg>\n");
        assertThat(plan(THREE, "--tasks", 17, "--plot", "plan.gif")).isEqualTo(2);
    }

    @Test
    void millionsOfMillionsOfTasksAreNoMoreWork() throws Exception {
        Path svg = folder.resolve("plan.svg");
        Path file =
                file(
                        """
                        {"clusters": [{"id": "all", "processors": 1000, "from": 0,
                                       "to": 1000000000000, "taskTime": 1}]}
                        """);
        assertThat(plan(file, "--tasks", "1000000000000", "--plot", svg)).isZero();
        assertThat(cli.out()).contains("1,000,000,000,000 tasks end at 1000000000");
        assertThat(Files.size(svg)).isLessThan(10_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"taskTime\": 6 | \"taskTime\": -6 | :3: clusters[1].taskTime: is negative",
                "\"from\": 5 | \"from\": 50 | :3: clusters[1].to: is before from",
                "\"id\": \"B\" | \"id\": \"A\" | :3: clusters[1].from: overlaps another interval of cluster A, which is in line 2",
                "\"computing\": 2 | \"computing\": 9 | :3: clusters[1].computing: exceeds the 3",
                "\"computing\": 2 | \"computig\": 2 | :3: clusters[1].computig: unknown key; did you mean \"computing\"?",
                "\"taskTime\": 7 | \"taskTime\": 0 | :4: clusters[2].taskTime: must be positive",
                "\"taskTime\": 7 | \"tasks\": 7 | :4: clusters[2].tasks: unknown key",
                "\"to\": 40, \"taskTime\": 7 | \"taskTime\": 7 | :4: clusters[2]: to is missing",
                "\"to\": 30 | \"to\": 3e30 | :3: clusters[1].to: is too large",
                "\"from\": 5 | \"from\": 0.00000000005 | :3: clusters[1].from: has more than 9 decimals",
                "\"processors\": 3 | \"processors\": 2.5 | :3: clusters[1].processors: must be a whole number",
                "\"processors\": 3 | \"processors\": ,3 | :3: invalid JSON",
                "\"to\": 30 | \"to\": 30, \"to\": 31 | :3: clusters[1].to: is given twice",
            })
    void badInputIsToldWithLineAndKey(String good, String bad, String said) throws Exception {
        Path file = file(Files.readString(Path.of(THREE)).replace(good, bad));
        assertThat(plan(file, "--tasks", 3)).isEqualTo(2);
        assertThat(cli.err()).contains("clusters.json" + said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Europe/Berlin | Europe/Berlim | :10: clusters[0].calendar.zone: unknown time zone",
                "Mon-Fri 19 | Mon-Fry 19 | :11: clusters[0].calendar.weekly[0]: unknown day \"Fry\"; did you mean \"fri\"",
                "2026-12-24 | 24.12.2026 | :12: clusters[0].calendar.except[0]: is not a date",
                "\"PT90S\" | 90 | :8: clusters[0].taskTime: with a calendar, a time is a duration",
                "PT90S | -PT90S | :8: clusters[0].taskTime",
                "2026-11-20T18:00 | tomorrow | :2: start: is not a time; write",
                "\"start\": \"2026-11-20T18:00\", | '' | :4: clusters[0]: start is missing",
                "\"processors\": 24 | \"processors\": 24, \"from\": 0 | :6: clusters[0].from: the clusters of this file",
                "weekly | weakly | :11: clusters[0].calendar.weakly: unknown key",
            })
    void aBadCalendarIsToldWithLineAndKey(String good, String bad, String said) throws Exception {
        Path file = file(Files.readString(Path.of(LAB)).replace(good, bad));
        assertThat(plan(file, "--tasks", 3)).isEqualTo(2);
        assertThat(cli.err()).contains("clusters.json" + said);
    }
}
