package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.evenkeel.cli.Cli;
import org.evenkeel.simulator.SwarmForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwarmCommandTest {
    private final Cli cli = new Cli();

    @ParameterizedTest
    @EnumSource
    void everyFormRunsItsOwnClusters(SwarmForm form) throws IOException {
        int seeds = 5;
        assertThat(
                        cli.run(
                                "lab",
                                "swarm",
                                "--json",
                                "--form",
                                form.toString(),
                                "--seeds",
                                Integer.toString(seeds)))
                .isZero();
        Map<String, Object> json = cli.json();
        long events = 0;
        for (long seed = 1; seed <= seeds; seed++) {
            var report = form.run(seed).report();
            assertThat(report).isNotNull();
            events += report.events();
        }
        assertThat(json)
                .containsEntry("form", form.toString())
                .containsEntry("seeds", seeds)
                .containsKey("findings");
        assertThat(((Number) json.get("events")).longValue()).isEqualTo(events);
    }

    @Test
    void aFormThatIsNoneIsNamedWithThoseThatAre() {
        assertThat(cli.run("lab", "swarm", "--form", "sideways")).isEqualTo(2);
        assertThat(cli.err()).contains("--form", "'sideways'", "plain, moves, hours");
    }
}
