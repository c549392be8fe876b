package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line of the goal "run". */
class ProgramCommandTest {

    @Test
    void wordsAreInTheOrderOfTheCommandJava() {
        ProgramCommand command =
                new ProgramCommand(
                        "/jdk/bin/java",
                        List.of("-javaagent:/r/c.jar", "-Xmx2g"),
                        List.of("target/classes", "/r/c.jar"),
                        "com.acme.Main",
                        List.of("--size", "a b"));
        assertThat(command.words())
                .containsExactly(
                        "/jdk/bin/java",
                        "-javaagent:/r/c.jar",
                        "-Xmx2g",
                        "-cp",
                        "target/classes" + File.pathSeparator + "/r/c.jar",
                        "com.acme.Main",
                        "--size",
                        "a b");
    }

    @Test
    void optionsThatAnOlderJavaDoesNotKnowAreLeftOut() {
        assertThat(ProgramCommand.withoutWarnings(21)).isEmpty();
        assertThat(ProgramCommand.withoutWarnings(25))
                .containsExactly(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow");
    }
}
