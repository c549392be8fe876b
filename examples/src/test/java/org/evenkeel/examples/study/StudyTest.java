package org.evenkeel.examples.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.evenkeel.examples.program.SerialContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTest {

    /** Kermack and McKendrick's equation for the share that remains susceptible at the end. */
    @ParameterizedTest
    @CsvSource({"0.3, 7, 0", "0.5, 7, 0.4", "0.2, 14, 0.1"})
    void finalSizeIsThatOfTheEquation(double contacts, double days, double vaccinated) {
        Epidemic.Course course = new Epidemic(contacts, days, vaccinated).run();
        double susceptible = (1 - vaccinated) * (1 - 1e-6);
        double remaining = 1 - vaccinated - course.totalInfected();
        assertThat(Math.log(remaining / susceptible))
                .isCloseTo(-contacts * days * (susceptible + 1e-6 - remaining), within(1e-6));
    }

    /** The peak is where so few are susceptible that each infected person infects one other. */
    @Test
    void peakIsThatOfTheEquation() {
        double basic = 0.3 * 7;
        double expected = 1 - (1 + Math.log(basic)) / basic;
        Epidemic.Course course = new Epidemic(0.3, 7, 0).run();
        assertThat(course.peakInfected()).isCloseTo(expected, within(1e-5));
        assertThat(course.peakDay()).isBetween(50.0, 150.0);
    }

    @Test
    void diseaseThatInfectsFewerThanOneEnds() {
        Epidemic.Course course = new Epidemic(0.1, 7, 0).run();
        assertThat(course.peakDay()).isZero();
        assertThat(course.totalInfected()).isLessThan(1e-5);
    }

    @Test
    void wrongRowSaysWhatIsWrong() {
        assertThatThrownBy(() -> run("0.3", "a week", "0"))
                .hasMessage("infectious_days is a number, not \"a week\"");
        assertThatThrownBy(() -> run("0.3", "7", "1.4"))
                .hasMessage("vaccinated is at least 0 and less than 1, not 1.4");
        assertThatThrownBy(() -> run("NaN", "7", "0")).hasMessageContaining("contacts");
        assertThat(run("0.3", "7", "0")).hasSameSizeAs(RowTask.RESULTS);
    }

    @Test
    void rowsAreThoseBelowTheHeader() {
        assertThat(Csv.rows(List.of("a,b", "1,2", "", " 3 , "), List.of("a", "b")))
                .containsExactly(List.of("1", "2"), List.of("3", ""));
    }

    @Test
    void fileThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> Csv.rows(List.of("a,c", "1,2"), List.of("a", "b")))
                .hasMessage("the first line must be a,b");
        assertThatThrownBy(() -> Csv.rows(List.of(), List.of("a", "b")))
                .hasMessage("the first line must be a,b");
        assertThatThrownBy(() -> Csv.rows(List.of("a,b", "1,2", "3"), List.of("a", "b")))
                .hasMessage("line 3 has 1 cells; it needs 2");
        assertThatThrownBy(() -> Csv.rows(List.of("a,b", "\"1,2\""), List.of("a", "b")))
                .hasMessageContaining("line 2")
                .hasMessageContaining("quote");
    }

    @Test
    void cellsAreQuotedWhereNeeded() {
        assertThat(Csv.line(List.of("1", "", "say \"no\"", "a, b")))
                .isEqualTo("1,,\"say \"\"no\"\"\",\"a, b\"");
    }

    private static List<String> run(String... row) {
        return new RowTask(List.of(row)).run(new SerialContext());
    }
}
