package org.evenkeel.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The test that docs/api.md shows is one that is run. */
class DocumentedExtensionTest {
    private static final String BEGIN = "@EvenkeelCluster(";

    @Test
    void pageShowsTheTestAsItIs() throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/org/evenkeel/samples/SquareTest.java"));
        assertThat(source).contains(BEGIN);
        assertThat(Files.readString(Path.of("../../docs/api.md")))
                .contains("```java\n" + source.substring(source.indexOf(BEGIN)) + "```");
    }
}
