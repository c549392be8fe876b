package org.evenkeel.client;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.graph.GraphRuntime;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.ValueRef;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/** What a graph runs on: the nodes that the daemon of a connection is linked with. */
final class JobGraphRuntime implements GraphRuntime {

    private final JobClient cluster;
    private final ClusterConnection clusterConnection;
    private final long job;

    /** Workers as they were told last: a node that is busy may be silent for a while. */
    private volatile Map<String, Integer> told = Map.of();

    JobGraphRuntime(JobClient cluster, ClusterConnection clusterConnection, long job) {
        this.cluster = cluster;
        this.clusterConnection = clusterConnection;
        this.job = job;
    }

    @Override
    public TaskHandle<ProducedValue> submit(GraphTask task, TaskOptions options) {
        return cluster.submit(task, options);
    }

    @Override
    public void askNodes(Consumer<Map<String, Integer>> answer) {
        clusterConnection.ask(
                Query.newBuilder().setTopic(Topic.TOPIC_NODES).setCluster(true),
                answers -> answer.accept(workers(answers.getNodesList())));
    }

    /** Workers of the node that answers and of its neighbours whose links are up. */
    private Map<String, Integer> workers(List<NodesAnswer> all) {
        Map<String, Integer> known = new HashMap<>(told);
        for (NodesAnswer one : all) {
            known.put(one.getNode(), one.getDraining() ? 0 : one.getWorkers());
        }
        told = Map.copyOf(known);
        Map<String, Integer> workers = new LinkedHashMap<>();
        if (!all.isEmpty()) {
            NodesAnswer own = all.getFirst();
            put(workers, known, own.getNode());
            for (NodesAnswer.Neighbour neighbour : own.getNeighboursList()) {
                if (neighbour.getUp()) {
                    put(workers, known, neighbour.getName());
                }
            }
        }
        return workers;
    }

    private static void put(Map<String, Integer> to, Map<String, Integer> known, String node) {
        int count = known.getOrDefault(node, 0);
        if (count > 0) {
            to.put(node, count);
        }
    }

    @Override
    public void spread(ValueRef value, String node) {
        clusterConnection.send(
                Frame.newBuilder()
                        .setFetchValue(
                                FetchValue.newBuilder()
                                        .setBlob(
                                                BlobRef.newBuilder()
                                                        .setSha256(
                                                                ByteString.copyFrom(
                                                                        Digest.parse(value.sha256())
                                                                                .toBytes()))
                                                        .setSize(value.bytes()))
                                        .addAllHolders(value.holders())
                                        .setJob(job)
                                        .setNode(node))
                        .build());
    }
}
