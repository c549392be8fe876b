package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script with which a shell completes commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script with which a shell completes commands and options of evenkeel.",
            "Run it again after an upgrade."
        },
        footer = {
            "  dir=~/.local/share/bash-completion/completions",
            "  mkdir -p $dir && evenkeel completion bash > $dir/evenkeel",
            "                   # for bash with the package bash-completion",
            "  evenkeel completion bash > ~/.evenkeel-completion",
            "                   # for bash without it; add to ~/.bashrc: source ~/.evenkeel-completion",
            "  evenkeel completion zsh > ~/.evenkeel-completion",
            "                   # for zsh; add to ~/.zshrc: source ~/.evenkeel-completion"
        })
final class CompletionCommand extends BaseCommand {
    /** A value with its options in parentheses, which a shell would need quotes for. */
    private static final Pattern VALUE_WITH_OPTIONS = Pattern.compile("\"([\\w-]+)\\([^\"]*\\)\"");

    /** Keeps bash from offering files, such as jars for {@code evenkeel run}. */
    private static final String WITHOUT_FILES = "type compopt &>/dev/null && compopt +o default";

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Shell shell;

    /** Shells that the script serves: it enables bashcompinit where zsh runs it. */
    enum Shell {
        bash,
        zsh
    }

    @Override
    public Integer call() {
        CommandLine evenkeel = spec.root().commandLine();
        String script =
                AutoComplete.bash(evenkeel.getCommandName(), evenkeel).replace(WITHOUT_FILES, "");
        PrintWriter out = spec.commandLine().getOut();
        out.print(VALUE_WITH_OPTIONS.matcher(script).replaceAll("\"$1\""));
        out.flush();
        return ExitCode.OK;
    }
}
