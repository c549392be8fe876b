package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the metrics of a cluster. */
@Command(
        name = "metrics",
        description = {
            "Print the metrics of all nodes in the text format of Prometheus.",
            "To have Prometheus fetch them, let daemons serve them: evenkeel daemon --metrics on. "
                    + "What each metric means is in docs/metrics.md."
        },
        footer = {
            "  evenkeel metrics | grep longest_wait",
            "  evenkeel metrics --here        # this machine's daemon alone",
            "  evenkeel metrics --json | jq '.metrics[] | select(.name == \"evenkeel_tasks\")'"
        })
public final class MetricsCommand extends ClusterOutputCommand {
    private static final List<Topic> ASKED =
            List.of(Topic.TOPIC_NODES, Topic.TOPIC_STATS, Topic.TOPIC_PHASES);

    @Option(names = "--here", description = "Ask only the daemon of this machine.")
    private boolean here;

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers all;
        try (DaemonClient client = here ? cluster.connectHere() : cluster.connect()) {
            all = ask(client, !here);
        }
        MetricsExporter exporter = MetricsExporter.load();
        output.line(exporter.text(all).stripTrailing());
        output.silent(all);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("metrics", exporter.samples(all).stream().map(MetricsCommand::fields).toList());
        fields.put("silent", all.getSilentList().stream().distinct().toList());
        output.json(fields);
        return ExitCode.OK;
    }

    /**
     * Asks for everything that metrics are made of.
     *
     * @param cluster all nodes, not the one that is asked alone
     */
    public static Answers ask(DaemonClient client, boolean cluster) throws IOException {
        Answers.Builder all = Answers.newBuilder();
        for (Topic topic : ASKED) {
            all.mergeFrom(
                    client.ask(Query.newBuilder().setTopic(topic).setMost(0).setCluster(cluster)));
        }
        return all.build();
    }

    private static Map<String, Object> fields(MetricsExporter.Sample sample) {
        return new JsonObject()
                .with("name", sample.name())
                .with("labels", sample.labels())
                .with("value", sample.value());
    }
}
