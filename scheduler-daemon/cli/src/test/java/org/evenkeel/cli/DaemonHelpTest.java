package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonHelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"help daemon", "daemon --help"})
    void usageOfTheDaemonNamesTheCommandAsItIsTyped(String line) {
        Cli cli = new Cli();
        assertThat(cli.run(line.split(" "))).isZero();
        assertThat(cli.out()).startsWith("Usage: evenkeel daemon ");
    }
}
