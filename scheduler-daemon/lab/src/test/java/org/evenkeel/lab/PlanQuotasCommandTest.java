package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.cli.Cli;
import org.evenkeel.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanQuotasCommandTest {
    private final Cli cli = new Cli();

    private int plan(String words) {
        return cli.run(("lab plan quotas " + words).split(" "));
    }

    @Test
    void theExampleOfThePaperComesOutInJson() {
        assertThat(plan("--st 6,0,0,0 --et 4,0,3,1 --json")).isZero();
        assertThat(cli.out().strip())
                .isEqualTo(
                        "{\"q\":[4,4,3,3],\"transfers\":[{\"from\":1,\"to\":2,\"tasks\":4},"
                                + "{\"from\":1,\"to\":4,\"tasks\":2}],"
                                + "\"nodes\":[{\"node\":1,\"fromSt\":6,\"fromEt\":0}]}");
    }

    @Test
    void fasterNodesGetMore() {
        assertThat(plan("--st 0,0,70 --speeds 4,2,1 --json")).isZero();
        assertThat(cli.out()).contains("\"q\":[40,20,10]");
    }

    @Test
    void whoHasMoreKeepsWhatDoesNotDivide() {
        assertThat(plan("--st 0,0,0,9 --surplus-first --json")).isZero();
        assertThat(cli.out()).contains("\"q\":[2,2,2,3]");
    }

    @Test
    void peopleReadWhoSendsWhat() {
        assertThat(plan("--st 6,0,0,0 --et 4,0,3,1")).isZero();
        assertThat(cli.out())
                .contains("1 sends 2 4 tasks", "2.86 times as long", "after the phase 1.14 times");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--st 1,2 --et 1|--et has 1 nodes, --st has 2",
                "--st 1,-2|a node cannot have -2 schedulable",
                "--st 1,2 --speeds 1|1 speeds for 2 nodes",
                "--st 1,2 --speeds 0,0|no node has a speed above 0",
                "--st 1,2 --speeds 1,NaN|a speed cannot be NaN",
                "--st 1000000000,1000000000|exceed the limit of",
                "--st 2000000000 --et 2000000000|a node cannot have 2000000000",
                "--st 1,x|'x' is not an int",
                "--et 1|--st"
            })
    void whatCannotBePlannedIsNamed(String words, String said) {
        assertThat(plan(words)).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains(said);
    }
}
