package org.evenkeel.daemon;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.daemon.peer.PeerQueries.NodeKnowledge;
import org.evenkeel.daemon.peer.QueriedCluster;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Task;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/**
 * What it takes to ask all nodes of a large cluster why a task does not run, the messages included
 * as they are written and read, without sockets. A program, see docs/benchmarks.md.
 */
public final class ExplainSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int NODES = 1_000;
    private static final int TASKS = 100_000;
    private static final int ROUNDS = 15;

    private ExplainSpeed() {}

    /** Prints a line for each place of the task, and one for one node alone. */
    public static void main(String[] words) throws Exception {
        print("at the node that is asked", 0, "");
        print("at another node", NODES / 2, "");
        print("at another node, --on one", NODES / 2, "n7");
    }

    private static void print(String where, int owner, String on) throws Exception {
        List<NodeKnowledge> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            ExplainedNode node = new ExplainedNode("n" + i, 2);
            Task[] tasks = new Task[TASKS / NODES];
            int at = i;
            Arrays.setAll(tasks, number -> ExplainedNode.task(1L + number + (long) at * TASKS));
            node.submit(tasks);
            nodes.add(node);
        }
        QueriedCluster cluster = new QueriedCluster(nodes);
        Task last = ExplainedNode.task(TASKS / NODES + (long) owner * TASKS);
        Query.Builder query =
                Query.newBuilder()
                        .setTopic(Topic.TOPIC_EXPLAIN)
                        .setTask(TaskIdMapper.toWire(last.id()))
                        .setCluster(true);
        if (!on.isEmpty()) {
            query.addNodes(new NodeId("n" + owner).name()).addNodes(on);
        }
        double[] rounds = new double[ROUNDS];
        double[] own = new double[ROUNDS];
        int answers = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long others = cluster.othersNanos();
            long start = THREADS.getCurrentThreadCpuTime();
            Answers all = cluster.ask(query.build());
            rounds[i] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            own[i] = rounds[i] - (cluster.othersNanos() - others) / 1e6;
            answers = all.getExplainCount();
            cluster.rest();
        }
        double first = rounds[0];
        Arrays.sort(rounds);
        Arrays.sort(own);
        System.out.printf(
                "%,d tasks, %,d nodes, the task %s: %,d answers to %,d questions, %,d under way, "
                        + "%,d bytes; all nodes: first %.1f ms, median %.1f ms; the one that asks: "
                        + "median %.1f ms%n",
                TASKS,
                NODES,
                where,
                answers,
                cluster.questions() / ROUNDS,
                cluster.mostOnTheWay(),
                cluster.bytes() / ROUNDS,
                first,
                rounds[ROUNDS / 2],
                own[ROUNDS / 2]);
    }
}
