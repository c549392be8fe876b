package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The test that docs/testing.md shows is one that is run, and with what is built. */
class DocumentedTestTest {
    private static final String BEGIN = "@EvenkeelMachines(3)\n";

    @Test
    void pageShowsTheTestAsItIs() throws IOException {
        String page = Files.readString(Path.of("../../docs/testing.md"));
        String source =
                Files.readString(
                        Path.of("src/test/java/org/evenkeel/container/SquaresContainerIT.java"));
        String test = source.substring(source.indexOf(BEGIN));
        assertThat(test).startsWith(BEGIN);
        assertThat(page).contains("```java\n" + test + "```");
    }

    @Test
    void pageNamesTheVersionThatIsBuilt() throws IOException {
        String page = Files.readString(Path.of("../../docs/testing.md"));
        String pom = Files.readString(Path.of("pom.xml"));
        String version = pom.substring(pom.indexOf("<version>"), pom.indexOf("</version>"));
        assertThat(page.split(Pattern.quote("<version>"), -1)).hasSize(3);
        assertThat(page.split(Pattern.quote(version + "<"), -1)).hasSize(3);
    }
}
