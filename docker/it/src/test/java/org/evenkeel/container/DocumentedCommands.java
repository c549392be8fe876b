package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The commands under "Several machines" of a page, without what the page says about them. Tests run
 * these, so that the page cannot rot.
 */
record DocumentedCommands(List<String> lines) {
    /** What stands in the pages for the address of the first machine. */
    private static final String FIRST_ADDRESS = "192.0.2.7:4712";

    /**
     * Those of a page.
     *
     * @param page beside the root of the project, e.g. {@code docs/operations.md}
     */
    static DocumentedCommands of(String page) throws IOException {
        List<String> lines =
                Files.readString(Path.of("../..").resolve(page))
                        .lines()
                        .dropWhile(line -> !line.equals("## Several machines"))
                        .skip(1)
                        .takeWhile(line -> !line.startsWith("#"))
                        .filter(line -> line.startsWith("    "))
                        .map(line -> line.strip().replaceFirst("^\\./", "").split(" {2,}", 2)[0])
                        .toList();
        assertThat(lines).as("commands in %s", page).isNotEmpty();
        return new DocumentedCommands(lines);
    }

    /** The only one that begins so, with the first machine's address in place of the example's. */
    String command(String beginning, String firstAddress) {
        List<String> found = lines.stream().filter(line -> line.startsWith(beginning)).toList();
        assertThat(found).as(beginning).hasSize(1);
        return found.getFirst().replace(FIRST_ADDRESS, firstAddress);
    }
}
