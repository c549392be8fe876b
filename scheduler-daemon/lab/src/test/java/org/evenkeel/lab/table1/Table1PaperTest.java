package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/experiments/table1.md says of phases; seconds, so in the longer form only. */
@EnabledIfSystemProperty(named = "evenkeel.long", matches = "true")
class Table1PaperTest {
    private static final List<Double> ETAS = List.of(1.0, 0.5, 1.0 / 16);

    private static List<Table1.Cell> run(String policy, List<Double> etas, int depth)
            throws Exception {
        return Table1.of(List.of(policy), etas, depth, 1, 3).run(2, part -> {});
    }

    private static double published(Table1.Cell cell) {
        return Published.phases(cell.site(), cell.column().eta(), true).getFirst()
                / cell.site().bounds().getFirst();
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void nricsIsAbove90PercentOfTheBoundWithEveryEta(int eta) throws Exception {
        for (Table1.Cell cell : run("nrics", ETAS.subList(eta, eta + 1), 3)) {
            assertThat(cell.efficiency())
                    .as("%s, eta %s", cell.site(), cell.column().eta())
                    .isBetween(0.9, 1.0);
        }
    }

    @ParameterizedTest
    @CsvSource({"nrics", "nrics-1999"})
    void phasesAreAboveWhatThePaperPublished(String policy) throws Exception {
        for (Table1.Cell cell : run(policy, List.of(0.5), 3)) {
            assertThat(cell.efficiency()).as("%s", cell.site()).isGreaterThan(published(cell));
        }
    }

    /** A coarser cut leaves slow nodes busy with their last tasks: these go on at faster ones. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void with156TasksItTakesMovesOfStartedOnes(int eta) throws Exception {
        List<Double> one = ETAS.subList(eta, eta + 1);
        List<Table1.Cell> moving = run("nrics", one, 2);
        List<Table1.Cell> staying = run("nrics-no-migration", one, 2);
        for (int i = 0; i < moving.size(); i++) {
            Table1.Cell cell = moving.get(i);
            double least = cell.site() == Site.EQUAL ? 0.9 : 0.85;
            assertThat(cell.efficiency()).as("%s", cell.site()).isBetween(least, 1.0);
            boolean mayMove = cell.site() != Site.EQUAL && one.getFirst() < 1;
            assertThat(cell.efficiency() / staying.get(i).efficiency())
                    .as("%s, what moves are worth", cell.site())
                    .isGreaterThan(mayMove ? 1.03 : 0.99);
        }
    }

    /** With as few tasks as the paper only those who move started tasks reach what it has. */
    @ParameterizedTest
    @CsvSource({"nrics", "nrics-1999"})
    void with14TasksTheSmallestClusterNeedsMovesToBeAboveThePaper(String policy) throws Exception {
        Table1.Cell moving = run(policy, List.of(0.5), 1).getLast();
        Table1.Cell staying = run(policy + "-no-migration", List.of(0.5), 1).getLast();
        assertThat(moving.site()).isEqualTo(Site.TWO_KINDS);
        assertThat(moving.efficiency()).isGreaterThan(published(moving));
        assertThat(staying.efficiency()).isLessThan(published(staying));
    }
}
