package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The commands of a section of a page, without their comments. Tests run these, so that the page
 * cannot rot. A comment is one for the shell too: whoever pastes a line pastes its comment.
 *
 * @param blocks as they stand together, each a list of lines
 */
record DocumentedCommands(List<List<String>> blocks) {
    /** What stands in the pages for the address of the first machine. */
    private static final String FIRST_ADDRESS = "192.0.2.7:4712";

    private static final String INDENT = "    ";

    /** Begins and ends a block of code, which is no command. */
    private static final String FENCE = "```";

    private static final Pattern COMMENT = Pattern.compile(" {2,}#.*$");

    /**
     * Those under "Several machines".
     *
     * @param page beside the root of the project, e.g. {@code docs/operations.md}
     */
    static DocumentedCommands of(String page) throws IOException {
        return of(page, "## Several machines");
    }

    /**
     * Those of a section of a page.
     *
     * @param heading its line, up to the next heading
     */
    static DocumentedCommands of(String page, String heading) throws IOException {
        List<String> section =
                Files.readString(Path.of("../..").resolve(page))
                        .lines()
                        .dropWhile(line -> !line.equals(heading))
                        .skip(1)
                        .takeWhile(line -> !line.startsWith("#"))
                        .toList();
        List<List<String>> blocks = new ArrayList<>();
        boolean inside = false;
        boolean fenced = false;
        for (String line : section) {
            fenced ^= line.startsWith(FENCE);
            boolean command = !fenced && line.startsWith(INDENT);
            if (command && !inside) {
                blocks.add(new ArrayList<>());
            }
            if (command) {
                blocks.getLast().add(withoutComment(line));
            }
            inside = command;
        }
        assertThat(blocks).as("commands under %s in %s", heading, page).isNotEmpty();
        return new DocumentedCommands(blocks);
    }

    private static String withoutComment(String line) {
        String command = COMMENT.matcher(line.strip()).replaceFirst("");
        assertThat(command).as("what follows two spaces begins with #").doesNotContain("  ");
        return command.replaceFirst("^\\./", "");
    }

    /** All of them, in order. */
    List<String> lines() {
        return blocks.stream().flatMap(Collection::stream).toList();
    }

    /** The only one that begins so. */
    String command(String beginning) {
        List<String> found = lines().stream().filter(line -> line.startsWith(beginning)).toList();
        assertThat(found).as(beginning).hasSize(1);
        return found.getFirst();
    }

    /** The same with the first machine's address in place of the example's. */
    String command(String beginning, String firstAddress) {
        return command(beginning).replace(FIRST_ADDRESS, firstAddress);
    }
}
