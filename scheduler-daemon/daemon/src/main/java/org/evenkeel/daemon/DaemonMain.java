package org.evenkeel.daemon;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.config.ConfigReader;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.config.InvalidCommandLine;
import org.evenkeel.daemon.files.NodeDirectory;
import org.evenkeel.daemon.worker.WorkerCommand;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.model.Printable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The daemon process.
 *
 * <p>Prints one line when it is ready and one when it cannot start; everything else goes to the
 * node's {@code daemon.log}. Exit codes: 0 left as asked, 1 failed, 2 wrong configuration, 3 out of
 * memory, 4 a daemon of this node already runs, 5 the journal could not be written, 6 the journal
 * is damaged, 7 the scheduler reached a state that must not occur. SIGTERM: hands on what it can
 * and leaves, at the latest after {@code --drain-grace}; a second one: at once.
 */
public final class DaemonMain {

    /** Left as asked. */
    public static final int OK = 0;

    /** Could not start, or failed. */
    public static final int FAILED = 1;

    /** The configuration cannot be used. */
    public static final int USAGE = 2;

    /** A daemon of this node already runs. */
    public static final int ALREADY_RUNNING = 4;

    /** The journal could not be written or read; the process ended at once. */
    public static final int JOURNAL_FAILED = 5;

    /** The journal is not what was written; nothing of it was used or changed. */
    public static final int JOURNAL_DAMAGED = 6;

    /** The scheduler reached a state that must not occur; the process ended at once. */
    public static final int KERNEL_FAILED = 7;

    private static final String CONFIG = "--config";
    private static final int HELP_WIDTH = 100;

    /** Runs until it is told to leave. */
    public static void main(String[] args) {
        System.setProperty("jdk.serialFilter", "!*"); // a daemon decodes no objects, whoever asks
        System.exit(run(args, System.out, System.err));
    }

    /**
     * The flags as picocli knows them, for this class and for the command line's {@code daemon}.
     */
    public static CommandSpec spec() {
        CommandSpec spec =
                CommandSpec.create().name("evenkeel daemon").mixinStandardHelpOptions(true);
        spec.usageMessage().width(HELP_WIDTH).description("Run a daemon in the foreground.");
        spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("0", "drained and stopped on request");
        codes.put("1", "failed");
        codes.put("2", "the configuration is invalid");
        codes.put("3", "its memory was exhausted; give it more (-Xmx in lib/daemon/jvm.options)");
        codes.put("4", "a daemon with this node name is already running");
        codes.put("5", "the journal could not be written; check df and dmesg, then start again");
        codes.put("6", "the journal is damaged; run evenkeel journal check");
        codes.put("7", "the scheduler reached a state that must not occur; see daemon.log");
        spec.usageMessage().exitCodeList(codes);
        for (ConfigKey configKey : ConfigKey.values()) {
            OptionSpec.Builder option =
                    OptionSpec.builder("--" + configKey.spelling())
                            .type(String.class)
                            .paramLabel("VALUE")
                            .description(configKey.description());
            if (configKey == ConfigKey.EXIT_ON_STDIN_EOF) {
                option.arity("0..1").fallbackValue("true");
            }
            spec.addOption(option.build());
        }
        spec.addOption(
                OptionSpec.builder(CONFIG)
                        .type(Path.class)
                        .paramLabel("FILE")
                        .description("HOCON file with the same keys; flags override it")
                        .build());
        return spec;
    }

    /** Runs a daemon with these flags; returns the exit code when it has left. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        CommandLine line = new CommandLine(spec());
        line.setExecutionStrategy(parsed -> execute(line, parsed, out, err));
        line.setParameterExceptionHandler((e, words) -> refuse(e));
        line.setOut(new PrintWriter(out, true, java.nio.charset.StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, java.nio.charset.StandardCharsets.UTF_8));
        return line.execute(args);
    }

    private static int refuse(ParameterException failure) {
        InvalidCommandLine.print("evenkeel daemon", failure);
        return USAGE;
    }

    private static int execute(
            CommandLine line, ParseResult parsed, PrintStream out, PrintStream err) {
        if (parsed.isUsageHelpRequested()) {
            line.usage(line.getOut());
            return OK;
        }
        Map<ConfigKey, String> flags = flags(parsed);
        Path file = parsed.matchedOptionValue(CONFIG, (Path) null);
        return guarded(
                () -> {
                    if (file == null) {
                        return serve(ConfigReader.read(flags, null), daemon -> {}, out);
                    }
                    ConfigFile.Opened opened = ConfigFile.open(flags, file);
                    return serve(
                            opened.config(), daemon -> opened.file().follow(daemon::replace), out);
                },
                err);
    }

    private static Map<ConfigKey, String> flags(ParseResult parsed) {
        Map<ConfigKey, String> flags = new EnumMap<>(ConfigKey.class);
        for (ConfigKey configKey : ConfigKey.values()) {
            String value = parsed.matchedOptionValue("--" + configKey.spelling(), (String) null);
            if (value != null) {
                flags.put(configKey, value);
            }
        }
        return flags;
    }

    /**
     * The configuration that these flags make, with their file if they name one; nothing is
     * started.
     */
    public static DaemonConfig configuration(List<String> args) throws ConfigException {
        try {
            ParseResult parsed = new CommandLine(spec()).parseArgs(args.toArray(String[]::new));
            return ConfigReader.read(flags(parsed), parsed.matchedOptionValue(CONFIG, (Path) null));
        } catch (ParameterException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private static int guarded(Callable<Integer> work, PrintStream err) {
        try {
            return work.call();
        } catch (ConfigException e) {
            tell(err, String.valueOf(e.getMessage()));
            return USAGE;
        } catch (NodeDirectory.InUseException e) {
            tell(err, String.valueOf(e.getMessage()));
            return ALREADY_RUNNING;
        } catch (JournalDamagedException | JournalFailedException e) {
            LoggerFactory.getLogger(DaemonMain.class).error("journal unusable", e);
            int code = JournalHalt.exitCode(e);
            tell(err, e.getMessage() + ". " + JournalHalt.advice(code));
            return code;
        } catch (Exception e) {
            LoggerFactory.getLogger(DaemonMain.class).error("daemon failed", e);
            tell(err, String.valueOf(e.getMessage()));
            return FAILED;
        }
    }

    private static void tell(PrintStream err, String what) {
        err.println("evenkeel daemon: " + Printable.lines(what));
    }

    private static int serve(DaemonConfig config, Consumer<Daemon> whenReady, PrintStream out)
            throws IOException,
                    ConfigException,
                    NodeDirectory.InUseException,
                    JournalDamagedException,
                    JournalFailedException,
                    InterruptedException,
                    ExecutionException {
        DaemonLog.to(config.clusterDirectory(), config.node());
        Priority.tellIfNormal();
        WorkerCommand command = command(config);
        CompletableFuture<Daemon> started = new CompletableFuture<>();
        Signals.leaveOnTerm(started); // others know the daemon before it says that it is ready
        try (Daemon daemon = Daemon.start(config, command)) {
            out.println(
                    "evenkeel: node %s is ready on %s:%s"
                            .formatted(config.node(), daemon.file().host(), daemon.file().port()));
            out.flush();
            started.complete(daemon);
            whenReady.accept(daemon);
            if (config.exitOnStdinEof()) {
                Signals.leaveOnEndOfInput(daemon);
            }
            daemon.ended().get();
        }
        return OK;
    }

    private static WorkerCommand command(DaemonConfig config) throws IOException, ConfigException {
        if (config.workers() == 0) {
            return start -> java.util.List.of();
        }
        Path home =
                config.home()
                        .orElseThrow(() ->
                                new ConfigException(
                                        "home is not set: cannot find lib/worker. Start the daemon with the "
                                                + "command evenkeel, or set --home"));
        return WorkerCommand.java(home, config.confining().options());
    }
}
