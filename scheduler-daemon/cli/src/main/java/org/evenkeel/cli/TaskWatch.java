package org.evenkeel.cli;

import java.io.IOException;
import java.util.List;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;

/** Looks at a task again and again, of which no line has come. */
record TaskWatch(DaemonClient client, TaskId task) {
    private static final String DONE = "DONE";

    /** What is known of a task. */
    enum Sight {
        /** A node has it. */
        OPEN,
        /** Nodes have records of it, and none has it any more. */
        ENDED,
        /** No node has heard of it. */
        NEVER,
        /** No node that answered has it, and others did not answer or could not tell. */
        UNKNOWN
    }

    /**
     * Asks all nodes.
     *
     * @param silentNodes tells of those that do not answer, if one of them may have the task
     */
    Sight look(SilentNodes silentNodes) throws IOException {
        Answers answers = client.ask(StoryLine.question(task));
        Sight sight = of(answers);
        if (sight == Sight.UNKNOWN) {
            silentNodes.tell(answers.getSilentList(), "task " + task + " is there");
        }
        return sight;
    }

    private static Sight of(Answers answers) {
        List<ExplainAnswer> nodes = answers.getExplainList();
        if (nodes.stream().anyMatch(TaskWatch::has)) {
            return Sight.OPEN;
        }
        boolean recorded =
                nodes.stream()
                        .anyMatch(node ->
                                node.getStoryCount() > 0 || node.getNow().getState().equals(DONE));
        boolean told = nodes.stream().allMatch(ExplainAnswer::hasNow);
        if (answers.getSilentCount() > 0 || recorded && !told) {
            return Sight.UNKNOWN;
        }
        return recorded ? Sight.ENDED : Sight.NEVER;
    }

    private static boolean has(ExplainAnswer node) {
        String state = node.getNow().getState();
        return !state.isEmpty() && !state.equals(DONE);
    }
}
