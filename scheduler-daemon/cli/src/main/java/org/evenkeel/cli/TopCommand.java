package org.evenkeel.cli;

import java.io.IOException;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.cli.top.Asker;
import org.evenkeel.cli.top.Look;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopScreen;
import org.evenkeel.cli.top.TopState;
import org.evenkeel.cli.top.TopTerminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows machines, jobs and tasks of a cluster while they change. */
@Command(
        name = "top",
        description = {
            "Watch machines, jobs and tasks in a terminal.",
            "Keys sort and filter the tables, and open a task; the key ? lists them."
        },
        footer = {
            "",
            "tasks/s   tasks that ended per second since the last refresh, failed ones too",
            "parked    tasks that have started and wait for others",
            "gone      its node left or ended within the last hour",
            "for       how long a task is in its state there; > if it was there before top",
            "Each node names 1,000 tasks at most, fewer if there are many nodes.",
            "",
            "Examples:",
            "  evenkeel top",
            "  evenkeel top --interval 5",
            "  COLUMNS=120 LINES=50 evenkeel top --once > now.txt",
            "  evenkeel top --once --json | jq '.machines[].tasksPerSecond'"
        })
final class TopCommand extends ClusterOutputCommand {
    private static final double MIN_INTERVAL = 0.2;
    private static final double MAX_INTERVAL = 3_600;
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;

    @Option(
            names = "--once",
            description = {
                "Ask the cluster twice, print one screen as text, and end.",
                "Its size is 80 by 24, or what COLUMNS and LINES say."
            })
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Seconds between two refreshes, 0.2 to 3600 (default: ${DEFAULT-VALUE}).")
    private double interval = 1;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        if (!(interval >= MIN_INTERVAL && interval <= MAX_INTERVAL)) {
            throw invalid("--interval must be 0.2 to 3600 seconds, not " + interval);
        }
        if (output.isJson() && !once) {
            throw invalid("--json needs --once");
        }
        long nanos = Math.round(interval * TimeUnit.SECONDS.toNanos(1));
        if (once) {
            printOnce(nanos);
        } else {
            show(nanos);
        }
        return ExitCode.OK;
    }

    private void printOnce(long intervalNanos)
            throws IOException, CommandFailure, InterruptedException {
        TopState state = new TopState(ZoneId.systemDefault());
        try (DaemonClient client = cluster.connect()) {
            state.accept(new LookUpdate(Look.ask(client, System.nanoTime()), ""));
            TimeUnit.NANOSECONDS.sleep(intervalNanos);
            state.accept(new LookUpdate(Look.ask(client, System.nanoTime()), ""));
        }
        output.json(TopJson.fields(state));
        int columns = size("COLUMNS", COLUMNS);
        int rows = size("LINES", ROWS);
        TopScreen.text(state, columns, rows, System.nanoTime()).forEach(output::line);
    }

    /** What a shell says of its terminal, if it does. */
    private static int size(String variable, int otherwise) {
        String text = System.getenv(variable);
        boolean said = text != null && text.matches("[1-9][0-9]{0,3}");
        return said ? Integer.parseInt(text) : otherwise;
    }

    private void show(long intervalNanos) throws IOException, CommandFailure {
        if (!TerminalColours.isTerminal(1)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "standard output is not a terminal; " + TopTerminal.WITHOUT_TERMINAL);
        }
        cluster.connect().close(); // says what is wrong before the screen is cleared
        TopState state = new TopState(ZoneId.systemDefault());
        try (Asker asker = new Asker(cluster::connectAgain, intervalNanos)) {
            asker.start();
            TopTerminal.show(state, asker, output.terminalColours());
        }
    }
}
