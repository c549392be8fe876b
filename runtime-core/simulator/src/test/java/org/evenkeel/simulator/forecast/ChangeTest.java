package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.simulator.forecast.Change.Addition;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.junit.jupiter.api.Test;

class ChangeTest {

    /** Three in a row; the one in the middle runs a task of each of two kinds, and one waits. */
    private static Moment row() {
        return new Moment(
                List.of(
                        new Machine("m1", 1, List.of("m2")),
                        new Machine("m2", 2, List.of("m1", "m3")),
                        new Machine("m3", 4, List.of("m2", "gone"))),
                "hybrid",
                "worker-busy",
                List.of(
                        task("stiff", Place.RUNNING),
                        task("light", Place.RUNNING),
                        task("stiff", Place.WAITING)),
                List.of(),
                Set.of("light"));
    }

    private static OpenTask task(String kind, Place place) {
        List<Stretch> ran = place == Place.RUNNING ? List.of(new Stretch("m2", 5)) : List.of();
        return new OpenTask("j", kind, place, "m2", ran, false, -1);
    }

    private static Change adding(Addition... additions) {
        return new Change(null, List.of(additions), List.of(), Map.of());
    }

    private static Change without(String... machines) {
        return new Change(null, List.of(), List.of(machines), Map.of());
    }

    private static Machine machine(Moment moment, String name) {
        return moment.machines().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nothingChangesNothingButLinksThatGoOneWay() {
        Moment same = Change.NONE.applyTo(row());
        assertThat(same.open()).isEqualTo(row().open());
        assertThat(same.policy()).isEqualTo("hybrid");
        assertThat(machine(same, "m3").neighbours()).containsExactly("m2");
    }

    @Test
    void machinesThatJoinAreLikeTheOneThatIsNamedAndBesideIt() {
        Moment more = adding(new Addition(2, "m3")).applyTo(row());
        assertThat(more.names()).containsExactly("m1", "m2", "m3", "m3+1", "m3+2");
        assertThat(machine(more, "m3+2"))
                .isEqualTo(new Machine("m3+2", 4, List.of("m2", "m3", "m3+1"), "m3"));
        assertThat(machine(more, "m2").neighbours()).contains("m3+1", "m3+2");
    }

    @Test
    void whatAMachineHadIsAtItsNeighbourAndTheOthersAreLinked() {
        Moment fewer = without("m2").applyTo(row());
        assertThat(fewer.names()).containsExactly("m1", "m3");
        assertThat(machine(fewer, "m1").neighbours()).containsExactly("m3");
        assertThat(fewer.open())
                .allMatch(task -> task.machine().equals("m1") && task.place() == Place.WAITING);
        assertThat(fewer.open().get(0).ran()).as("cannot be suspended").isEmpty();
        assertThat(fewer.open().get(1).ran()).as("can be").isNotEmpty();
        assertThat(without("m2", "m1").applyTo(row()).open())
                .allMatch(task -> task.machine().equals("m3"));
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> without("m9").applyTo(row()))
                .hasMessageContaining("m9")
                .hasMessageContaining("m1, m2, m3");
        assertThatThrownBy(() -> adding(new Addition(1, "gone")).applyTo(row()))
                .hasMessageContaining("gone");
        assertThatThrownBy(() -> without("m1", "m2", "m3").applyTo(row()))
                .hasMessageContaining("no machine runs tasks");
        assertThatThrownBy(() -> new Change(null, List.of(), List.of(), Map.of("j", 10)))
                .hasMessageContaining("0 (last) to 9 (first)");
    }

    @Test
    void additionsAreReadAsTheyAreWritten() {
        assertThat(Addition.parse("2xm3")).isEqualTo(new Addition(2, "m3"));
        assertThat(Addition.parse("m3")).isEqualTo(new Addition(1, "m3"));
        assertThat(Addition.parse("xeon")).isEqualTo(new Addition(1, "xeon"));
        assertThat(new Addition(2, "m3")).hasToString("2xm3");
        assertThatThrownBy(() -> Addition.parse("")).hasMessageContaining("2xm3");
        assertThatThrownBy(() -> Addition.parse("0xm3")).hasMessageContaining("1 to 1000");
    }
}
