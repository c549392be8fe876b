package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The pages say the same, and nothing that {@link ThreeMachinesContainerIT} does not run. */
class DocumentedCommandsTest {

    @Test
    void operationsNamesTheCommandsThatAreTried() throws Exception {
        assertThat(DocumentedCommands.of("docs/operations.md").lines())
                .containsExactly(
                        "evenkeel cluster init",
                        "evenkeel daemon --listen 192.0.2.7:4712",
                        "evenkeel token create --address 192.0.2.7:4712",
                        "evenkeel join 192.0.2.7:4712 ek1-…",
                        "evenkeel daemon --node NAME --listen ITS_ADDRESS:4712");
    }

    @Test
    void readmeNamesTheSame() throws Exception {
        assertThat(DocumentedCommands.of("docs/operations.md").lines())
                .containsAll(DocumentedCommands.of("README.md").lines());
    }
}
