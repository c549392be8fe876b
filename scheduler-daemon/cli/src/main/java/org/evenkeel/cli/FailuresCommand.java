package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.FailureLine;
import org.evenkeel.cli.text.FailureTable;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows why tasks of a job failed. */
@Command(
        name = "failures",
        description = {
            "Count the failed tasks of a job by their causes.",
            "A cause is the class of the exception and the place in the program's own code "
                    + "that is nearest to where it was thrown. Tasks that ended without an "
                    + "exception are counted by how they ended.",
            "Only tasks that the program submitted count, as in \"evenkeel jobs\". Attempts "
                    + "that were retried do not count. Long names are cut to 80 columns; "
                    + "--json has them in full."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel jobs                          list jobs",
            "  evenkeel failures 3k7x0a9q2m4fz",
            "  evenkeel failures 3k7x0a9q2m4fz --json | jq '.failures[] | .summary'",
            "  evenkeel explain 3k7x0a9q2m4fz-17      the story of an example"
        })
final class FailuresCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "JOB", description = "Id of the job.")
    private String job = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        String id = JobArgument.checked(spec, job);
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers =
                    client.ask(
                            Query.newBuilder()
                                    .setTopic(Topic.TOPIC_FAILURES)
                                    .setJob(Ids.parse(id))
                                    .setCluster(true));
            output.silent(answers);
            if (answers.getFailuresList().stream().noneMatch(FailuresAnswer::getKnown)) {
                throw answers.getSilentCount() == 0
                        ? new JobWatch(client, id).unknown()
                        : new CommandFailure(
                                ExitCode.NOTHING, "no node that answered knows job " + id);
            }
        }
        List<FailureLine> lines = FailureLine.list(answers.getFailuresList());
        boolean counted =
                answers.getFailuresList().stream()
                        .anyMatch(node -> node.getKnown() && !node.getReplica());
        if (!counted) {
            output.line(
                    "the node that counted the failures of job "
                            + id
                            + " is gone; they are counted again when a program attaches");
        } else if (lines.isEmpty()) {
            output.line("no task of job " + id + " has failed");
        } else {
            output.table(FailureTable.of(lines));
            output.line(
                    "evenkeel explain "
                            + lines.getFirst().group().getTask()
                            + " shows the story of one");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", id);
        fields.put("counted", counted);
        fields.put("failures", lines.stream().map(FailureLine::fields).toList());
        fields.put("silent", answers.getSilentList());
        output.json(fields);
        return ExitCode.OK;
    }
}
