package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.wire.proto.NodesAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends a pause. */
@Command(
        name = "resume",
        description = {
            "Resume a node that is paused: it runs tasks again.",
            "Its calendar still applies."
        },
        footer = {"", "Examples:", "  evenkeel resume n2", "  evenkeel resume n2 --json"})
final class ResumeCommand extends ClusterOutputCommand {
    @Parameters(paramLabel = "NODE", description = "Name of the node; evenkeel nodes lists all.")
    private String node = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        try (DaemonClient client = cluster.connectTo(node)) {
            boolean paused = !client.node().getHours().getNotice().isEmpty();
            client.resume();
            NodesAnswer now = client.node();
            boolean closed = now.hasHours() && !now.getHours().getOpen();
            output.line(
                    node
                            + (paused ? " is no longer paused" : " was not paused")
                            + (closed ? "; it is " + NodesCommand.state(now) : ""));
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("node", node);
            answer.put("wasPaused", paused);
            answer.put("state", NodesCommand.state(now));
            output.json(answer);
            return ExitCode.OK;
        }
    }
}
