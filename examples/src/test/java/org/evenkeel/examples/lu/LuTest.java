package org.evenkeel.examples.lu;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class LuTest {
    private final Lu lu = new Lu();

    @Test
    void factorsAreThoseOfTheMatrix() throws Exception {
        for (String[] words :
                new String[][] {
                    {"--n=1", "--block=1"},
                    {"--n=7", "--block=3"},
                    {"--n=40", "--block=100"},
                    {"--n=101", "--block=10", "--seed=5"}
                }) {
            Report report = lu.run(lu.options().parse(words), new SerialRunner());
            assertThat(report.correct()).as("%s: %s", String.join(" ", words), report).isTrue();
        }
    }
}
