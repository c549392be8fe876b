package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.evenkeel.agent.Activity;
import org.evenkeel.agent.ActivitySource;
import org.evenkeel.agent.ActivitySources;
import org.evenkeel.agent.SourceFailedException;
import org.evenkeel.cli.query.DaemonClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells the daemon of this machine how long its owner has made no input. */
@Command(
        name = "agent",
        description = {
            "Report to the daemon of this machine when the machine's owner uses keyboard or mouse.",
            "Run it in the owner's desktop session, as the user of the daemon. What the daemon "
                    + "does with the reports is configured there: daemon key \"owner\"."
        },
        footer = {
            "",
            "The idle time is that of Mutter (GNOME), of the X server, or of systemd-logind: the "
                    + "first that works, or the one that --source names. Nothing else is read: "
                    + "not which keys are pressed, and not what the screen shows.",
            "When the desktop or the daemon goes away, the agent says so once and tries again "
                    + "every few seconds.",
            "",
            "Examples:",
            "  evenkeel agent --once        # what the daemon would hear now",
            "  evenkeel agent --autostart   # start it with every desktop session from now on",
            "  evenkeel daemon --owner on   # a daemon that gives way to the machine's owner"
        })
final class AgentCommand extends ClusterOutputCommand {
    private static final Duration EVERY = Duration.ofMillis(400);
    private static final Duration AGAIN = Duration.ofSeconds(3);

    @Option(
            names = "--source",
            paramLabel = "NAME",
            completionCandidates = SourceNames.class,
            description =
                    "What is asked for the idle time: ${COMPLETION-CANDIDATES} (default: "
                            + "${DEFAULT-VALUE}).")
    private String source = ActivitySources.AUTO;

    @Option(names = "--once", description = "Print one report and end; no daemon is needed.")
    private boolean once;

    @Option(
            names = "--autostart",
            description = "Have this user's desktop sessions start the agent from now on, and end.")
    private boolean autostart;

    @Option(names = "--no-autostart", description = "Undo --autostart, and end.")
    private boolean noAutostart;

    /** The names of the sources. */
    static final class SourceNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ActivitySources.NAMES.iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        if (!ActivitySources.NAMES.contains(source)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--source: \"%s\" is invalid; use one of %s"
                            .formatted(source, String.join(", ", ActivitySources.NAMES)));
        }
        if (autostart || noAutostart) {
            return autostart();
        }
        return once ? report() : follow();
    }

    private int autostart() throws IOException, CommandFailure {
        if (autostart && noAutostart) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--autostart and --no-autostart exclude each other");
        }
        AutostartEntry entry = AutostartEntry.ofThisUser(System.getenv());
        if (noAutostart) {
            output.line(
                    entry.delete() ? entry.file() + " is deleted" : "there is no " + entry.file());
        } else {
            entry.write(
                    List.of(
                            launcher(),
                            "agent",
                            "--source",
                            source,
                            "--cluster-dir",
                            cluster.directory().toString()));
            output.line(entry.file() + " starts the agent with every desktop session");
        }
        output.json(Map.of("file", entry.file().toString(), "starts", autostart));
        return ExitCode.OK;
    }

    private static String launcher() {
        String home = System.getProperty("evenkeel.root", "");
        return home.isEmpty() ? "evenkeel" : Path.of(home, "evenkeel").toString();
    }

    private int report() throws IOException, CommandFailure {
        try (ActivitySource opened = ActivitySources.open(source, System.getenv())) {
            Activity activity = opened.read();
            output.line(
                    "no input for %.1f s%s (source: %s)"
                            .formatted(
                                    activity.idle().toMillis() / 1e3,
                                    activity.locked() ? ", the screen is locked" : "",
                                    activity.source()));
            output.json(
                    Map.of(
                            "idleSeconds",
                            activity.idle().toMillis() / 1e3,
                            "locked",
                            activity.locked(),
                            "source",
                            activity.source()));
            return ExitCode.OK;
        } catch (SourceFailedException e) {
            throw new CommandFailure(ExitCode.NOTHING, String.valueOf(e.getMessage()));
        }
    }

    /** Until the process is ended. */
    private int follow() throws InterruptedException {
        String told = "";
        while (!Thread.currentThread().isInterrupted()) {
            String failure;
            try (ActivitySource opened = ActivitySources.open(source, System.getenv());
                    DaemonClient daemon = cluster.connectHere()) {
                told = "";
                output.aside("reporting to the daemon, source " + opened.name());
                failure = report(opened, daemon);
            } catch (IOException e) {
                failure = FailureText.of(e);
            } catch (SourceFailedException | CommandFailure e) {
                failure = String.valueOf(e.getMessage());
            }
            if (!failure.equals(told)) {
                told = failure;
                output.aside(failure + System.lineSeparator() + "trying again every few seconds");
            }
            Thread.sleep(AGAIN);
        }
        return ExitCode.OK;
    }

    /** As long as both work; what does not work any more. */
    private static String report(ActivitySource from, DaemonClient daemon)
            throws IOException, InterruptedException, SourceFailedException {
        while (!Thread.currentThread().isInterrupted()) {
            Activity activity = from.read();
            daemon.ownerActivity(activity.idle(), activity.locked(), activity.source());
            Thread.sleep(EVERY);
        }
        return "interrupted";
    }
}
