package org.evenkeel.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which programs need no daemon. */
class ProgramJvmTest {

    private static ProgramJvm program(String... options) {
        return new ProgramJvm(true, List.of(options), List.of(), "com.acme.Main", List.of());
    }

    @Test
    void variableOrOptionHasTasksRunInTheProgram() {
        assertThat(program().isLocal(null)).isFalse();
        assertThat(program().isLocal("")).isFalse();
        assertThat(program().isLocal("0")).isFalse();
        assertThat(program().isLocal(" 4 ")).isTrue();
        assertThat(program("-Xmx1g", "-Devenkeel.local=2").isLocal(null)).isTrue();
        assertThat(program().isLocal("four")).as("the program says what is wrong").isTrue();
    }

    @Test
    void optionGoesBeforeTheVariableAndTheLastOneCounts() {
        assertThat(program("-Devenkeel.local=0").isLocal("1")).isFalse();
        assertThat(program("-Devenkeel.local=0", "-Devenkeel.local=1").isLocal(null)).isTrue();
    }

    @Test
    void programOnAClusterOfItsOwnUsesThatUnlessItsOptionsSayOtherwise() {
        assertThat(program("-Xmx1g").onCluster().options())
                .containsExactly("-Devenkeel.local=0", "-Xmx1g");
        assertThat(program().onCluster().isLocal("1")).isFalse();
        assertThat(program("-Devenkeel.local=1").onCluster().isLocal(null)).isTrue();
    }
}
