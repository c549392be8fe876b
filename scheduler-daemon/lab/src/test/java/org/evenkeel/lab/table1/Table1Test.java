package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table with 14 tasks, as coarsely as the paper seems to have cut the job. */
class Table1Test {

    private static Table1 table(String... policies) {
        return Table1.of(List.of(policies), List.of(0.5), 1, 1, 1);
    }

    private static Map<Site, Table1.Cell> run(String policy) throws Exception {
        Map<Site, Table1.Cell> cells = new TreeMap<>();
        for (Table1.Cell cell : table(policy).run(1, part -> {})) {
            cells.put(cell.site(), cell);
        }
        return cells;
    }

    @Test
    void glunixRunsAJobOf14TasksOn16And24NodesButNotOn10AsInThePaper() throws Exception {
        Map<Site, Table1.Cell> cells = run("glunix");
        assertThat(cells.get(Site.EQUAL).ran()).isTrue();
        assertThat(cells.get(Site.THREE_KINDS).ran()).isTrue();
        assertThat(cells.get(Site.TWO_KINDS).ran()).isFalse();
        assertThat(Published.yardstick(Site.TWO_KINDS, "glunix")).isEqualTo(Published.CANNOT_RUN);
    }

    @Test
    void pvmComesNearThePublishedSpeedUpOnTheSmallestCluster() throws Exception {
        Table1.Cell cell = run("pvm-round-robin").get(Site.TWO_KINDS);
        double published = Published.yardstick(Site.TWO_KINDS, "pvm-round-robin").getFirst();
        assertThat(Site.TWO_KINDS.speedUps(cell.makespanSeconds()).getFirst())
                .isCloseTo(published, within(0.1 * published));
    }

    /** Neighbours alone say ten times as much; they balance where there is no master. */
    @Test
    void policiesWithPhasesHaveAMasterBesideTheNodes() throws Exception {
        run("nrics-1999")
                .forEach((site, cell) -> {
                    assertThat(cell.messagesPerTask()).as("%s", site).isBetween(1.0, 5.0);
                    assertThat(cell.efficiency()).as("%s", site).isGreaterThan(0.5);
                });
    }

    @Test
    void withoutBalancingTheJobTakesItsSerialTimeOnTheFirstNode() throws Exception {
        run("none")
                .forEach((site, cell) ->
                        assertThat(cell.makespanSeconds())
                                .isCloseTo(site.serialSeconds().getFirst(), within(0.1)));
    }

    @Test
    void nobodyBeatsTheBoundOfTheseTasks() throws Exception {
        for (String policy : List.of("hybrid(relay=on)", "rid", "pvm-round-robin")) {
            run(policy)
                    .forEach((site, cell) -> {
                        List<Double> tasks = new ArrayList<>(table(policy).taskSeconds(site));
                        tasks.sort(Comparator.reverseOrder());
                        assertThat(cell.makespanSeconds()).isGreaterThan(site.leastSeconds(tasks));
                        assertThat(cell.efficiency()).isBetween(0.1, 1.0);
                    });
        }
    }

    @Test
    void etaIsAnOptionOfPoliciesWithPhasesOnly() {
        assertThat(Column.of(List.of("rid"), List.of(1.0, 0.5)))
                .singleElement()
                .satisfies(column -> {
                    assertThat(column.hasEta()).isFalse();
                    assertThat(column.withEta()).isEqualTo("rid");
                });
        assertThat(Column.of(List.of("nrics", "nrics-1999(gap=1ms)"), List.of(1.0, 0.5)))
                .extracting(Column::withEta)
                .containsExactly(
                        "nrics(eta=1.0)",
                        "nrics(eta=0.5)",
                        "nrics-1999(gap=1ms,eta=1.0)",
                        "nrics-1999(gap=1ms,eta=0.5)");
        assertThat(Column.of(List.of("nrics(eta=0.25)"), List.of(1.0)))
                .singleElement()
                .matches(column -> column.hasPhases() && !column.hasEta());
    }
}
