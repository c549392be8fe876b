package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.cli.start.BackgroundRecorder;
import org.evenkeel.daemon.files.DaemonFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends the daemons of a cluster on this machine. */
@Command(
        name = "down",
        description = {
            "Stop the daemons of a cluster on this machine.",
            "Each daemon drains first: running tasks get time to end, waiting tasks move "
                    + "to daemons on other machines. If all daemons stop, tasks kept on disk "
                    + "stay there and resume after the next evenkeel up.",
            "The recorder that evenkeel up or evenkeel dashboard started ends last. One that you "
                    + "started yourself continues."
        },
        footer = {
            "  evenkeel down                # stop the cluster that evenkeel up started",
            "  evenkeel down --now          # do not wait for running tasks",
            "  evenkeel down --cluster lab"
        })
final class DownCommand extends ClusterOutputCommand {
    private static final Duration POLL = Duration.ofMillis(50);

    @Option(
            names = "--now",
            description =
                    "Do not drain: tasks kept only in memory are lost, unless their program "
                            + "submits them again.")
    private boolean now;

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        List<DaemonFile> running = cluster.running();
        if (running.isEmpty()) {
            return endRecorderAlone();
        }
        List<Map<String, Object>> ended = new ArrayList<>();
        running.forEach(DownCommand::signal);
        if (now) {
            Thread.sleep(POLL);
            running.forEach(DownCommand::signal);
        }
        boolean gone = await(running, now ? DownTimes.NOW : DownTimes.DRAIN);
        if (!gone) {
            output.aside("some daemons did not stop; killing them");
            running.forEach(DownCommand::kill);
            gone = await(running, DownTimes.NOW);
        }
        for (DaemonFile file : running) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("node", file.node());
            node.put("pid", file.pid());
            node.put("ended", LocalNodes.process(file).isEmpty());
            ended.add(node);
        }
        output.line(
                gone
                        ? output.terminalColours().good("down")
                                + ": "
                                + cluster.title()
                                + ", "
                                + (running.size() == 1 ? "1 daemon" : running.size() + " daemons")
                        : output.terminalColours().bad("some daemons are still running"));
        // It has recorded the end of the daemons.
        boolean recorder = gone && BackgroundRecorder.end(cluster.directory(), DownTimes.NOW);
        output.json(Map.of("nodes", ended, "recorder", recorder));
        return gone ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Where the daemons were killed, it may be left. */
    private int endRecorderAlone() throws IOException, InterruptedException, CommandFailure {
        if (!BackgroundRecorder.end(cluster.directory(), DownTimes.NOW)) {
            throw new CommandFailure(
                    ExitCode.NOTHING, "no " + cluster.title() + " is running here");
        }
        output.line("no daemon of the " + cluster.title() + " was running; its recorder has ended");
        output.json(Map.of("nodes", List.of(), "recorder", true));
        return ExitCode.OK;
    }

    private static void signal(DaemonFile file) {
        LocalNodes.process(file).ifPresent(ProcessHandle::destroy);
    }

    private static void kill(DaemonFile file) {
        LocalNodes.process(file)
                .ifPresent(process -> {
                    List<ProcessHandle> workers = process.descendants().toList();
                    process.destroyForcibly();
                    workers.forEach(ProcessHandle::destroyForcibly);
                });
    }

    private static boolean await(List<DaemonFile> daemons, Duration limit)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (daemons.stream().anyMatch(file -> LocalNodes.process(file).isPresent())) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            Thread.sleep(POLL);
        }
        return true;
    }
}
