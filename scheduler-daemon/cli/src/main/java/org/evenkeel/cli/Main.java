package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.daemon.DaemonMain;
import org.evenkeel.daemon.config.InvalidCommandLine;
import org.evenkeel.model.Printable;
import org.evenkeel.security.identity.IdentityException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The command {@code evenkeel}; what it does is in its subcommands. */
@Command(
        name = "evenkeel",
        description = "Run long parallel Java programs on machines that come and go.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = VersionCommand.class,
        subcommands = {
            UpCommand.class,
            DownCommand.class,
            DrainCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            AgentCommand.class,
            DoctorCommand.class,
            JoinCommand.class,
            RunCommand.class,
            NodesCommand.class,
            TopCommand.class,
            TasksCommand.class,
            JobsCommand.class,
            AttachCommand.class,
            FailuresCommand.class,
            LogsCommand.class,
            ExplainCommand.class,
            WhyIdleCommand.class,
            MetricsCommand.class,
            StackCommand.class,
            ProfileCommand.class,
            JournalCommand.class,
            AuditCommand.class,
            QuotasCommand.class,
            MigrationsCommand.class,
            ClusterCommand.class,
            TokenCommand.class,
            CertCommand.class,
            VersionCommand.class,
            HelpCommand.class,
            CompletionCommand.class,
            ManCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:the work failed, or its result is wrong",
            "2:the command line is invalid",
            "3:no cluster is running, or the requested item does not exist",
            "4:already running"
        })
public final class Main {
    private static final String DAEMON = "daemon";
    private static final String LAB = "lab";

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        boolean daemon = args.length > 0 && args[0].equals(DAEMON);
        System.exit(
                daemon
                        ? DaemonMain.run(
                                Arrays.copyOfRange(args, 1, args.length), System.out, System.err)
                        : execute(commandLine(), args));
    }

    /** Runs a command; {@code simulate} is short for {@code lab simulate}, and so on. */
    static int execute(CommandLine evenkeel, String... args) {
        CommandLine lab = evenkeel.getSubcommands().get(LAB);
        boolean isShort =
                args.length > 0
                        && lab != null
                        && !evenkeel.getSubcommands().containsKey(args[0])
                        && lab.getSubcommands().containsKey(args[0]);
        return evenkeel.execute(
                isShort
                        ? Stream.concat(Stream.of(LAB), Stream.of(args)).toArray(String[]::new)
                        : args);
    }

    /** The command line as it is run; tests give it other streams. */
    public static CommandLine commandLine() {
        Help.Ansi ansi =
                TerminalColours.ofStandardOutput() == TerminalColours.COLOURED
                        ? Help.Ansi.ON
                        : Help.Ansi.OFF;
        CommandLine commandLine = new CommandLine(new Main());
        // For the help texts; main() hands its arguments on as they are.
        commandLine.addSubcommand(DAEMON, DaemonMain.spec().name(DAEMON));
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(commandLine::addSubcommand);
        }
        // What follows the program's name is the program's.
        Objects.requireNonNull(commandLine.getSubcommands().get("run")).setStopAtPositional(true);
        CommandGroups.install(commandLine);
        headExamples(commandLine);
        return commandLine
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler((e, words) -> refuse(e))
                .setExecutionExceptionHandler((e, command, parsed) -> report(e, command));
    }

    /** A footer that does not begin with an empty line, and then notes, is all examples. */
    private static void headExamples(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        if (usage.footer().length > 0 && !usage.footer()[0].isEmpty()) {
            usage.footerHeading("%n" + ManualPage.EXAMPLES + "%n");
        }
        command.getSubcommands().values().forEach(Main::headExamples);
    }

    private static int refuse(ParameterException failure) {
        InvalidCommandLine.print("evenkeel", failure);
        return ExitCode.USAGE;
    }

    /** What another machine said may be part of each message. */
    private static int report(Exception failure, CommandLine command) {
        PrintWriter err = command.getErr();
        // As a cause where a command asks again and again, see ClusterOption.connectAgain.
        Throwable first = failure.getCause() instanceof CommandFailure cause ? cause : failure;
        if (first instanceof CommandFailure known) {
            err.println("evenkeel: " + Printable.lines(String.valueOf(known.getMessage())));
            return known.exitCode();
        }
        if (failure instanceof IOException || failure instanceof IdentityException) {
            err.println("evenkeel: " + Printable.lines(FailureText.of(failure)));
        } else {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            err.print(Printable.lines(trace.toString()));
        }
        err.flush();
        return ExitCode.FAILED;
    }
}
