package org.evenkeel.cli.query;

import java.io.IOException;
import java.util.List;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** Why a task does not run at one node: that node is asked, and the one that has the task. */
public final class NowQuestion {
    /** What to ask these nodes; the daemon that is asked speaks for itself, too. */
    public static Query.Builder of(TaskId task, String... nodes) {
        return StoryLine.question(task).addAllNodes(List.of(nodes));
    }

    /**
     * Asks as few nodes as possible: all of them where the daemon of this connection does not know
     * which one has the task, or that one has it no longer, or the node does not answer.
     */
    public static Answers at(DaemonClient client, TaskId task, String node) throws IOException {
        Answers own = client.ask(StoryLine.question(task).setCluster(false));
        String holder = holder(own.getExplainList());
        if (holder != null) {
            Answers answers = client.ask(of(task, holder, node));
            List<NowLine> lines = NowLine.list(answers.getExplainList());
            boolean isFound = lines.stream().anyMatch(NowLine::isHere);
            if (isFound && lines.stream().anyMatch(line -> line.node().equals(node))) {
                return answers;
            }
        }
        return client.ask(StoryLine.question(task));
    }

    /** The node that has the task as far as one node knows; null if it does not. */
    private static @Nullable String holder(List<ExplainAnswer> own) {
        for (NowLine line : NowLine.list(own)) {
            if (line.isHere()) {
                return line.node();
            }
            for (ExplainAnswer.Reason reason : line.now().getReasonsList()) {
                if (reason.getCode().equals(WaitReason.ELSEWHERE.name())) {
                    return reason.getOther();
                }
            }
        }
        return null;
    }
}
