package org.evenkeel.cli;

import java.io.IOException;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.text.StackText;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.StackAnswer;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what the threads of a task are doing. */
@Command(
        name = "stack",
        description = {
            "Show what the threads of a running task are doing now.",
            "Shown are the thread that runs the task and all others that its program has "
                    + "started in that worker, virtual threads too, with what each waits for and "
                    + "what it has locked. The task does not stop for it.",
            "Only the job's submitter and administrators may look."
        },
        footer = {
            "  evenkeel tasks                    # list task ids",
            "  evenkeel stack 3k7x0a9q2m4fz-17",
            "  evenkeel stack 3k7x0a9q2m4fz-17 --json | jq -r '.threads[].lines[0]'",
            "If a task does not run, evenkeel explain says where it is and what it waits for."
        })
final class StackCommand extends ClusterOutputCommand {
    @Parameters(paramLabel = "TASK", description = "Id of the task.")
    private String task = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        TaskId id = taskId(task);
        Answers answers =
                cluster.ask(DaemonClient.toAll(Topic.TOPIC_STACK).setTask(TaskIdMapper.toWire(id)));
        StackAnswer found = found(answers);
        if (found == null) {
            output.silent(answers);
            throw TaskArgument.notRunning(id);
        }
        if (!found.getRefused().isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, Printable.of(found.getRefused()));
        }
        if (!found.getWhy().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "task %s is at %s, but there is no stack of it: %s"
                            .formatted(id, found.getNode(), Printable.of(found.getWhy())));
        }
        output.line(
                "task %s at %s%s"
                        .formatted(
                                id,
                                found.getNode(),
                                found.getWaits()
                                        ? " waits for others of its job, its worker runs others"
                                        : ""));
        output.line("");
        new StackText(id.toString(), found, output.terminalColours()).lines().forEach(output::line);
        output.json(MessageJson.fields(found));
        return ExitCode.OK;
    }

    /** A task that is being moved may be at two nodes for a moment: the one with threads. */
    private static @Nullable StackAnswer found(Answers answers) {
        StackAnswer found = null;
        for (StackAnswer node : answers.getStackList()) {
            if (node.getKnown() && (found == null || node.getThreadsCount() > 0)) {
                found = node;
            }
        }
        return found;
    }
}
