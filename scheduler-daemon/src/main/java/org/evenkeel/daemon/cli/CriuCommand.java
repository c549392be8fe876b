package org.evenkeel.daemon.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.evenkeel.daemon.cli.criu.CriuProbe;
import org.evenkeel.daemon.cli.criu.CriuReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** CRIU, which writes down whole processes. */
@Command(
        name = "criu",
        description = "Look whether whole processes could be written down and brought back here.",
        subcommands = {CriuCommand.Check.class},
        footer = {
            "",
            "Tasks with checkpoints move without CRIU. Whole processes are not moved yet.",
            "",
            "Examples:",
            "  evenkeel criu check            does CRIU work on this machine?"
        })
final class CriuCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "check?");
    }

    /** Says whether CRIU works here, and what is missing. */
    @Command(
            name = "check",
            description = {
                "Say whether CRIU works on this machine: is it there, is it new enough, does its own check pass?",
                "Says for the first thing that is missing what to do. Evenkeel does not move whole processes",
                "by CRIU yet; tasks with checkpoints move without it."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:it works",
                "1:it is there and does not work; what is wrong is printed",
                "2:the command line is not understood",
                "3:it is not there"
            },
            footer = {
                "",
                "Examples:",
                "  evenkeel criu check",
                "  sudo evenkeel criu check --criu /opt/criu/sbin/criu",
                "  evenkeel criu check --json | jq '.steps[] | select(.fine | not)'"
            })
    static final class Check implements Callable<Integer> {
        private static final long LONGEST_SECONDS = 20;

        @Mixin private final Output output = new Output();

        @Option(
                names = "--criu",
                paramLabel = "FILE",
                description = "This command instead of the criu that is on the path.")
        private @Nullable Path criu;

        @Override
        public Integer call() throws IOException, InterruptedException {
            String path = System.getenv("PATH");
            boolean superuser = "root".equals(System.getProperty("user.name"));
            CriuReport report =
                    new CriuProbe(path == null ? "" : path, superuser, LONGEST_SECONDS).look(criu);
            for (CriuReport.Step step : report.steps()) {
                String mark =
                        step.fine() ? output.paint().good("fine") : output.paint().bad("fails");
                output.line("%-8s %s  %s".formatted(step.name(), mark, step.said()));
                if (!step.advice().isEmpty()) {
                    output.line("         " + step.advice());
                }
            }
            output.line(
                    report.isUsable()
                            ? "CRIU works here. Evenkeel does not move whole processes by it yet; tasks with"
                                    + " checkpoints move without it."
                            : "CRIU does not work here. Tasks with checkpoints move without it.");
            output.jsonWithNulls(report.fields());
            if (report.isUsable()) {
                return ExitCode.OK;
            }
            return report.steps().size() == 1 ? ExitCode.NOTHING : ExitCode.FAILED;
        }
    }
}
