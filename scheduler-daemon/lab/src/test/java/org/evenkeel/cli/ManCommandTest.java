package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManCommandTest {
    private static final String AWKWARD = ".dot \\back -dash 'quote' \"double\" ^~` \u2026";

    @TempDir Path directory;
    private final Cli cli = new Cli();

    @Test
    void eachCommandHasAPage() throws Exception {
        List<String> expected =
                CommandTree.visible(Main.commandLine())
                        .map(line -> line.getCommandSpec().qualifiedName("-") + ".1")
                        .toList();
        assertThat(pages())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(expected)
                .contains("evenkeel.1", "evenkeel-nodes.1", "evenkeel-token-create.1");
        assertThat(cli.out()).startsWith(expected.size() + " manual pages are in ");
    }

    @Test
    void pageHasTheUsualSectionsAndAllOptions() {
        String page = page("up");
        assertThat(page.lines().filter(line -> line.startsWith(".SH")))
                .containsExactly(
                        ".SH \"NAME\"",
                        ".SH \"SYNOPSIS\"",
                        ".SH \"DESCRIPTION\"",
                        ".SH \"OPTIONS\"",
                        ".SH \"EXIT STATUS\"",
                        ".SH \"EXAMPLES\"",
                        ".SH \"SEE ALSO\"");
        assertThat(page)
                .startsWith(".TH EVENKEEL\\-UP 1 20")
                .contains("\n\\fB\\-n\\fR, \\fB\\-\\-nodes\\fR=N\n")
                .contains("\n\\fBevenkeel\\fR(1)\n")
                .doesNotContain("${", "%n");
        for (OptionSpec option : commandLine("up").getCommandSpec().options()) {
            assertThat(page).contains(option.longestName().replace("-", "\\-"));
        }
    }

    @Test
    void pageOfAGroupNamesItsCommandsAndTheirPages() {
        assertThat(page("token"))
                .contains(".SH \"COMMANDS\"\n.TP\n\\fBcreate\\fR\nCreate a token")
                .contains("\\fBevenkeel\\-token\\-create\\fR(1)");
    }

    @Test
    void charactersThatMeanSomethingToRoffAreEscaped() {
        assertThat(ManualPage.of(awkward(), BuildInfo.read()))
                .contains(
                        "\n\\&.dot \\(rsback \\-dash \\(aqquote\\(aq \\(dqdouble\\(dq"
                                + " \\(ha\\(ti\\(ga \\[u2026]\n");
    }

    @Test
    @EnabledIf("hasGroff")
    void groffPrintsThemAsTheyWere() throws Exception {
        String page = ManualPage.of(awkward(), BuildInfo.read());
        assertThat(Shells.run(page, "groff", "-man", "-Tutf8", "-ww", "-P-c")).contains(AWKWARD);
    }

    @Test
    @EnabledIf("hasGroff")
    void groffHasNoWarnings() throws Exception {
        for (Path page : pages()) {
            assertThat(Shells.run("", "groff", "-man", "-Tutf8", "-ww", "-z", page.toString()))
                    .as(page.toString())
                    .isEmpty();
        }
    }

    static boolean hasGroff() {
        return Shells.has("groff");
    }

    @Test
    @EnabledIf("hasMandoc")
    void mandocHasNoWarnings() throws Exception {
        for (Path page : pages()) {
            assertThat(Shells.run("", "mandoc", "-T", "lint", "-W", "warning", page.toString()))
                    .as(page.toString())
                    .isEmpty();
        }
    }

    static boolean hasMandoc() {
        return Shells.has("mandoc");
    }

    private List<Path> pages() throws IOException {
        Path folder = directory.resolve("share/man/man1");
        assertThat(cli.run("man", folder.toString())).as(cli.err()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static String page(String command) {
        return ManualPage.of(commandLine(command).getCommandSpec(), BuildInfo.read());
    }

    private static CommandSpec awkward() {
        CommandSpec spec = CommandSpec.create().name("awkward");
        spec.usageMessage().description(AWKWARD);
        return spec;
    }

    private static CommandLine commandLine(String command) {
        return CommandTree.find(Main.commandLine().getCommandSpec(), List.of(command));
    }
}
