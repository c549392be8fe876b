package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionCommandTest {
    @TempDir Path directory;
    private final Cli cli = new Cli();
    private Path script;

    @BeforeEach
    void print() throws Exception {
        assertThat(cli.run("completion", "bash")).isZero();
        script = Files.writeString(directory.resolve("evenkeel"), cli.out());
    }

    @ParameterizedTest
    @CsvSource({
        "no, nodes",
        "token re, revoke",
        "lab simu, simulate",
        "up --record-, --record-events",
        "up --policy hybrid-, hybrid-1997",
        "up --policy power, power-of-two",
        "up --topology tor, torus",
        "completion z, zsh"
    })
    void bashCompletesWhatIsTyped(String typed, String completed) throws Exception {
        assertThat(completions(typed, "bash", "--norc", "--noprofile")).containsExactly(completed);
    }

    @Test
    void bashOffersFilesWhereTheCommandHasNoWordsOfItsOwn() throws Exception {
        assertThat(script).content().contains("complete -F _complete_evenkeel -o default evenkeel");
        assertThat(completions("run app", "bash", "--norc", "--noprofile")).containsExactly("");
    }

    @Test
    void bashOffersAllCommands() throws Exception {
        assertThat(completions("''", "bash", "--norc", "--noprofile"))
                .containsAll(CommandGroups.shown())
                .contains("help", "completion", "man");
    }

    @Test
    void zshGetsTheScriptOfBashWhichEnablesBashcompinit() {
        String bash = cli.out();
        assertThat(cli.run("completion", "zsh")).isZero();
        assertThat(cli.out())
                .isEqualTo(bash)
                .contains(
                        """
                        elif [ -n "$ZSH_VERSION" ]; then
                        """,
                        """
                          autoload -U +X bashcompinit && bashcompinit
                        fi
                        """);
    }

    @Test
    @EnabledIf("hasZsh")
    void zshReadsTheScript() throws Exception {
        String lines = "source " + script + " && print -r -- ${_comps[evenkeel]}";
        assertThat(Shells.run("", "zsh", "-f", "-c", lines)).contains("_complete_evenkeel");
    }

    static boolean hasZsh() {
        return Shells.has("zsh");
    }

    @Test
    void otherShellsAreRefused() {
        assertThat(cli.run("completion", "fish")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("'fish'", "[bash, zsh]");
    }

    /** What the function of the script offers when the tabulator key follows these words. */
    private List<String> completions(String typed, String... shell) throws Exception {
        String lines =
                """
                source %s
                compopt() { echo "compopt $*"; } # belongs to a running completion
                COMP_WORDS=(evenkeel %s)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="${COMP_WORDS[*]}"
                complete -p evenkeel > /dev/null
                _complete_evenkeel
                printf '%%s\\n' "${COMPREPLY[@]}"
                """
                        .formatted(script, typed);
        return Shells.run(lines, shell).lines().map(String::strip).toList();
    }
}
