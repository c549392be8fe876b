package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JsonObject;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Watches a job, or ends it. */
@Command(
        name = "attach",
        description = {
            "Show the progress of a job until all its submitted tasks have ended. If the daemon "
                    + "that it asks ends, it asks another one.",
            "This command only watches: results are Java objects and stay in the "
                    + "cluster until a program calls Evenkeel.attach(\"JOB\")."
        },
        footer = {
            "",
            "Exits with 1 when tasks failed, or when the job ended before all its tasks had.",
            "",
            "Examples:",
            "  evenkeel jobs                    # list jobs",
            "  evenkeel attach 3k7x0a9q2m4fz    # watch a job until it is done",
            "  evenkeel attach 3k7x0a9q2m4fz --no-wait --json",
            "  evenkeel attach 3k7x0a9q2m4fz --cancel"
        })
final class AttachCommand extends ClusterOutputCommand {
    private static final Duration POLL = Duration.ofMillis(500);

    /** A line for each change is too much in a log. */
    private static final int POLLS_PER_LINE_IN_A_LOG = 4;

    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(5);

    @Parameters(paramLabel = "JOB", description = "Id of the job.")
    private String job = "";

    @ArgGroup private final How how = new How();

    /** At most one of these. */
    private static final class How {
        @Option(
                names = "--cancel",
                description = "End the job: stop its tasks and drop its results.")
        private boolean cancel;

        @Option(names = "--no-wait", description = "Print the status once and exit.")
        private boolean once;

        @Option(
                names = "--follow",
                description = "Continue after all tasks have ended, until the job ends.")
        private boolean follow;
    }

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        String id = jobId(job);
        try (DaemonConnection daemon =
                new DaemonConnection(cluster::connectAgain, this::sayThatAnotherIsAsked)) {
            JobWatch watch = new JobWatch(daemon::ask, id);
            JobSight seen = watch.look();
            JobLine line = seen.line();
            if (line == null) {
                throw watch.unknown(seen);
            }
            return how.cancel ? cancel(watch, line) : watch(watch, line);
        }
    }

    private void sayThatAnotherIsAsked(IOException failure) {
        output.aside("no answer: " + FailureText.of(failure) + "; asking another daemon");
    }

    private int watch(JobWatch watch, JobLine first) throws IOException, InterruptedException {
        output.line(
                "job %s (%s) at %s, client %s"
                        .formatted(
                                first.job().getJob(),
                                first.job().getName(),
                                first.node().getNode(),
                                first.job().getAttached() ? "attached" : "away"));
        JobLine last = first;
        boolean gone = false;
        boolean terminal = TerminalColours.isTerminal(2);
        SilentNodes silentNodes = new SilentNodes(output);
        try (StatusLine status = output.status()) {
            for (int poll = 0; !how.once && (how.follow || last.job().getOpen() > 0); poll++) {
                if (terminal || poll % POLLS_PER_LINE_IN_A_LOG == 0) {
                    status.show(watch.describe(last));
                }
                Thread.sleep(POLL);
                JobSight now = watch.look();
                if (now.isGone()) {
                    gone = true;
                    break;
                }
                if (now.isUnknown()) {
                    silentNodes.tell(now.silent(), "the job has ended");
                }
                JobLine line = now.line();
                if (line != null) {
                    sayThatItIsElsewhere(last, line);
                    last = line;
                }
            }
        }
        return summary(watch, last, gone);
    }

    private void sayThatItIsElsewhere(JobLine before, JobLine now) {
        String node = now.node().getNode();
        if (node.equals(before.node().getNode())) {
            return;
        }
        output.aside(
                now.job().getReplica()
                        ? ("node %s, which had the job, is gone; node %s keeps a replica, which "
                                        + "continues when a program calls Evenkeel.attach(\"%s\")")
                                .formatted(before.node().getNode(), node, now.job().getJob())
                        : "the job is at node %s now".formatted(node));
    }

    private int summary(JobWatch watch, JobLine last, boolean gone) throws IOException {
        boolean cut = gone && last.job().getOpen() > 0;
        boolean failed = last.job().getFailed() > 0 || cut;
        output.line(watch.describe(last));
        if (cut) {
            output.line(
                    output.terminalColours()
                            .bad(
                                    "the job ended early: its client closed it, or its client or "
                                            + "its node was lost"));
        } else if (last.job().getOpen() == 0) {
            output.line(
                    (failed
                                    ? output.terminalColours().bad("ended")
                                    : output.terminalColours().good("done"))
                            + ": "
                            + NumberFormatter.count(last.job().getSucceeded())
                            + " succeeded, "
                            + NumberFormatter.count(last.job().getFailed())
                            + " failed, "
                            + NumberFormatter.count(last.job().getCancelled())
                            + " cancelled"
                            + (last.job().getUnfetched() > 0
                                    ? "; "
                                            + NumberFormatter.count(last.job().getUnfetched())
                                            + " outcomes are kept until a program attaches"
                                    : ""));
        }
        Map<String, Object> fields = new LinkedHashMap<>(last.fields());
        fields.put("perSecond", watch.perSecond(last));
        fields.put("ended", gone);
        output.json(fields);
        return failed ? ExitCode.FAILED : ExitCode.OK;
    }

    private int cancel(JobWatch watch, JobLine line)
            throws IOException, InterruptedException, CommandFailure {
        try (DaemonClient client =
                cluster.connectTo(
                        line.node().getNode(), line.node().getHost(), line.node().getPort())) {
            client.endJob(Ids.parse(line.job().getJob()));
            long deadlineNanos = System.nanoTime() + CANCEL_LIMIT.toNanos();
            for (JobSight now = watch.look();
                    now.line() != null || now.silent().contains(line.node().getNode());
                    now = watch.look()) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "job %s has not ended yet; is node %s reachable?"
                                    .formatted(line.job().getJob(), line.node().getNode()));
                }
                Thread.sleep(POLL);
            }
        }
        output.line(
                "%s: job %s, %s tasks were still open"
                        .formatted(
                                output.terminalColours().good("ended"),
                                line.job().getJob(),
                                NumberFormatter.count(line.job().getOpen())));
        output.json(new JsonObject().withAll(line.fields()).with("ended", true));
        return ExitCode.OK;
    }
}
